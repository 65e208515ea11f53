#pragma once

#include "engine/refit_plan.h"

namespace abut {

/// Points as a model has them, and the way into its inner frame: (point - centre) * to_inner.
struct FramedPoints {
  std::span<const Vec3> points;
  Vec3 centre;
  double to_inner;
};

/// What a thread needs while it refits, and what it found.
struct RefitScratch {
  explicit RefitScratch(const WideRefitPlan& plan) : room(plan.most_points + 2 * ObbPacket::lanes), floats(7 * room) {}

  std::size_t room;  ///< for points, and two vectors more to be read
  /// Four floats a point, then all x, all y, all z.
  std::vector<float> floats;
  /// Places in leaf order of triangles that may be segments or points; all others are not.
  std::vector<std::uint32_t> doubtful;
};

/// How far a unit reaches along the axes of its box.
struct UnitExtents {
  float origin[3], low[3], high[3];
};

/// Takes the points from `first` to `end` to the inner frame and rounds them to float, three floats each; `to` has room
/// for all points, and nothing else in it is written to.
void round_points(const FramedPoints& from, std::size_t first, std::size_t end, float* to);

/// Sets the boxes of a unit, by its number, around the tree's points. Measures what its parent needs, if it has one.
void refit_unit(WideTree& tree, const WideRefitPlan& plan, std::size_t unit, RefitScratch& scratch,
                UnitExtents& extents);
/// Sets the boxes of the leaves of one node.
void refit_leaves(WideTree& tree, const WideRefitPlan& plan, const WideRefitPlan::Nodes& node, RefitScratch& scratch);

}  // namespace abut
