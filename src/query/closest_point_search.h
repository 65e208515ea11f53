#pragma once

#include "engine/closest.h"
#include "leaf/point_distance.h"
#include <abut/closest_point.h>

namespace abut {

/// Finds closest points of one placed model; holds what the points have in common. Not to be shared between threads.
class ClosestPointSearch {
 public:
  /// All outlive the search; the placement and the options are valid.
  ClosestPointSearch(const Model& model, const Placement& at, const ClosestPointOptions& options);

  ClosestPoint find(const Vec3& point);

  /// Throws Error for options and placements that the search cannot serve.
  static void require_valid(const Placement& at, const ClosestPointOptions& options);

 private:
  class Closest;

  NearestVisited search_wide(const Vec3& point, const SearchBudget& budget, Closest& closest) const;
  NearestVisited search_binary(const Vec3& point, const SearchBudget& budget, Closest& closest) const;
  double first_limit(const Closest& closest) const;
  double left_out(const NearestVisited& visited, const Closest& closest) const;

  const Model& model_;
  const Placement& at_;
  const ClosestPointOptions& options_;
  const std::uint32_t* order_;
  InnerPoints frames_;
  PointDistanceTest test_;
  // What was closest to the last point is likely close to the next one.
  std::uint32_t last_ = ClosestSearch::no_seed;
};

}  // namespace abut
