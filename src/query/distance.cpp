#include "base/workers.h"
#include "classic/nearest_trees.h"
#include <abut/error.h>

#include <cmath>

namespace abut {

namespace {

void require_length(double value, const char* what) {
  if (!(value >= 0)) throw Error(std::string(what) + " must be 0 or more; it is " + std::to_string(value) + ".");
}

void require_valid(const DistanceQuery& query) {
  require_valid(query.at_a, "the placement of A");
  require_valid(query.at_b, "the placement of B");
  require_length(query.options.relative_error, "the relative error");
  require_length(query.options.absolute_error, "the absolute error");
  require_length(query.options.max_seconds, "the time budget");
  require_length(query.options.known_upper, "the upper bound");
  require_available(query.options.simd);
}

SearchBudget budget_of(const DistanceOptions& options) {
  SearchBudget budget{options.max_tests};
  budget.stop = options.stop;
  using Clock = std::chrono::steady_clock;
  // Ten years are as good as no end, and can be added to the clock.
  if (options.max_seconds < 3e8)
    budget.deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.max_seconds));
  return budget;
}

bool is_exact(const DistanceOptions& options) { return options.relative_error == 0 && options.absolute_error == 0; }

bool has_budget(const DistanceOptions& options) {
  return options.max_tests != DistanceOptions::no_limit || !std::isinf(options.max_seconds);
}

struct Searched {
  NearestVisited visited;
  ClosestPair closest;
};

std::array<double, 2> world_of(const DistanceQuery& query) {
  return {least_stretch(query.at_a.linear) * query.a.frame().unit,
          least_stretch(query.at_b.linear) * query.b.frame().unit};
}

NearestVisited search_wide(const DistanceQuery& query, const RelativePlacement& b_in_a, bool exact, double limit,
                           const SearchBudget& budget, const NodePair* seed, double last_upper, ClosestPair& closest) {
  const DistanceOptions& options = query.options;
  NearestSearch search{options.simd, limit, world_of(query), seed};
  // A pair that has parted by more than a hundredth of the models' size was not moved a little further on its way.
  search.seed_within = last_upper + 0.01 * (search.world[0] + search.world[1]);
  search.exact = exact;
  search.relative_tolerance = options.relative_error;
  search.absolute_tolerance = options.absolute_error;
  search.budget = budget;
  NearestVisited visited = visit_nearest({*query.a.tree().wide(), *query.b.tree().wide(), b_in_a}, search, closest);
  // An exact search does not note what it leaves out: all that is known is that it lies beyond the limit.
  if (exact && closest.best().upper > limit) visited.lower = std::min(visited.lower, limit);
  return visited;
}

NearestVisited search_binary(const DistanceQuery& query, const RelativePlacement& b_in_a, double limit,
                             const SearchBudget& budget, const NodePair* seed, ClosestPair& closest) {
  NearestOptions options{query.options.search, query.options.descent};
  options.limit = seed ? std::min(limit, closest.measure(seed->a, seed->b)) : limit;
  options.world = world_of(query)[0];
  options.budget = budget;
  NearestVisited visited;
  if (!(options.limit < 0)) visited = visit_nearest_trees(query.a, query.b, b_in_a, options, closest);
  visited.triangle_tests += seed != nullptr;
  return visited;
}

/// `enough`: as in ClosestPair.
Searched searched(const DistanceQuery& query, double enough) {
  Searched result{{}, ClosestPair(query, enough)};
  const DistanceOptions& options = query.options;
  const RelativePlacement b_in_a = relate(query.a.frame(), query.at_a, query.b.frame(), query.at_b, 0);
  const double limit = enough >= 0         ? enough
                       : is_exact(options) ? result.closest.reach_of(options.known_upper)
                                           : options.known_upper;
  const SearchBudget budget = budget_of(options);
  const auto last = options.cache ? options.cache->last(query.a, query.b) : std::nullopt;
  const NodePair seed = last ? NodePair{last->a, last->b} : NodePair{};
  const NodePair* const known = last ? &seed : nullptr;
  if (query.a.tree().wide() && query.b.tree().wide()) {
    // What a number of tests leads to must not depend on the instruction set.
    const bool exact = enough >= 0 || (is_exact(options) && options.max_tests == DistanceOptions::no_limit);
    result.visited = search_wide(query, b_in_a, exact, limit, budget, known, last ? last->upper : 0, result.closest);
  } else {
    result.visited = search_binary(query, b_in_a, limit, budget, known, result.closest);
  }
  // Whatever the budget, there is an upper bound.
  if (!result.closest.measured_any() && !result.visited.complete) result.closest.measure(0, 0);
  if (result.visited.complete) result.visited.complete = result.closest.settle(budget);
  if (options.cache && result.closest.measured_any())
    options.cache->remember(query.a, query.b, result.closest.places());
  return result;
}

