#include "classic/model_data.h"
#include "query/batch.h"
#include "query/distance_search.h"
#include <abut/classic.h>
#include <abut/error.h>

namespace abut::classic {

namespace {

void require_possible(const DistanceMethod& method) {
  const Search search = method.search.value_or(Search::priority);
  if (search == Search::priority) return;
  if (method.queue_size)
    throw Error("the search '" + std::string(name_of(search)) + "' has no queue; leave out its size.");
  if (method.overflow)
    throw Error("the search '" + std::string(name_of(search)) +
                "' has no queue that could be full; leave out the option 'overflow'.");
}

NearestVisited search_trees(const Side& a, const Side& b, const DistanceMethod& method, const NearestTask& task,
                            ClosestPair& closest) {
  NearestOptions nearest{method.search.value_or(Search::priority), method.descent.value_or(Descent::larger_diameter)};
  if (method.queue_size) nearest.queue_size = *method.queue_size;
  if (method.overflow) nearest.overflow = *method.overflow;
  nearest.limit = task.seed ? std::min(task.limit, closest.measure(task.seed->a, task.seed->b)) : task.limit;
  nearest.world = task.world[0];
  nearest.watch = task.watch;
  const auto measure = [&](LeafRun leaf_a, LeafRun leaf_b) {
    double limit = nearest.limit;
    for (std::uint32_t i = leaf_a.first; i < leaf_a.first + leaf_a.count; ++i)
      for (std::uint32_t j = leaf_b.first; j < leaf_b.first + leaf_b.count && limit >= 0; ++j)
        limit = closest.measure(i, j);
    return limit;
  };
  NearestVisited visited;
  if (!(nearest.limit < 0)) visited = visit_any_nearest(a.tree(), b.tree(), task.b_in_a, nearest, measure);
  visited.triangle_tests += task.seed != nullptr;
  return visited;
}

/// ask(query, ways) of two models; `options` are those of either query.
template <class Options, class Ask>
auto ask_models(const ModelRef& a, const Placement& at_a, const ModelRef& b, const Placement& at_b,
                const Options& options, const DistanceMethod& method, const SearchGoal& goal, const Ask& ask) {
  require_possible(method);
  require_no_simd(options, a, b);
  const Side side_a(a), side_b(b);
  DistanceQuery query{
      {side_a.data(), at_a, side_a.nodes().order().data()}, {side_b.data(), at_b, side_b.nodes().order().data()}, goal};
  const auto search = [&](const NearestTask& task, ClosestPair& closest) {
    return search_trees(side_a, side_b, method, task, closest);
  };
  const auto any_within = [](double, const BudgetWatch&, ClosestPair&) { return Visited{.complete = false}; };
  const auto first_contact = [&](const RelativePlacement&, const BudgetWatch& watch) {
    const Contacts contacts = collide(a, at_a, b, at_b, {.max_contacts = 1, .budget = watch.rest()});
    return FirstContact{contacts.pairs.empty() ? std::nullopt : std::optional(contacts.pairs.front()),
                        contacts.counters};
  };
  const auto all_contacts = [&](const Budget& budget) { return collide(a, at_a, b, at_b, {.budget = budget}); };
  return ask_with(options.cache, a, b, [&](DistanceCache::Memory* memory) {
    query.memory = memory;
    return ask(query, NearestWays{search, any_within, first_contact, all_contacts});
  });
}

}  // namespace

Distance distance(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b, const DistanceOptions& options,
                  const DistanceMethod& method) {
  if (engine_answers(a, b, method)) return abut::distance(*a.engine(), at_a, *b.engine(), at_b, options);
  return ask_models(a, at_a, b, at_b, options, method, goal_of(options), &measure_distance).distance;
}

Nearness within(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b, double limit,
                const WithinOptions& options, const DistanceMethod& method) {
  if (engine_answers(a, b, method)) return abut::within(*a.engine(), at_a, *b.engine(), at_b, limit, options);
  const auto ask = [&](const DistanceQuery& query, const NearestWays& ways) {
    return measure_nearness(query, limit, ways);
  };
  return ask_models(a, at_a, b, at_b, options, method, {.budget = options.budget}, ask).nearness;
}

std::vector<Distance> distance(ModelRef a, ModelRef b, std::span<const PlacementPair> placements,
                               const DistanceOptions& options, const DistanceMethod& method) {
  require_no_cache(options.cache);
  return batch_of<Distance>(placements.size(), options.threads, [&](std::size_t i) {
    return distance(a, placements[i].a, b, placements[i].b, options, method);
  });
}

std::vector<Nearness> within(ModelRef a, ModelRef b, std::span<const PlacementPair> placements, double limit,
                             const WithinOptions& options, const DistanceMethod& method) {
  require_no_cache(options.cache);
  return batch_of<Nearness>(placements.size(), options.threads, [&](std::size_t i) {
    return within(a, placements[i].a, b, placements[i].b, limit, options, method);
  });
}

}  // namespace abut::classic
