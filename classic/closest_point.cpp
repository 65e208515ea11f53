#include "classic/model_data.h"
#include "query/closest_point_search.h"
#include "query/point_batch.h"
#include <abut/classic.h>

namespace abut::classic {

namespace {

PointGoal goal_of(const ClosestPointOptions& options) {
  return {options.relative_error, options.absolute_error, options.known_upper,
          options.max_tests,      options.max_seconds,    options.stop};
}

/// Finds closest points of one placed model of this house.
class PointSearch final : public ClosestPointSearch {
 public:
  PointSearch(const Model& model, const Placement& at, const ClosestPointOptions& options)
      : ClosestPointSearch({model.data(), at, model.data().tree->order().data()}, goal_of(options)),
        tree_(*model.data().tree),
        search_(options.search.value_or(Search::priority)) {}

 private:
  NearestVisited search(const Vec3& point, const SearchBudget& budget, ClosestTriangle& closest) const override {
    const InnerFrame frame{point, body().data.frame.unit};
    const RelativePlacement point_in_model = relate(body().data.frame, body().at, frame, Placement::identity(), 0);
    NearestOptions options{search_};
    options.limit = closest.first_limit();
    options.world = frames().least_unit();
    options.budget = budget;
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

/// For a model of the engine.
abut::ClosestPointOptions engine_options(const ClosestPointOptions& options) {
  require_unset(options.search.has_value(), "search");
  abut::ClosestPointOptions same;
  same.relative_error = options.relative_error;
  same.absolute_error = options.absolute_error;
  same.known_upper = options.known_upper;
  same.max_tests = options.max_tests;
  same.max_seconds = options.max_seconds;
  same.stop = options.stop;
  return same;
}

}  // namespace

ClosestPoint closest_point(ModelRef model, const Placement& at, const Vec3& point, const ClosestPointOptions& options) {
  if (model.engine()) return abut::closest_point(*model.engine(), at, point, engine_options(options));
  require_valid(at, goal_of(options));
  validate_points({&point, 1});
  return PointSearch(*model.classic(), at, options).find(point);
}

std::vector<ClosestPoint> closest_point(ModelRef model, const Placement& at, std::span<const Vec3> points,
                                        const ClosestPointOptions& options, int threads) {
  if (model.engine()) return abut::closest_point(*model.engine(), at, points, engine_options(options), threads);
  require_valid(at, goal_of(options));
  validate_points(points);
  return for_points<ClosestPoint>(
      points, threads, [&] { return PointSearch(*model.classic(), at, options); },
      [](PointSearch& search, const Vec3& point) { return search.find(point); });
}

}  // namespace abut::classic
