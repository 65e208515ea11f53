#include "query/distance_search.h"

#include "leaf/common_point.h"
#include "math/side_by_side.h"
#include "query/option_check.h"
#include <abut/error.h>

#include <cmath>
#include <tuple>

namespace abut {

namespace {

RigidityDefects defects_of(const DistanceQuery& query) { return rigidity_defects(query.a.at, query.b.at); }

void require_valid(const DistanceQuery& query, const RigidityDefects& defects) {
  require_placements(query.a.at, query.b.at, defects);
  require_valid(query.goal);
}

bool is_empty(const PlacedBody& body) { return body.data.mesh.triangles().empty(); }

/// Sets how lengths of the trees' frames and of the world are related.
//
// Bounds in the inner frames lose a share of every distance: what directions are stretched unlike each other, and float
// 2^-17. They lose 2^-20 of the larger model's size, too. A surface of n triangles leaves its tangent plane by about 1
// / n of its size within one of them: where more than some of that is lost, more pairs look alike than the world's
// frame, whose bounds take longer, costs.
void set_lengths(const DistanceQuery& query, NearestTask& task) {
  const std::array<Stretch, 2> stretches{stretch_of(query.a.at.linear), stretch_of(query.b.at.linear)};
  const PlacedBody* bodies[] = {&query.a, &query.b};
  double share = 0x1p-17, sizes[2], triangles = 0;
  for (int i : {0, 1}) {
    const double unit = bodies[i]->data.frame.unit;
    task.world[i] = stretches[i].least * unit;
    sizes[i] = stretches[i].most * unit;
    share = std::max(share, stretches[i].most / stretches[i].least - 1);
    triangles = std::max(triangles, static_cast<double>(bodies[i]->data.mesh.triangles().size()));
  }
  task.most_world = sizes[0];
  const auto [smaller, larger] = std::minmax(sizes[0], sizes[1]);
  const double away = std::max(0.0, largest(abs(task.b_in_a.gap)) - (smaller + larger)) + smaller / 4;
  const double lost = share * away + 0x1p-20 * larger;
  if (task.b_in_a.turns && lost * triangles <= 24 * smaller) return;
  task.frame = world_frame(query.a.data.frame, query.a.at, query.b.data.frame, query.b.at, task.b_in_a, stretches);
  for (int i : {0, 1}) task.longest_side[i] = largest_side(bodies[i]->data.frame, bodies[i]->at);
}

struct Searched {
  NearestVisited visited;
  ClosestPair closest;

