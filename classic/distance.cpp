#include "classic/model_data.h"
#include "query/distance_search.h"
#include <abut/classic.h>
#include <abut/error.h>

namespace abut::classic {

namespace {

void require_possible(const DistanceOptions& options) {
  const Search search = options.search.value_or(Search::priority);
  if (options.queue_size && search != Search::priority)
    throw Error("the search '" + std::string(name_of(search)) + "' has no queue; leave out its size.");
}

NearestVisited search_trees(const Side& a, const Side& b, const DistanceOptions& options, const NearestTask& task,
                            ClosestPair& closest) {
  NearestOptions nearest{options.search.value_or(Search::priority), options.descent.value_or(Descent::larger_diameter)};
  if (options.queue_size) nearest.queue_size = *options.queue_size;
  nearest.limit = task.seed ? std::min(task.limit, closest.measure(task.seed->a, task.seed->b)) : task.limit;
  nearest.world = task.world[0];
  nearest.budget = task.budget;
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

/// ask(query, ways) with what the options say.
template <class Ask>
auto ask_models(const ModelRef& a, const Placement& at_a, const ModelRef& b, const Placement& at_b,
                const DistanceOptions& options, const Ask& ask) {
  require_possible(options);
  const Side side_a(a), side_b(b);
  DistanceQuery query{{side_a.data(), at_a, side_a.nodes().order().data()},
                      {side_b.data(), at_b, side_b.nodes().order().data()},
                      {options.relative_error, options.absolute_error, options.known_upper, options.max_tests,
                       options.max_seconds, options.stop}};
  const auto search = [&](const NearestTask& task, ClosestPair& closest) {
    return search_trees(side_a, side_b, options, task, closest);
  };
  const auto all_contacts = [&] {
    CollideOptions every;
    every.stop = options.stop;
    return collide(a, at_a, b, at_b, every);
  };
  return ask_with(options.cache, a, b, [&](const DistanceCache::Pair* seed) {
    query.seed = seed;
    return ask(query, NearestWays{search, all_contacts});
  });
}

/// For two models of the engine.
abut::DistanceOptions engine_options(const DistanceOptions& options) {
  require_unset(options.search.has_value(), "search");
  require_unset(options.descent.has_value(), "descent");
  require_unset(options.queue_size.has_value(), "queue_size");
  abut::DistanceOptions same;
  same.relative_error = options.relative_error;
  same.absolute_error = options.absolute_error;
  same.known_upper = options.known_upper;
  same.max_tests = options.max_tests;
  same.max_seconds = options.max_seconds;
  same.stop = options.stop;
  same.cache = options.cache;
  return same;
}

Nearness nearness(const ModelRef& a, const Placement& at_a, const ModelRef& b, const Placement& at_b, double limit,
                  const DistanceOptions& options) {
  const auto ask = [&](const DistanceQuery& query, const NearestWays& ways) {
    return measure_nearness(query, limit, ways);
  };
  return ask_models(a, at_a, b, at_b, options, ask).nearness;
}

}  // namespace

Distance distance(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b,
                  const DistanceOptions& options) {
  if (are_both_of_the_engine(a, b))
    return abut::distance(*a.engine(), at_a, *b.engine(), at_b, engine_options(options));
  return ask_models(a, at_a, b, at_b, options, &measure_distance).distance;
}

bool within(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b, double limit,
            const DistanceOptions& options) {
  if (are_both_of_the_engine(a, b))
    return abut::within(*a.engine(), at_a, *b.engine(), at_b, limit, engine_options(options));
  return nearness(a, at_a, b, at_b, limit, options).is_within;
}

std::vector<Distance> distance(ModelRef a, ModelRef b, std::span<const PlacementPair> placements,
                               const DistanceOptions& options, int threads) {
  require_no_cache(options.cache);
  std::vector<Distance> results(placements.size());
  Workers(threads).for_each(placements.size(), [&](std::size_t i) {
    results[i] = distance(a, placements[i].a, b, placements[i].b, options);
  });
  return results;
}

std::vector<Nearness> within(ModelRef a, ModelRef b, std::span<const PlacementPair> placements, double limit,
                             const DistanceOptions& options, int threads) {
  if (are_both_of_the_engine(a, b))
    return abut::within(*a.engine(), *b.engine(), placements, limit, engine_options(options), threads);
  require_no_cache(options.cache);
  std::vector<Nearness> results(placements.size());
  Workers(threads).for_each(placements.size(), [&](std::size_t i) {
    results[i] = nearness(a, placements[i].a, b, placements[i].b, limit, options);
  });
  return results;
}

}  // namespace abut::classic
