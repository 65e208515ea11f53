#pragma once

#include <abut/collide.h>
#include <abut/distance.h>
#include <abut/stray.h>

#include <limits>

namespace abut {

/// A part with what is known of the surface that its triangles stand for. Nothing is owned.
struct StrayingPart {
  const Model& model;
  const Stray& stray;
  const Placement& at;
};

/// What strays leave unsure between two parts, in the world.
struct PairStray {
  double length = 0;
  bool complete = true;  ///< false when the budget ended the search: then `length` may be too small
  Counters counters;
};

/// How much less deep than their triangles the surfaces of two parts may be around a point inside both: the strays, and
/// spacings, of the triangles that decide how deep it is, those no farther from it than `depth` and what these add.
PairStray stray_around(const StrayingPart& a, const StrayingPart& b, const Vec3& point, double depth,
                       const Budget& budget = {});

/// How much deeper than `depth`, which bounds that of their triangles, the surfaces of two parts may be in each other
/// anywhere: the largest strays, and the spacings, of triangles of either part that are near the other part.
PairStray stray_between(const StrayingPart& a, const StrayingPart& b, double depth, const Budget& budget = {});

/// How deep in each other the surfaces of two parts may be whose triangles are not: the most by which the strays of two
/// triangles, one of each part, exceed the gap between them. A surface strays along the normal of its triangle.
/// Spacings do not count, so parts that are flat where they meet have none.
PairStray depth_within_strays(const StrayingPart& a, const StrayingPart& b, const Budget& budget = {});

/// How close the surfaces of two parts may be whose triangles do not meet.
struct SurfaceGap {
  /// No closer than `lower`, where that is less than what was asked about; negative: by so much they may be in each
  /// other. Pairs of flat triangles are not in it: their distance is decided exactly.
  double lower = std::numeric_limits<double>::infinity();
  /// By so much they may be farther apart than the triangles: the strays of the closest ones.
  double farther = 0;
  bool complete = true;
  Counters counters;
};
/// `gap` is the distance of the triangles, complete; `reach` is what the distance is to be compared with.
SurfaceGap gap_of_surfaces(const StrayingPart& a, const StrayingPart& b, const Distance& gap, double reach,
                           const Budget& budget = {});

/// How far the surfaces of two parts may be off, together, without their spacings.
double largest_strays(const StrayingPart& a, const StrayingPart& b);

}  // namespace abut
