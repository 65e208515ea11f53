#include "query/batch.h"
#include "query/distance_search.h"

namespace abut {

namespace {

NearestVisited search_trees(const ModelData& a, const ModelData& b, Simd simd, const SearchGoal& goal,
                            const NearestTask& task, ClosestPair& closest) {
  const NodePair seed = task.seed ? NodePair{task.seed->a, task.seed->b} : NodePair{};
  NearestSearch search{simd, task.limit, task.world};
  if (task.frame.is_usable()) {
    search.frame = &task.frame;
    search.geometry[0] = a.leaf_geometry(), search.geometry[1] = b.leaf_geometry();
    search.longest_side = task.longest_side;
    search.limit_per_side = task.limit_per_side;
  }
  search.seed = task.seed ? &seed : nullptr;
  // A pair that has parted by more than a hundredth of the models' size was not moved a little further on its way.
  search.seed_within = (task.seed ? task.seed->upper : 0) + 0.01 * (search.world[0] + search.world[1]);
  search.exact = task.exact;
  search.relative_tolerance = goal.relative_error;
  search.absolute_tolerance = goal.absolute_error;
  search.watch = task.watch;
  NearestVisited visited = visit_nearest({a.tree, b.tree, task.b_in_a}, search, closest);
  // An exact search does not note what it leaves out: all that is known is that it lies beyond the limit.
  if (task.exact && closest.best().upper > task.limit) visited.lower = std::min(visited.lower, task.limit);
  return visited;
}

/// ask(query, ways) of two models; `options` are those of either query.
template <class Options, class Ask>
auto ask_models(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, const Options& options,
                const SearchGoal& goal, const Ask& ask) {
  require_available(options.simd);
  DistanceQuery query{{a.data(), at_a, a.data().tree.order.data()}, {b.data(), at_b, b.data().tree.order.data()}, goal};
  const auto search = [&](const NearestTask& task, ClosestPair& closest) {
    return search_trees(a.data(), b.data(), options.simd, goal, task, closest);
  };
  const auto all_contacts = [&](const Budget& budget) {
    return collide(a, at_a, b, at_b, {.budget = budget, .simd = options.simd});
  };
  return ask_with(options.cache, a, b, [&](const DistanceCache::Pair* seed) {
    query.seed = seed;
    return ask(query, NearestWays{search, all_contacts});
  });
}

}  // namespace

Distance distance(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                  const DistanceOptions& options) {
  return ask_models(a, at_a, b, at_b, options, goal_of(options), &measure_distance).distance;
}

Nearness within(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double limit,
                const WithinOptions& options) {
  const auto ask = [&](const DistanceQuery& query, const NearestWays& ways) {
    return measure_nearness(query, limit, ways);
  };
  return ask_models(a, at_a, b, at_b, options, {.budget = options.budget}, ask).nearness;
}

std::vector<Distance> distance(std::span<const PlacedPair> items, const DistanceOptions& options) {
  require_no_cache(options.cache);
  return batch_of<Distance>(items.size(), options.threads, [&](std::size_t i) {
    const PlacedPair& item = items[i];
    return distance(*item.a, item.at.a, *item.b, item.at.b, options);
  });
}

std::vector<Distance> distance(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                               const DistanceOptions& options) {
  return distance(items_of(a, b, placements), options);
}

std::vector<Nearness> within(std::span<const PlacedPair> items, double limit, const WithinOptions& options) {
  require_no_cache(options.cache);
  return batch_of<Nearness>(items.size(), options.threads, [&](std::size_t i) {
    const PlacedPair& item = items[i];
    return within(*item.a, item.at.a, *item.b, item.at.b, limit, options);
  });
}

std::vector<Nearness> within(const Model& a, const Model& b, std::span<const PlacementPair> placements, double limit,
                             const WithinOptions& options) {
  return within(items_of(a, b, placements), limit, options);
}

}  // namespace abut