/// How far apart pairs are at least that the search left out.
double left_out(const DistanceQuery& query, const Searched& found) {
  if (!found.visited.complete) return found.visited.lower;
  // A search to its end leaves out nothing within its last limit, or within what it was not to look beyond.
  const double limit = std::min(found.closest.left_out(), query.options.known_upper);
  return std::max(found.visited.lower, limit);
}

/// Of all pairs that touch, the smallest one is named; `found` is one of them, which will do when the query is stopped.
Contact smallest_contact(const DistanceQuery& query, const Contact& found, Counters& counters) {
  CollideOptions options;
  options.simd = query.options.simd;
  options.stop = query.options.stop;
  const Contacts contacts = collide(query.a, query.at_a, query.b, query.at_b, options);
  counters += contacts.counters;
  return contacts.pairs.empty() ? found : std::min(found, contacts.pairs.front());
}

Distance measured(const DistanceQuery& query);

Nearness nearness(const DistanceQuery& query, double limit) {
  require_valid(query);
  require_length(limit, "the distance");
  if (query.a.mesh().triangles.empty() || query.b.mesh().triangles.empty()) return {std::isinf(limit), {}};
  const Searched found = searched(query, limit);
  Nearness result{found.closest.best().upper <= limit,
                  {found.visited.volume_tests, found.visited.triangle_tests, found.closest.exact_tests()},
                  found.visited.complete};
  // Where the limit lies within a pair's bracket, it is for the exact query to say what `upper` is.
  if (!result.is_within && result.complete && found.closest.lower() <= limit) {
    DistanceOptions exact = query.options;
    exact.relative_error = exact.absolute_error = 0;
    exact.known_upper = std::numeric_limits<double>::infinity();
    const Distance gap = measured({query.a, query.at_a, query.b, query.at_b, exact});
    result.is_within = gap.upper <= limit;
    result.counters += gap.counters;
    result.complete = gap.complete;
  }
  result.complete = result.complete || result.is_within;
  return result;
}

void require_no_cache(const DistanceOptions& options) {
  if (options.cache)
    throw Error("a cache serves one query at a time; measure the items of a batch one by one with it.");
}

Distance measured(const DistanceQuery& query) {
  require_valid(query);
  const auto& [a, at_a, b, at_b, options] = query;
  Distance result;
  if (a.mesh().triangles.empty() || b.mesh().triangles.empty()) {
    result.lower = result.upper;
    return result;
  }
  const Searched found = searched(query, -1);
  PairDistance pair = found.closest.best();
  Contact triangles = found.closest.triangles();
  result.counters = {found.visited.volume_tests, found.visited.triangle_tests, found.closest.exact_tests()};
  result.complete = found.visited.complete || pair.upper == 0;
  if (pair.upper == 0 && is_exact(options) && !has_budget(options)) {
    triangles = smallest_contact(query, triangles, result.counters);
    pair = DistanceTest(a.leaf_geometry(), at_a, b.leaf_geometry(), at_b).measure(triangles.a, triangles.b);
  }
  result.lower = pair.upper == 0 ? 0 : std::min(pair.upper, std::min(found.closest.lower(), left_out(query, found)));
  result.upper = pair.upper;
  if (!found.closest.measured_any()) return result;
  result.triangle_a = triangles.a, result.triangle_b = triangles.b;
  result.at_a = pair.at_a, result.at_b = pair.at_b;
  result.point_a = point_on(a.mesh(), at_a, triangles.a, pair.at_a);
  result.point_b = point_on(b.mesh(), at_b, triangles.b, pair.at_b);
  return result;
}

}  // namespace

Distance distance(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                  const DistanceOptions& options) {
  return measured({a, at_a, b, at_b, options});
}

bool within(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double limit,
            const DistanceOptions& options) {
  return nearness({a, at_a, b, at_b, options}, limit).is_within;
}

std::vector<Distance> distance(std::span<const CollideItem> items, const DistanceOptions& options, int threads) {
  require_no_cache(options);
  std::vector<Distance> results(items.size());
  Workers(threads).for_each(items.size(), [&](std::size_t i) {
    const CollideItem& item = items[i];
    results[i] = distance(*item.a, item.at.a, *item.b, item.at.b, options);
  });
  return results;
}

std::vector<Distance> distance(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                               const DistanceOptions& options, int threads) {
  std::vector<CollideItem> items;
  items.reserve(placements.size());
  for (const PlacementPair& at : placements) items.push_back({&a, &b, at});
  return distance(items, options, threads);
}

std::vector<Nearness> within(const Model& a, const Model& b, std::span<const PlacementPair> placements, double limit,
                             const DistanceOptions& options, int threads) {
  require_no_cache(options);
  std::vector<Nearness> results(placements.size());
  Workers(threads).for_each(placements.size(), [&](std::size_t i) {
    results[i] = nearness({a, placements[i].a, b, placements[i].b, options}, limit);
  });
  return results;
}

}  // namespace abut
