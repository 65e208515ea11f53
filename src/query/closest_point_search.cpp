#include "query/closest_point_search.h"

#include "query/option_check.h"

#include <cmath>

namespace abut {

void require_valid(const Placement& at, const SearchGoal& goal) {
  require_valid(at, "the placement");
  require_valid(goal);
}

double ClosestTriangle::measure(std::uint32_t place) {
  const PointDistance found = test_.measure(body_.order[place]);
  lower_ = std::min(lower_, found.lower);
  take_if_better(found, place);
  if (found.lower < needed_) competitors_.add({found.lower, place}, needed_);
  if (best_.upper == 0 && !goal_.is_exact()) return -1;
  return goal_.is_exact() ? limit_after(needed_) : needed_;
}

bool ClosestTriangle::settle(const BudgetWatch& watch) {
  if (best_.upper == 0 || !measured_any()) return true;
  const double needed = lower_to_settle();
  if (lower_ >= needed) return true;
  const Settled settled = competitors_.settle(needed, watch, [&](std::uint32_t place) {
    const PointDistance again = test_.measure_again(body_.order[place], needed);
    take_if_better(again, place);
    return again.lower;
  });
  // What does not compete is at least as far as needed.
  lower_ = std::min(settled.lower, needed_);
  return settled.complete;
}

// An exact answer's upper and lower are the least of all triangles', whatever the search: one with a lower below that
// upper has a distance of at most upper + 64u (its size + distance), and is looked at.
double ClosestTriangle::limit_after(double upper) const {
  return upper + 3 * DistanceTest::most_width(frames_.largest_side(), upper);
}

void ClosestTriangle::take_if_better(const PointDistance& found, std::uint32_t place) {
  const std::uint32_t triangle = body_.order[place];
  if (!(found.upper < best_.upper || (found.upper == best_.upper && triangle < triangle_))) return;
  best_ = found;
  triangle_ = triangle;
  place_ = place;
  needed_ = goal_.is_exact() ? found.upper : needed_lower(found.upper, goal_.relative_error, goal_.absolute_error);
}

double ClosestTriangle::lower_to_settle() {
  if (!goal_.is_exact()) return needed_;
  // The triangle's size takes longer to find and mostly does not matter.
  const double at_most = best_.upper - DistanceTest::sure_width(0, best_.lower);
  if (lower_ >= at_most) return at_most;
  return best_.upper - DistanceTest::sure_width(test_.size(triangle_), best_.lower);
}

/// How far away triangles are at least that the search left out.
double ClosestPointSearch::left_out(const NearestVisited& visited, const ClosestTriangle& closest) const {
  const double limit = std::min(closest.left_out(), goal_.known_upper);
  // An exact search does not note what it leaves out: all that is known is that it lies beyond the limit.
  if (goal_.is_exact()) return visited.complete ? limit : std::min(visited.lower, limit);
  return visited.complete ? std::max(visited.lower, limit) : visited.lower;
}

ClosestPoint ClosestPointSearch::find(const Vec3& point) {
  ClosestPoint result;
  if (body_.data.mesh.triangles().empty()) {
    result.lower = result.upper;
    return result;
  }
  test_.set_point(point);
  const std::uint64_t exact_before = test_.exact_tests();
  ClosestTriangle closest(body_, goal_, frames_, test_);
  const BudgetWatch watch(goal_.budget);
  const NearestVisited visited = search(point, watch, closest);
  // Whatever the budget, there is an upper bound.
  if (!closest.measured_any() && !visited.complete) closest.measure(0);
  const bool complete = visited.complete && closest.settle(watch);
  const PointDistance& best = closest.best();
  result.counters = {visited.volume_tests, visited.triangle_tests, test_.exact_tests() - exact_before};
  result.complete = complete || best.upper == 0;
  result.lower = best.upper == 0 ? 0 : std::min(best.upper, std::min(closest.lower(), left_out(visited, closest)));
  result.upper = best.upper;
  if (!closest.measured_any()) return result;
  last_ = closest.place();
  result.triangle = closest.triangle();
  result.weights = best.weights;
  result.point = point_on(body_.data.mesh, body_.at, result.triangle, best.weights);
  return result;
}

}  // namespace abut
