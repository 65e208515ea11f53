#pragma once

#include "query/closest_point_search.h"

namespace abut {

/// Finds closest points of one placed model of the engine.
class ModelPointSearch final : public ClosestPointSearch {
 public:
  /// Model and placement outlive the search; the placement and the options are valid.
  ModelPointSearch(const Model& model, const Placement& at, const ClosestPointOptions& options)
      : ClosestPointSearch({model.data(), at, model.data().tree.order.data()}, goal_of(options)),
        tree_(model.data().tree),
        simd_(options.simd) {}

  static void require_valid(const Placement& at, const ClosestPointOptions& options) {
    abut::require_valid(at, goal_of(options));
    require_available(options.simd);
  }

 private:
  NearestVisited search(const Vec3& point, const BudgetWatch& watch, ClosestTriangle& closest) const override {
    ClosestSearch search{simd_, closest.first_limit()};
    search.exact = goal().is_exact() && !goal().counts_tests();
    if (search.exact) search.seed = last();
    search.watch = watch;
    return visit_closest(tree_, frames(), frames().carried(point), search, closest);
  }

  const WideTree& tree_;
  Simd simd_;
};

}  // namespace abut
