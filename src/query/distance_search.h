#pragma once

#include "base/function_ref.h"
#include "math/world_frame.h"
#include "query/closest_pair.h"

namespace abut {

// What a distance query is made of in either house; how trees are searched is the house's own.

/// What a search of two trees begins with.
struct NearestTask {
  const RelativePlacement& b_in_a;
  std::array<double, 2> world{};      ///< lengths in the world that the images of A's and B's inner units have at least
  double most_world = 0;              ///< and one that those of A's have at most
  std::optional<WorldFrame> frame{};  ///< for trees whose search had better bound distances there
  /// Bounds of the triangles' sides in the world, and ClosestPair::reach_per_side if the limits are of its making.
  std::array<double, 2> longest_side{0, 0};
  double limit_per_side = 0;
  double limit = 0;         ///< nothing farther apart, in the world, is looked for
  bool exact = true;        ///< the pair with the least upper is looked for, not one that is good enough
  bool any_within = false;  ///< any pair whose upper is within the limit will do; then no good one is looked for
  const RememberedPair* seed = nullptr;  ///< what was closest the last time
  NearFront* front = nullptr;            ///< where the last search ended, for an exact one
  BudgetWatch watch{};
};

/// The first contact of two models, in an order that depends on their trees and placements alone.
struct FirstContact {
  std::optional<Contact> pair;
  Counters counters;
};

/// How a house finds what a distance query needs.
struct NearestWays {
  FunctionRef<NearestVisited(const NearestTask&, ClosestPair&)> search;
  /// Looks for a pair that is close enough, as long as that is faster than the search. Complete when there is none.
  FunctionRef<Visited(double limit, const BudgetWatch&, ClosestPair&)> any_within;
  FunctionRef<FirstContact(const RelativePlacement&, const BudgetWatch&)> first_contact;
  FunctionRef<Contacts(const Budget&)> all_contacts;
};

/// A distance, and the pair that the next query may begin with.
struct MeasuredDistance {
  Distance distance;
  std::optional<RememberedPair> closest;

  /// Models that touch begin with a first contact the next time.
  bool forgets() const { return distance.upper == 0; }
};
struct MeasuredNearness {
  Nearness nearness;
  std::optional<RememberedPair> closest;

  bool forgets() const { return false; }
};

/// Throw Error for an invalid placement or goal.
MeasuredDistance measure_distance(const DistanceQuery& query, const NearestWays& ways);
MeasuredNearness measure_nearness(const DistanceQuery& query, double limit, const NearestWays& ways);

/// Asks with what the cache knows about these models, and has it remember the outcome. `ask` gives one of the above for
/// a cache's memory, or null.
template <class Models, class Ask>
auto ask_with(DistanceCache* cache, const Models& a, const Models& b, const Ask& ask) {
  if (!cache) return ask(nullptr);
  DistanceCache::Memory& memory = cache->memory();
  memory.serve(a.stamp(), b.stamp());
  auto result = ask(&memory);
  if (result.closest || result.forgets()) memory.pair = result.closest;
  return result;
}

/// Throws Error when a batch is given a cache.
void require_no_cache(const DistanceCache* cache);

}  // namespace abut