  Counters counters() const { return {visited.volume_tests, visited.triangle_tests, closest.exact_tests()}; }
  std::optional<RememberedPair> to_remember() const {
    return closest.measured_any() ? std::optional(closest.places()) : std::nullopt;
  }
};

RelativePlacement related(const DistanceQuery& query, const RigidityDefects& defects) {
  return relate(query.a.data.frame, query.a.at, query.b.data.frame, query.b.at, 0, defects);
}

/// Searches for the closest pair, or for any that is close enough.
void search(const DistanceQuery& query, const RelativePlacement& b_in_a, double enough, const BudgetWatch& watch,
            const NearestWays& ways, Searched& result) {
  const SearchGoal& goal = query.goal;
  NearestTask task{.b_in_a = b_in_a};
  set_lengths(query, task);
  task.any_within = enough >= 0;
  task.limit = task.any_within   ? enough
               : goal.is_exact() ? result.closest.reach_of(goal.known_upper)
                                 : goal.known_upper;
  task.exact = (task.any_within || goal.is_exact()) && !goal.counts_tests();
  if (!task.any_within) task.seed = query.seed();
  if (query.memory && task.exact && !task.any_within) task.front = &query.memory->front;
  if (!task.any_within && goal.is_exact()) task.limit_per_side = ClosestPair::reach_per_side;
  task.watch = watch;
  result.visited = ways.search(task, result.closest);
  // Whatever the budget, there is an upper bound.
  if (!result.closest.measured_any() && !result.visited.complete) result.closest.measure(0, 0);
  if (result.visited.complete) result.visited.complete = result.closest.settle(watch);
}

/// Searches for any pair that is close enough: among boxes enlarged by the limit, as long as that is faster.
Searched searched_within(const DistanceQuery& query, double limit, BudgetWatch watch, const NearestWays& ways) {
  Searched result{{}, ClosestPair(query, limit)};
  const auto is_found = [&] { return result.closest.best().upper <= limit; };
  if (const RememberedPair* seed = query.seed()) {
    result.closest.measure(seed->a, seed->b);
    result.visited.triangle_tests = 1;
    if (is_found()) return result;
  }
  const Visited soon = ways.any_within(limit, watch, result.closest);
  result.visited.volume_tests += soon.volume_tests;
  result.visited.triangle_tests += soon.triangle_tests;
  result.visited.complete = soon.complete;
  if (soon.complete || is_found()) return result;
  watch.spend(result.counters());
  const Visited before = result.visited;
  search(query, related(query, defects_of(query)), limit, watch, ways, result);
  result.visited.volume_tests += before.volume_tests;
  result.visited.triangle_tests += before.triangle_tests;
  return result;
}

/// Into a Distance or a Nearness: the two triangles and where on them they are closest.
template <class Result>
void name_pair(const DistanceQuery& query, const Contact& triangles, const PairDistance& pair, Result& result) {
  result.upper = pair.upper;
  result.triangle_a = triangles.a, result.triangle_b = triangles.b;
  result.weights_a = pair.weights_a, result.weights_b = pair.weights_b;
  std::tie(result.point_a, result.point_b) = points_on({query.a.data.mesh, query.a.at, triangles.a, pair.weights_a},
                                                       {query.b.data.mesh, query.b.at, triangles.b, pair.weights_b});
}

/// How far apart pairs are at least that the search left out.
double left_out(const DistanceQuery& query, const Searched& found) {
  if (!found.visited.complete) return found.visited.lower;
  // A search to its end leaves out nothing within its last limit, or within what it was not to look beyond.
  const double limit = std::min(found.closest.left_out(), query.goal.known_upper);
  return std::max(found.visited.lower, limit);
}

/// Do boxes in A's inner frame, rounded to float, tell whether the models touch? Not where one of them is flattened to
/// nearly nothing there, or tiny beside the other.
bool boxes_tell_contact(const RelativePlacement& p) {
  constexpr double much = 0x1p12;
  return p.stretch * p.back_stretch < much && p.stretch * p.scale * much > 1 && p.back_stretch * much > p.scale &&
         p.shift_error * much < 1;
}

/// First contacts of models that touch take 70 tests or so, and rarely more than 600.
constexpr std::uint64_t tests_for_a_soon_contact = 4096;

/// The answer for models of which this pair touches.
void set_touching(const DistanceQuery& query, Contact pair, const BudgetWatch& watch, const NearestWays& ways,
                  Distance& result) {
  result.complete = true;
  if (query.goal.smallest_touching) {
    const Contacts contacts = ways.all_contacts(watch.rest());
    result.counters += contacts.counters;
    result.complete = contacts.complete;
    if (!contacts.pairs.empty()) pair = std::min(pair, contacts.pairs.front());
  }
  result.lower = 0;
  const LeafGeometry a = query.a.data.leaf_geometry(), b = query.b.data.leaf_geometry();
  if (const auto common = quick_common_point(a, query.a.at, pair.a, b, query.b.at, pair.b)) {
    result.upper = 0;
    result.triangle_a = pair.a, result.triangle_b = pair.b;
    result.weights_a = common->weights_a, result.weights_b = common->weights_b;
    result.point_a = common->point_a, result.point_b = common->point_b;
    return;
  }
  DistanceTest test(a, query.a.at, b, query.b.at);
  name_pair(query, pair, test.measure_touching(pair.a, pair.b), result);
}

}  // namespace

MeasuredDistance measure_distance(const DistanceQuery& query, const NearestWays& ways) {
  const RigidityDefects defects = defects_of(query);
  require_valid(query, defects);
  BudgetWatch watch(query.goal.budget);
  MeasuredDistance measured;
  Distance& result = measured.distance;
  if (is_empty(query.a) || is_empty(query.b)) {
    result.lower = result.upper;
    return measured;
  }
  const RelativePlacement b_in_a = related(query, defects);
  // That models touch is mostly known soon, and sooner than how far apart they are. Those that were apart likely still
  // are.
  FirstContact soon;
  if (!query.seed() && boxes_tell_contact(b_in_a))
    soon = ways.first_contact(b_in_a, watch.at_most(tests_for_a_soon_contact));
  result.counters = soon.counters;
  watch.spend(soon.counters);
  if (soon.pair) return set_touching(query, *soon.pair, watch, ways, result), measured;

  Searched found{{}, ClosestPair(query, -1)};
  search(query, b_in_a, -1, watch, ways, found);
  result.counters += found.counters();
  const PairDistance& pair = found.closest.best();
  if (pair.upper == 0) {
    watch.spend(found.counters());
    const FirstContact late = ways.first_contact(b_in_a, watch);
    result.counters += late.counters;
    watch.spend(late.counters);
    set_touching(query, late.pair.value_or(found.closest.triangles()), watch, ways, result);
    return measured;
  }
  measured.closest = found.to_remember();
  result.complete = found.visited.complete;
  result.lower = std::min(pair.upper, std::min(found.closest.lower(), left_out(query, found)));
  if (found.closest.measured_any()) name_pair(query, found.closest.triangles(), pair, result);
  return measured;
}

MeasuredNearness measure_nearness(const DistanceQuery& query, double limit, const NearestWays& ways) {
  require_valid(query, defects_of(query));
  require_length(limit, "the distance");
  BudgetWatch watch(query.goal.budget);
  Nearness result;
  if (is_empty(query.a) || is_empty(query.b)) {
    result.answer = std::isinf(limit) ? Answer::yes : Answer::no;
    return {result, {}};
  }
  Searched found = searched_within(query, limit, watch, ways);
  result.counters = found.counters();
  if (found.closest.best().upper <= limit) {
    result.answer = Answer::yes;
    name_pair(query, found.closest.triangles(), found.closest.best(), result);
  } else if (!found.visited.complete) {
    result.answer = Answer::unknown;
  } else if (found.closest.lower() <= limit) {
    // Where the limit lies within a pair's bracket, it is for the exact query to say what `upper` is.
    DistanceQuery exact = query;
    watch.spend(result.counters);
    exact.goal = {.budget = watch.rest()};
    const Distance gap = measure_distance(exact, ways).distance;
    result.counters += gap.counters;
    result.answer = gap.upper <= limit ? Answer::yes : gap.complete ? Answer::no : Answer::unknown;
    if (result.answer == Answer::yes)
      name_pair(query, {gap.triangle_a, gap.triangle_b}, {gap.lower, gap.upper, gap.weights_a, gap.weights_b}, result);
  }
  result.complete = result.answer != Answer::unknown;
  return {result, found.to_remember()};
}

void require_no_cache(const DistanceCache* cache) {
  if (cache) throw Error("a cache serves one query at a time; measure the items of a batch one by one with it.");
}

}  // namespace abut
