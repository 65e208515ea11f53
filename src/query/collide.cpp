#include "base/budget_watch.h"
#include "math/side_by_side.h"
#include "query/batch.h"
#include "query/cached_query.h"
#include "query/option_check.h"
#include "query/shared_query.h"
#include "query/sort_contacts.h"
#include <abut/collide.h>
#include <abut/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace abut {

namespace {

bool roots_are_apart(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double margin,
                     const RigidityDefects& defects) {
  return surely_apart({a.data().root, at_a, defects.a}, {b.data().root, at_b, defects.b}, margin);
}

/// Options with nothing that could be wrong, end a query early or spare looking at the roots.
bool are_plain(const CollideOptions& options) {
  const Budget no_end;
  const bool ends = options.budget.tests != no_end.tests || options.budget.seconds != no_end.seconds ||
                    options.budget.stop || options.max_contacts == 0;
  return !ends && options.margin >= 0 && options.margin <= std::numeric_limits<double>::max() &&
         options.simd == Simd::best && !options.cache;
}

/// How a query begins.
struct Start {
  RigidityDefects defects;
  bool roots_seen = false;     ///< are the roots known not to be apart?
  bool one_is_enough = false;  ///< does `out` never go on?
};

/// `out` takes each contact and returns whether to go on.
template <class Out>
CollideSummary run(const Query& query, VisitOrder order, const Out& out, const Start& start) {
  const CollideOptions& options = query.options;
  const RigidityDefects& defects = start.defects;
  const bool first_only = start.one_is_enough || options.max_contacts == 1;
  require_placements(query.at_a, query.at_b, defects);
  require_margin(options.margin);
  if (options.simd != Simd::best) require_available(options.simd);
  BudgetWatch watch(options.budget);
  if (options.max_contacts == 0 || watch.is_over(0)) return {{}, false};
  if (holds_still(query, first_only, out)) return {{0, 1, 0}, false};
  const ModelData &a = query.a.data(), &b = query.b.data();
  // What moves a little between queries is likely as close as before.
  if (!options.cache && !start.roots_seen &&
      roots_are_apart(query.a, query.at_a, query.b, query.at_b, options.margin, defects))
    return {{1, 0, 0}};
  const RelativePlacement b_in_a = relate(a.frame, query.at_a, b.frame, query.at_b, options.margin, defects);
  const VisitOptions visit{options.simd, order, static_cast<bool>(options.consider), watch};
  if (options.cache && !options.consider) return run_cached(query, b_in_a, visit, first_only, out);
  if (options.threads != 1 && !watch.limits_tests()) {
    SharedQuery shared(query, b_in_a, visit);
    shared.run();
    return shared.hand_on(out);
  }
  FilteredPairs<Out> leaves(query, out);
  const Visited visited = visit_pairs({a.tree, b.tree, b_in_a}, visit, leaves);
  return {{visited.volume_tests, visited.triangle_tests, leaves.exact_tests()}, visited.complete};
}

/// A cap, and a number of tests, keep the same contacts on every machine.
VisitOrder order_for(const CollideOptions& options) {
  constexpr std::uint64_t few = 4;
  if (options.max_contacts <= few) return VisitOrder::for_a_few;
  const bool has_end = options.max_contacts != CollideOptions::all || options.budget.tests != Budget::no_limit;
  return has_end ? VisitOrder::in_order : VisitOrder::everywhere;
}

/// What `touches` does when a first look does not tell. Not inline: what it takes of registers and room would be paid
/// for by every look.
[[gnu::noinline]] bool search_touches(const Query& query, const Start& start) {
  const CollideOptions& options = query.options;
  bool found = false;
  CollideSummary summary;
  if (options.threads != 1 && !options.cache) {
    // Every thread must know that one is enough.
    CollideOptions one = options;
    one.max_contacts = std::min<std::uint64_t>(1, options.max_contacts);
    const Contacts contacts = collide(query.a, query.at_a, query.b, query.at_b, one);
    found = !contacts.pairs.empty();
    summary = contacts;
  } else {
    const auto stop_at_once = [&](const Contact&) {
      found = true;
      return false;
    };
    summary = run(query, options.cache ? VisitOrder::for_a_few : VisitOrder::for_any, stop_at_once, start);
  }
  return is_yes(answer_of(found, summary, options.max_contacts), "the models touch");
}

}  // namespace

CollideSummary collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                       const CollideOptions& options, const ContactSink& sink) {
  // The sink may stop as a cap does.
  const VisitOrder order = options.max_contacts == CollideOptions::all ? VisitOrder::in_order : order_for(options);
  const auto hand_on = [&](const Contact& contact) { return sink(contact) == Flow::go_on; };
  return run({a, at_a, b, at_b, options}, order, hand_on, {rigidity_defects(at_a, at_b)});
}

void collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
             const CollideOptions& options, Contacts& into) {
  std::vector<Contact>& pairs = into.pairs;
  pairs.clear();
  const auto keep = [&pairs](const Contact& contact) {
    pairs.push_back(contact);
    return true;
  };
  static_cast<CollideSummary&>(into) =
      run({a, at_a, b, at_b, options}, order_for(options), keep, {rigidity_defects(at_a, at_b)});
  sort_contacts(pairs);
}

Contacts collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                 const CollideOptions& options) {
  Contacts contacts;
  collide(a, at_a, b, at_b, options, contacts);
  return contacts;
}

bool touches(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
             const CollideOptions& options) {
  const RigidityDefects defects = rigidity_defects(at_a, at_b);
  const bool looks_first = are_plain(options);
  if (looks_first) {
    // Mostly that is all, and nothing else need be prepared.
    require_placements(at_a, at_b, defects);
    if (roots_are_apart(a, at_a, b, at_b, options.margin, defects)) return false;
  }
  return search_touches({a, at_a, b, at_b, options}, {defects, looks_first, true});
}

std::vector<Contacts> collide(std::span<const PlacedPair> items, const CollideOptions& options) {
  if (options.cache)
    throw Error("a cache serves one query at a time; collide the items of a batch one by one with it.");
  CollideOptions alone = options;
  alone.threads = 1;
  return batch_of<Contacts>(items.size(), options.threads, [&](std::size_t i) {
    const PlacedPair& item = items[i];
    return collide(*item.a, item.at.a, *item.b, item.at.b, alone);
  });
}

std::vector<Contacts> collide(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                              const CollideOptions& options) {
  return collide(items_of(a, b, placements), options);
}

}  // namespace abut
