#include "base/workers.h"
#include "query/distance_search.h"

namespace abut {

namespace {

NearestVisited search_trees(const ModelData& a, const ModelData& b, const DistanceOptions& options,
                            const NearestTask& task, ClosestPair& closest) {
  const NodePair seed = task.seed ? NodePair{task.seed->a, task.seed->b} : NodePair{};
  NearestSearch search{options.simd, task.limit, task.world, task.seed ? &seed : nullptr};
  // A pair that has parted by more than a hundredth of the models' size was not moved a little further on its way.
  search.seed_within = (task.seed ? task.seed->upper : 0) + 0.01 * (search.world[0] + search.world[1]);
  search.exact = task.exact;
  search.relative_tolerance = options.relative_error;
  search.absolute_tolerance = options.absolute_error;
  search.budget = task.budget;
  NearestVisited visited = visit_nearest({a.tree, b.tree, task.b_in_a}, search, closest);
  // An exact search does not note what it leaves out: all that is known is that it lies beyond the limit.
  if (task.exact && closest.best().upper > task.limit) visited.lower = std::min(visited.lower, task.limit);
  return visited;
}

/// ask(query, ways) with what the options say.
template <class Ask>
auto ask_models(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                const DistanceOptions& options, const Ask& ask) {
  require_available(options.simd);
  DistanceQuery query{{a.data(), at_a, a.data().tree.order.data()},
                      {b.data(), at_b, b.data().tree.order.data()},
                      {options.relative_error, options.absolute_error, options.known_upper, options.max_tests,
                       options.max_seconds, options.stop}};
  const auto search = [&](const NearestTask& task, ClosestPair& closest) {
    return search_trees(a.data(), b.data(), options, task, closest);
  };
  const auto all_contacts = [&] {
    CollideOptions every;
    every.simd = options.simd;
    every.stop = options.stop;
    return collide(a, at_a, b, at_b, every);
  };
  return ask_with(options.cache, a, b, [&](const DistanceCache::Pair* seed) {
    query.seed = seed;
    return ask(query, NearestWays{search, all_contacts});
  });
}

Nearness nearness(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double limit,
                  const DistanceOptions& options) {
  const auto ask = [&](const DistanceQuery& query, const NearestWays& ways) {
    return measure_nearness(query, limit, ways);
  };
  return ask_models(a, at_a, b, at_b, options, ask).nearness;
}

}  // namespace

Distance distance(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                  const DistanceOptions& options) {
  return ask_models(a, at_a, b, at_b, options, &measure_distance).distance;
}

bool within(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double limit,
            const DistanceOptions& options) {
  return nearness(a, at_a, b, at_b, limit, options).is_within;
}

std::vector<Distance> distance(std::span<const PlacedPair> items, const DistanceOptions& options, int threads) {
  require_no_cache(options.cache);
  std::vector<Distance> results(items.size());
  Workers(threads).for_each(items.size(), [&](std::size_t i) {
    const PlacedPair& item = items[i];
    results[i] = distance(*item.a, item.at.a, *item.b, item.at.b, options);
  });
  return results;
}

std::vector<Distance> distance(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                               const DistanceOptions& options, int threads) {
  std::vector<PlacedPair> items;
  items.reserve(placements.size());
  for (const PlacementPair& at : placements) items.push_back({&a, &b, at});
  return distance(items, options, threads);
}

std::vector<Nearness> within(const Model& a, const Model& b, std::span<const PlacementPair> placements, double limit,
                             const DistanceOptions& options, int threads) {
  require_no_cache(options.cache);
  std::vector<Nearness> results(placements.size());
  Workers(threads).for_each(placements.size(), [&](std::size_t i) {
    results[i] = nearness(a, placements[i].a, b, placements[i].b, limit, options);
  });
  return results;
}

}  // namespace abut
