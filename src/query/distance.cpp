#include "base/prefetch.h"
#include "math/side_by_side.h"
#include "query/batch.h"
#include "query/distance_search.h"
#include "query/filtered_pairs.h"
#include "query/option_check.h"

#include <bit>
#include <cmath>

namespace abut {

namespace {

/// Takes pairs that may be within a limit until one of them is.
class PairsToMeasure final : public PairSink {
 public:
  explicit PairsToMeasure(ClosestPair& closest) : closest_(closest) {}

  bool considers(std::uint32_t, std::uint32_t) override { return true; }
  bool take(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) override {
    for (std::uint32_t rest = verdicts.touching | verdicts.undecided; rest != 0; rest &= rest - 1)
      if (closest_.measure(a[std::countr_zero(rest)], b[std::countr_zero(rest)]) < 0) return false;
    return true;
  }

 private:
  ClosestPair& closest_;
};

/// Looks for a pair within the limit with boxes enlarged by it, as `touches` does: the fastest way where boxes are far
/// apart, or overlap. Incomplete where neither helps.
Visited look_for_any_within(const TreePair& pair, Simd simd, const BudgetWatch& watch, ClosestPair& closest) {
  // Of boxes that are smaller than the limit, too many come within it on each axis. Inner frames are about 2 across.
  const auto triangle_size = [](const WideTree& tree) { return 2 / std::sqrt(static_cast<double>(tree.order.size())); };
  const bool is_small = pair.b_in_a.margin < std::min(triangle_size(pair.a), triangle_size(pair.b) * pair.b_in_a.scale);
  PairsToMeasure sink(closest);
  return visit_pairs(pair, {simd, VisitOrder::for_any, false, watch.at_most(is_small ? 65'536 : 256)}, sink);
}

NearestVisited search_trees(const ModelData& a, const ModelData& b, Simd simd, const SearchGoal& goal,
                            const NearestTask& task, ClosestPair& closest) {
  const NodePair seed = task.seed ? NodePair{task.seed->a, task.seed->b} : NodePair{};
  NearestSearch search{simd, task.limit, task.world, task.most_world};
  if (task.frame && task.frame->is_usable()) {
    search.frame = &*task.frame;
    search.geometry[0] = a.leaf_geometry(), search.geometry[1] = b.leaf_geometry();
    search.longest_side = task.longest_side;
    search.limit_per_side = task.limit_per_side;
  }
  search.seed = task.seed ? &seed : nullptr;
  // A pair that has parted by more than a hundredth of the models' size was not moved a little further on its way.
  search.seed_within = (task.seed ? task.seed->upper : 0) + 0.01 * (search.world[0] + search.world[1]);
  search.any_within = task.any_within;
  search.exact = task.exact;
  search.relative_tolerance = goal.relative_error;
  search.absolute_tolerance = goal.absolute_error;
  search.front = task.front;
  search.watch = task.watch;
  NearestVisited visited = visit_nearest({a.tree, b.tree, task.b_in_a}, search, closest);
  // An exact search does not note what it leaves out: all that is known is that it lies beyond the limit.
  if (task.exact && closest.best().upper > task.limit) visited.lower = std::min(visited.lower, task.limit);
  return visited;
}

/// Has what is measured of a triangle fetched from memory.
void fetch(const MeshData& of, std::uint32_t triangle) {
  hwy::Prefetch(&of.forms[triangle]);
  for (const std::uint32_t point : of.mesh.triangles()[triangle]) hwy::Prefetch(&of.mesh.points()[point]);
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
  const RigidityDefects defects = rigidity_defects(at_a, at_b);
  const auto any_within = [&](double limit, const BudgetWatch& watch, ClosestPair& closest) {
    const RelativePlacement b_in_a = relate(a.data().frame, at_a, b.data().frame, at_b, limit, defects);
    return look_for_any_within({a.data().tree, b.data().tree, b_in_a}, options.simd, watch, closest);
  };
  const auto first_contact = [&](const RelativePlacement& b_in_a, const BudgetWatch& watch) {
    FirstContact first;
    if (surely_apart({a.data().root, at_a, defects.a}, {b.data().root, at_b, defects.b}, 0))
      return first.counters = {1, 0, 0}, first;
    const auto take = [&](const Contact& contact) {
      fetch(a.data(), contact.a);
      fetch(b.data(), contact.b);
      return first.pair = contact, false;
    };
    const CollideOptions plain;
    FilteredPairs sink({a, at_a, b, at_b, plain}, take);
    const Visited visited =
        visit_pairs({a.data().tree, b.data().tree, b_in_a}, {options.simd, VisitOrder::for_a_few, false, watch}, sink);
    first.counters = {visited.volume_tests, visited.triangle_tests, sink.exact_tests()};
    return first;
  };
  const auto all_contacts = [&](const Budget& budget) {
    return collide(a, at_a, b, at_b, {.budget = budget, .simd = options.simd});
  };
  return ask_with(options.cache, a, b, [&](DistanceCache::Memory* memory) {
    query.memory = memory;
    return ask(query, NearestWays{search, any_within, first_contact, all_contacts});
  });
}

}  // namespace

Distance distance(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                  const DistanceOptions& options) {
  return ask_models(a, at_a, b, at_b, options, goal_of(options), &measure_distance).distance;
}

Nearness within(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double limit,
                const WithinOptions& options) {
  const RigidityDefects defects = rigidity_defects(at_a, at_b);
  require_placements(at_a, at_b, defects);
  require_length(limit, "the distance");
  require_available(options.simd);
  const bool may_look = !BudgetWatch(options.budget).is_over(0);
  if (may_look && surely_apart({a.data().root, at_a, defects.a}, {b.data().root, at_b, defects.b}, limit)) {
    Nearness far;
    far.counters.volume_tests = 1;
    return far;
  }
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
