#pragma once

#include "base/function_ref.h"
#include "base/workers.h"
#include "classic/mixed_tree.h"
#include "classic/tree/measure.h"
#include "classic/tree/refit.h"
#include "classic/visit/nearest.h"

#include <memory>

namespace abut::classic {

/// The triangles of a leaf: a run of the tree's order.
struct LeafRun {
  std::uint32_t first, count;
};

/// What a kind of volume has that options choose from.
struct KindTraits {
  bool takes_fit;  ///< axes of its own
  bool takes_sat;  ///< it is a box
};
KindTraits traits_of(VolumeKind kind);

/// A tree of any kind and storage, chosen at run time: one virtual call per query.
class AnyTree : public ViewedNodes {
 public:
  virtual std::unique_ptr<AnyTree> copy() const = 0;
  virtual VolumeKind kind() const = 0;
  virtual Storage storage() const = 0;
  virtual std::size_t bytes() const = 0;

  /// As visit_pairs(); `same` is of the same kind and storage. `take` returns false to end the visit.
  virtual void pairs(const AnyTree& same, const RelativePlacement& b_in_a, ContactVisit& visit,
                     FunctionRef<bool(LeafRun, LeafRun)> take) const = 0;
  /// As visit_nearest_pairs(); `measure` returns the length beyond which nothing need be looked at.
  virtual NearestVisited nearest(const AnyTree& same, const RelativePlacement& b_in_a, const NearestOptions& options,
                                 FunctionRef<double(LeafRun, LeafRun)> measure) const = 0;
  /// The same for the origin of a frame.
  virtual NearestVisited nearest_to_point(const RelativePlacement& point_in_a, const NearestOptions& options,
                                          FunctionRef<double(LeafRun)> measure) const = 0;
  /// As visit_self_pairs(), which calls one for a leaf and the other for two.
  virtual void self_pairs(std::uint32_t first, std::uint32_t last, const RelativePlacement& to_itself,
                          ContactVisit& visit, FunctionRef<bool(LeafRun)> on_leaf,
                          FunctionRef<bool(LeafRun, LeafRun)> on_leaves) const = 0;
  virtual void refit(const MovedTriangles<>& moved, Workers& workers) = 0;
  virtual double inner_over_leaf_surface() const = 0;
  virtual MeasuredTree measured(std::span<const std::array<Vec3, 3>> triangles_by_id) const = 0;
};

/// Builds a tree of a kind; the triangles are reordered. Throws Error for a fit that the kind does not take.
std::unique_ptr<AnyTree> build_tree(const ModelOptions& options, std::span<BuildTriangle> triangles);

/// Visits the pairs of leaves of two trees of any kinds: by a kind's own test, or by MixedTest where kinds or storages
/// differ. One that is null is the engine's, whose nodes are boxes.
struct TreeSide {
  const ViewedNodes& nodes;
  const AnyTree* tree;
};
void visit_any_pairs(const TreeSide& a, const TreeSide& b, const RelativePlacement& b_in_a, ContactVisit& visit,
                     FunctionRef<bool(LeafRun, LeafRun)> take);
NearestVisited visit_any_nearest(const TreeSide& a, const TreeSide& b, const RelativePlacement& b_in_a,
                                 const NearestOptions& options, FunctionRef<double(LeafRun, LeafRun)> measure);

}  // namespace abut::classic
