#include "classic/tree_holder.h"
#include "classic/visit/nearest.h"
#include "query/closest_point_search.h"
#include "query/competitors.h"
#include "query/point_batch.h"
#include <abut/error.h>

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
    take_if_better(found, place);
    if (found.lower < needed_) competitors_.add({found.lower, place}, needed_);
    return best_.upper == 0 && !is_exact(search_.options_) ? -1 : limit();
  }

  /// As ClosestPair::settle, with one triangle for a pair.
  bool settle(const SearchBudget& budget) {
    if (best_.upper == 0 || !measured_any()) return true;
    const double needed = lower_to_settle();
    if (lower_ >= needed) return true;
    const Settled settled = competitors_.settle(needed, budget, [&](std::uint32_t place) {
      const PointDistance again = search_.test_.measure_again(search_.order_[place], needed);
      take_if_better(again, place);
      return again.lower;
    });
    // What does not compete is at least as far as needed.
    lower_ = std::min(settled.lower, needed_);
    return settled.complete;
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
  /// What the search left out is at least so far away, when it came to its end and no limit was set beforehand.
  double left_out() const { return needed_; }
  bool measured_any() const { return lower_ < std::numeric_limits<double>::infinity(); }

 private:
  void take_if_better(const PointDistance& found, std::uint32_t place) {
    const std::uint32_t triangle = search_.order_[place];
    if (!(found.upper < best_.upper || (found.upper == best_.upper && triangle < triangle_))) return;
    best_ = found;
    triangle_ = triangle;
    place_ = place;
    const ClosestPointOptions& options = search_.options_;
    needed_ =
        is_exact(options) ? found.upper : needed_lower(found.upper, options.relative_error, options.absolute_error);
  }

  double limit() const { return is_exact(search_.options_) ? limit_after(needed_) : needed_; }

  double lower_to_settle() {
    if (!is_exact(search_.options_)) return needed_;
    // The triangle's size takes longer to find and mostly does not matter.
    const double at_most = best_.upper - DistanceTest::sure_width(0, best_.lower);
    if (lower_ >= at_most) return at_most;
    return best_.upper - DistanceTest::sure_width(search_.test_.size(triangle_), best_.lower);
  }

  ClosestPointSearch& search_;
  PointDistance best_{0, std::numeric_limits<double>::infinity()};
  double lower_ = std::numeric_limits<double>::infinity();
  double needed_ = lower_;  // triangles whose lower is at least this cannot make the answer's bracket too wide
  std::uint32_t triangle_ = 0, place_ = 0;
  Competitors<std::uint32_t> competitors_;
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

NearestVisited ClosestPointSearch::search_wide(const Vec3& point, const SearchBudget& budget, Closest& closest) const {
  ClosestSearch search{options_.simd, first_limit(closest)};
  // What a number of tests leads to must not depend on the instruction set.
  search.exact = is_exact(options_) && options_.max_tests == ClosestPointOptions::no_limit;
  if (search.exact) search.seed = last_;
  search.budget = budget;
  return visit_closest(*model_.tree().wide(), frames_, frames_.carried(point), search, closest);
}

NearestVisited ClosestPointSearch::search_binary(const Vec3& point, const SearchBudget& budget,
                                                 Closest& closest) const {
  const InnerFrame frame{point, model_.frame().unit};
  const RelativePlacement point_in_model = relate(model_.frame(), at_, frame, Placement::identity(), 0);
  NearestOptions options{options_.search};
  options.limit = first_limit(closest);
  options.world = frames_.least_unit();
  options.budget = budget;
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

double ClosestPointSearch::first_limit(const Closest& closest) const {
  return is_exact(options_) ? closest.limit_after(options_.known_upper) : options_.known_upper;
}

/// How far away triangles are at least that the search left out.
double ClosestPointSearch::left_out(const NearestVisited& visited, const Closest& closest) const {
  const double limit = std::min(closest.left_out(), options_.known_upper);
  // An exact search does not note what it leaves out: all that is known is that it lies beyond the limit.
  if (is_exact(options_)) return visited.complete ? limit : std::min(visited.lower, limit);
  return visited.complete ? std::max(visited.lower, limit) : visited.lower;
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
  const SearchBudget budget = budget_of(options_);
  const NearestVisited visited =
      model_.tree().wide() ? search_wide(point, budget, closest) : search_binary(point, budget, closest);
  // Whatever the budget, there is an upper bound.
  if (!closest.measured_any() && !visited.complete) closest.measure(0);
  const bool complete = visited.complete && closest.settle(budget);
  const PointDistance& best = closest.best();
  result.counters = {visited.volume_tests, visited.triangle_tests, test_.exact_tests() - exact_before};
  result.complete = complete || best.upper == 0;
  result.lower = best.upper == 0 ? 0 : std::min(best.upper, std::min(closest.lower(), left_out(visited, closest)));
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
