#pragma once

#include "engine/front_pairs.h"
#include "query/last_contacts.h"

namespace abut {

/// Is the newest contact of the cache surely still one? Without a margin that is known sooner than how the models stand
/// to each other.
template <class Out>
bool holds_still(const Query& query, bool first_only, const Out& out) {
  const CollideOptions& options = query.options;
  if (!options.cache || options.consider || !first_only || options.margin > 0) return false;
  CollideCache::Memory& memory = options.cache->memory();
  memory.serve(query.a, query.b);
  if (memory.recent.size() == 0) return false;
  const Contact newest{query.a.data().tree.order[memory.recent.a()[0]],
                       query.b.data().tree.order[memory.recent.b()[0]]};
  if (!surely_touch(query.a.data().leaf_geometry(), query.at_a, newest.a, query.b.data().leaf_geometry(), query.at_b,
                    newest.b))
    return false;
  out(newest);
  return true;
}

/// A query that begins where the last one ended.
template <class Out>
CollideSummary run_cached(const Query& query, const RelativePlacement& b_in_a, VisitOptions visit, bool first_only,
                          const Out& out) {
  CollideCache::Memory& memory = query.options.cache->memory();
  memory.serve(query.a, query.b);
  const WideTree &a = query.a.data().tree, &b = query.b.data().tree;
  Counters counters;
  if (first_only && memory.recent.size() > 0) {
    counters.triangle_tests = static_cast<std::uint64_t>(memory.recent.size());
    FilteredPairs<Out> last(query, out);
    const bool found = LastContacts(query, b_in_a, memory).retry(last);
    counters.exact_tests = last.exact_tests();
    if (found) return {counters, false};
    visit.watch.spend(counters);
  }
  FilteredPairs<Out> leaves(query, out, &memory.recent);
  const Visited visited = visit_front({a, b, b_in_a}, visit, memory.front, leaves);
  if (first_only && !visited.complete && memory.recent.size() > 0) LastContacts(query, b_in_a, memory).spread();
  counters += {visited.volume_tests, visited.triangle_tests, leaves.exact_tests()};
  return {counters, visited.complete};
}

}  // namespace abut
