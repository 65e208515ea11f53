#include <abut/error.h>
#include <abut/query/closest_point_search.h>
#include <abut/query/point_batch.h>
#include <abut/query/tree_holder.h>
#include <abut/traverse/nearest.h>

#include <cmath>

namespace abut {

namespace {

void require_length(double value, const char* what) {
  if (!(value >= 0)) throw Error(std::string(what) + " must be 0 or more; it is " + std::to_string(value) + ".");
}

SearchBudget budget_of(const ClosestPointOptions& options) {
  SearchBudget budget{options.max_tests};
  budget.stop = options.stop;
  using Clock = std::chrono::steady_clock;
  // Ten years are as good as no end, and can be added to the clock.
  if (options.max_seconds < 3e8)
    budget.deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.max_seconds));
  return budget;
}

bool is_exact(const ClosestPointOptions& options) { return options.relative_error == 0 && options.absolute_error == 0; }

/// A point as a tree with one node, at the origin of its own frame, so that the searches of two trees serve it.
template <class V>
struct PointTree {
  std::array<Node<V>, 1> nodes{};

  static const PointTree& instance() {
    static const PointTree tree = [] {
      const BuildTriangle point{};
      PointTree made;
      made.nodes[0].volume = V::around({&point, 1}, Fit::vertex_covariance);
      made.nodes[0].count = 1;
      return made;
    }();
    return tree;
  }
};

}  // namespace

/// Measures triangles, keeps the closest one, and says how close others must be to matter.
class ClosestPointSearch::Closest final : public ClosestSink {
 public:
  Closest(ClosestPointSearch& search) : search_(search) {}

  double measure(std::uint32_t place) override {
    const std::uint32_t triangle = search_.order_[place];
    const PointDistance found = search_.test_.measure(triangle);
    lower_ = std::min(lower_, found.lower);
    if (found.upper < best_.upper || (found.upper == best_.upper && triangle < triangle_)) {
      best_ = found;
      triangle_ = triangle;
      place_ = place;
    }
    return limit();
  }

  // An exact answer's upper and lower are the least of all triangles', whatever the search: one with a lower below that
  // upper has a distance of at most upper + 64u (its size + distance), and is looked at.
  double limit_after(double upper) const override {
    return upper + 3 * DistanceTest::most_width(search_.frames_.largest_side(), upper);
  }

  const PointDistance& best() const { return best_; }
  std::uint32_t triangle() const { return triangle_; }
  std::uint32_t place() const { return place_; }
  double lower() const { return lower_; }
  bool measured_any() const { return lower_ < std::numeric_limits<double>::infinity(); }

 private:
  double limit() const {
    const ClosestPointOptions& options = search_.options_;
    if (is_exact(options)) return limit_after(best_.upper);
    if (best_.upper == 0) return -1;
    return std::max(0.0, std::min(best_.upper / (1 + options.relative_error), best_.upper - options.absolute_error));
  }

  ClosestPointSearch& search_;
  PointDistance best_{0, std::numeric_limits<double>::infinity()};
  double lower_ = std::numeric_limits<double>::infinity();
  std::uint32_t triangle_ = 0, place_ = 0;
};

ClosestPointSearch::ClosestPointSearch(const Model& model, const Placement& at, const ClosestPointOptions& options)
    : model_(model),
      at_(at),
      options_(options),
      order_(model.tree().order().data()),
      frames_(model.frame(), at),
      test_(model.leaf_geometry(), at) {}

void ClosestPointSearch::require_valid(const Placement& at, const ClosestPointOptions& options) {
  abut::require_valid(at, "the placement");
  require_length(options.relative_error, "the relative error");
  require_length(options.absolute_error, "the absolute error");
  require_length(options.max_seconds, "the time budget");
  require_length(options.known_upper, "the upper bound");
  require_available(options.simd);
}

NearestVisited ClosestPointSearch::search_wide(const Vec3& point, Closest& closest) const {
  ClosestSearch search{options_.simd, options_.known_upper};
  // What a number of tests leads to must not depend on the instruction set.
  search.exact = is_exact(options_) && options_.max_tests == ClosestPointOptions::no_limit;
  if (search.exact) search.seed = last_;
  search.budget = budget_of(options_);
  return visit_closest(*model_.tree().wide(), frames_, frames_.carried(point), search, closest);
}

NearestVisited ClosestPointSearch::search_binary(const Vec3& point, Closest& closest) const {
  const InnerFrame frame{point, model_.frame().unit};
  const RelativePlacement point_in_model = relate(model_.frame(), at_, frame, Placement::identity(), 0);
  NearestOptions options{options_.search};
  options.limit = options_.known_upper;
  options.world = frames_.least_unit();
  options.budget = budget_of(options_);
  const auto measure = [&](const auto& node, const auto&) {
    double limit = options.limit;
    for (std::uint32_t place = node.first; place < node.first + node.count && limit >= 0; ++place)
      limit = closest.measure(place);
    return limit;
  };
  return std::visit(
      [&]<class TreeOfModel>(const TreeOfModel& tree) {
        if constexpr (std::is_same_v<TreeOfModel, WideTree>) {
          return NearestVisited{};
        } else {
          using V = typename TreeOfModel::Volume;
          const typename V::Test test(point_in_model, Sat::full, V::axes_defect);
          return visit_nearest_pairs(tree, PointTree<V>::instance(), test, options, measure);
        }
      },
      model_.tree().get());
}

ClosestPoint ClosestPointSearch::find(const Vec3& point) {
  ClosestPoint result;
  if (model_.mesh().triangles.empty()) {
    result.lower = result.upper;
    return result;
  }
  test_.set_point(point);
  const std::uint64_t exact_before = test_.exact_tests();
  Closest closest(*this);
  const NearestVisited visited = model_.tree().wide() ? search_wide(point, closest) : search_binary(point, closest);
  // Whatever the budget, there is an upper bound.
  if (!closest.measured_any() && !visited.complete) closest.measure(0);
  const PointDistance& best = closest.best();
  result.counters = {visited.volume_tests, visited.triangle_tests, test_.exact_tests() - exact_before};
  result.complete = visited.complete || best.upper == 0;
  // After an exact search to its end nothing that was left out is closer than what was measured, or than what was known
  // not to be looked at.
  const bool by_measures = visited.complete && is_exact(options_) && closest.measured_any();
  result.lower = by_measures ? closest.lower() : std::min(closest.lower(), visited.lower);
  if (!(best.upper <= options_.known_upper)) result.lower = std::min(result.lower, options_.known_upper);
  if (best.upper == 0) result.lower = 0;
  result.upper = best.upper;
  if (!closest.measured_any()) return result;
  last_ = closest.place();
  result.triangle = closest.triangle();
  result.at = best.at;
  result.point = point_on(model_.mesh(), at_, result.triangle, best.at);
  return result;
}

ClosestPoint closest_point(const Model& model, const Placement& at, const Vec3& point,
                           const ClosestPointOptions& options) {
  ClosestPointSearch::require_valid(at, options);
  validate_points({&point, 1});
  return ClosestPointSearch(model, at, options).find(point);
}

std::vector<ClosestPoint> closest_point(const Model& model, const Placement& at, std::span<const Vec3> points,
                                        const ClosestPointOptions& options, int threads) {
  ClosestPointSearch::require_valid(at, options);
  validate_points(points);
  return for_points<ClosestPoint>(
      points, threads, [&] { return ClosestPointSearch(model, at, options); },
      [](ClosestPointSearch& search, const Vec3& point) { return search.find(point); });
}

}  // namespace abut
