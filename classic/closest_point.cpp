#include "classic/model_data.h"
#include "query/closest_point_search.h"
#include "query/point_batch.h"
#include <abut/classic.h>

namespace abut::classic {

namespace {

/// Finds closest points of one placed model of this house.
class PointSearch final : public ClosestPointSearch {
 public:
  PointSearch(const Model& model, const Placement& at, const SearchGoal& goal, const PointMethod& method)
      : ClosestPointSearch({model.data(), at, model.data().tree->order().data()}, goal),
        tree_(*model.data().tree),
        search_(method.search.value_or(Search::priority)) {}

 private:
  NearestVisited search(const Vec3& point, const BudgetWatch& watch, ClosestTriangle& closest) const override {
    const InnerFrame frame{point, body().data.frame.unit};
    const RelativePlacement point_in_model = relate(body().data.frame, body().at, frame, Placement::identity(), 0);
    NearestOptions options{search_};
    options.limit = closest.first_limit();
    options.world = frames().least_unit();
    options.watch = watch;
    const auto measure = [&](LeafRun leaf) {
      double limit = options.limit;
      for (std::uint32_t place = leaf.first; place < leaf.first + leaf.count && limit >= 0; ++place)
        limit = closest.measure(place);
      return limit;
    };
    return tree_.nearest_to_point(point_in_model, options, measure);
  }

  const AnyTree& tree_;
  Search search_;
};

void require_valid(const Model& model, const Placement& at, const ClosestPointOptions& options,
                   std::span<const Vec3> points) {
  require_no_simd(options, model, model);
  require_valid(at, goal_of(options));
  validate_points(points);
}

}  // namespace

ClosestPoint closest_point(ModelRef model, const Placement& at, const Vec3& point, const ClosestPointOptions& options,
                           const PointMethod& method) {
  if (engine_answers(model, model, method)) return abut::closest_point(*model.engine(), at, point, options);
  require_valid(*model.classic(), at, options, {&point, 1});
  return PointSearch(*model.classic(), at, goal_of(options), method).find(point);
}

std::vector<ClosestPoint> closest_point(ModelRef model, const Placement& at, std::span<const Vec3> points,
                                        const ClosestPointOptions& options, const PointMethod& method) {
  if (engine_answers(model, model, method)) return abut::closest_point(*model.engine(), at, points, options);
  require_valid(*model.classic(), at, options, points);
  return for_points<ClosestPoint>(
      points, options.threads, [&] { return PointSearch(*model.classic(), at, goal_of(options), method); },
      [](PointSearch& search, const Vec3& point) { return search.find(point); });
}

}  // namespace abut::classic
