#include "base/workers.h"
#include "classic/box_tree.h"
#include "classic/visit/pairs.h"
#include "query/cached_query.h"
#include "query/shared_query.h"
#include <abut/collide.h>
#include <abut/error.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace abut {

namespace {

/// A rotation that is not shifted too far is valid.
void require_valid(const Placement& at, double defect, const char* what) {
  const double shift = std::abs(at.shift.x) + std::abs(at.shift.y) + std::abs(at.shift.z);
  if (!(defect <= rigid_defect && shift <= largest_input)) require_valid(at, what);
}

void require_valid(const Placement& at_a, const Placement& at_b, const RigidityDefects& defects,
                   const CollideOptions& options) {
  require_valid(at_a, defects.a, "the placement of A");
  require_valid(at_b, defects.b, "the placement of B");
  if (!(options.margin >= 0) || std::isinf(options.margin))
    throw Error("the margin must be a finite length, 0 or more; it is " + std::to_string(options.margin) + ".");
  require_available(options.simd);
}

/// The part of a query on binary trees that knows triangles: tests pairs of leaves, counts, and hands contacts on.
template <class Out>
class LeafPairs {
 public:
  LeafPairs(const Query& query, const Out& out) : options_(query.options), test_(query), out_(out) {}

  /// False ends the search.
  bool visit(std::span<const std::uint32_t> of_a, std::span<const std::uint32_t> of_b) {
    if (options_.stop && options_.stop->load(std::memory_order_relaxed)) return false;
    for (std::uint32_t a : of_a)
      for (std::uint32_t b : of_b) {
        if (options_.consider && !options_.consider(a, b)) continue;
        ++tested_;
        if (!test_.counts(a, b)) continue;
        if (!out_({a, b}) || ++found_ >= options_.max_contacts) return false;
      }
    return true;
  }

  std::uint64_t tested() const { return tested_; }
  std::uint64_t exact_tests() const { return test_.exact_tests(); }

 private:
  const CollideOptions& options_;
  PairTest test_;
  const Out& out_;
  std::uint64_t tested_ = 0, found_ = 0;
};

/// Runs the traversal that fits the two trees: a kind's own test, or boxes when kinds or storages differ.
template <class OnLeaves>
std::uint64_t visit_leaf_pairs(const Model& a, const Model& b, const RelativePlacement& b_in_a,
                               const CollideOptions& options, const OnLeaves& on_leaves) {
  return std::visit(
      [&]<class TreeA, class TreeB>(const TreeA& tree_a, const TreeB& tree_b) {
        if constexpr (std::is_same_v<TreeA, TreeB> && !std::is_same_v<TreeA, WideTree>) {
          using V = typename TreeA::Volume;
          const typename V::Test test(b_in_a, options.sat, V::axes_defect);
          return visit_pairs(tree_a, tree_b, test, options.descent, on_leaves);
        } else {
          const ObbTest test(b_in_a, options.sat, BoxTree::axes_defect);
          return visit_pairs(BoxTree(a.tree()), BoxTree(b.tree()), test, options.descent, on_leaves);
        }
      },
      a.tree().get(), b.tree().get());
}

template <class Out>
CollideSummary run_binary(const Query& query, const RelativePlacement& b_in_a, const Out& out) {
  CollideSummary summary;
  LeafPairs<Out> leaves(query, out);
  const std::span<const std::uint32_t> order_a = query.a.tree().order(), order_b = query.b.tree().order();
  const auto on_leaves = [&](const auto& node_a, const auto& node_b) {
    return summary.complete =
               leaves.visit(order_a.subspan(node_a.first, node_a.count), order_b.subspan(node_b.first, node_b.count));
  };
  summary.counters.volume_tests = visit_leaf_pairs(query.a, query.b, b_in_a, query.options, on_leaves);
  summary.counters.triangle_tests = leaves.tested();
  summary.counters.exact_tests = leaves.exact_tests();
  return summary;
}

template <class Out>
CollideSummary run_wide(const Query& query, const RelativePlacement& b_in_a, WideSearch search, bool first_only,
                        const Out& out) {
  const CollideOptions& options = query.options;
  const WideVisit visit{options.simd, search, static_cast<bool>(options.consider), options.stop};
  if (options.cache && !options.consider) return run_cached(query, b_in_a, visit, first_only, out);
  if (options.threads != 1) {
    SharedQuery shared(query, b_in_a, visit);
    shared.run();
    return shared.hand_on(out);
  }
  FilteredPairs<Out> leaves(query, out);
  const WideVisited visited = visit_wide_pairs({*query.a.tree().wide(), *query.b.tree().wide(), b_in_a}, visit, leaves);
  return {{visited.volume_tests, visited.triangle_tests, leaves.exact_tests()}, visited.complete};
}

/// `out` takes each contact and returns whether to go on; `one_is_enough` when it never does.
template <class Out>
CollideSummary run(const Query& query, WideSearch search, const Out& out, bool one_is_enough = false) {
  const CollideOptions& options = query.options;
  const bool first_only = one_is_enough || options.max_contacts == 1;
  const RigidityDefects defects{rigidity_defect(query.at_a.linear), rigidity_defect(query.at_b.linear)};
  require_valid(query.at_a, query.at_b, defects, options);
  if (options.max_contacts == 0) return {{}, false};
  if (query.a.tree().wide() && query.b.tree().wide() && holds_still(query, first_only, out)) return {{0, 1, 0}, false};
  const RelativePlacement b_in_a =
      relate(query.a.frame(), query.at_a, query.b.frame(), query.at_b, options.margin, defects);
  if (!query.a.tree().wide() || !query.b.tree().wide()) return run_binary(query, b_in_a, out);
  return run_wide(query, b_in_a, search, first_only, out);
}

/// A cap keeps the same contacts on every machine.
WideSearch search_for(std::uint64_t max_contacts) {
  constexpr std::uint64_t few = 4;
  if (max_contacts == CollideOptions::all) return WideSearch::everywhere;
  return max_contacts <= few ? WideSearch::for_a_few : WideSearch::in_order;
}

}  // namespace

CollideSummary collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                       const CollideOptions& options, const ContactSink& sink) {
  // The sink may stop as a cap does.
  const WideSearch search =
      options.max_contacts == CollideOptions::all ? WideSearch::in_order : search_for(options.max_contacts);
  return run({a, at_a, b, at_b, options}, search, [&](const Contact& contact) { return sink(contact) == Flow::go_on; });
}

Contacts collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                 const CollideOptions& options) {
  Contacts contacts;
  static_cast<CollideSummary&>(contacts) =
      run({a, at_a, b, at_b, options}, search_for(options.max_contacts), [&](const Contact& contact) {
        contacts.pairs.push_back(contact);
        return true;
      });
  std::sort(contacts.pairs.begin(), contacts.pairs.end());
  return contacts;
}

bool touches(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
             const CollideOptions& options) {
  if (options.threads != 1 && !options.cache) {
    // Every thread must know that one is enough.
    CollideOptions one = options;
    one.max_contacts = std::min<std::uint64_t>(1, options.max_contacts);
    return !collide(a, at_a, b, at_b, one).pairs.empty();
  }
  bool found = false;
  const auto stop_at_once = [&](const Contact&) {
    found = true;
    return false;
  };
  run({a, at_a, b, at_b, options}, WideSearch::for_a_few, stop_at_once, true);
  return found;
}

std::vector<Contacts> collide(std::span<const CollideItem> items, const CollideOptions& options, int threads) {
  if (options.cache)
    throw Error("a cache serves one query at a time; collide the items of a batch one by one with it.");
  std::vector<Contacts> results(items.size());
  Workers(threads).for_each(items.size(), [&](std::size_t i) {
    const CollideItem& item = items[i];
    results[i] = collide(*item.a, item.at.a, *item.b, item.at.b, options);
  });
  return results;
}

std::vector<Contacts> collide(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                              const CollideOptions& options, int threads) {
  std::vector<CollideItem> items;
  items.reserve(placements.size());
  for (const PlacementPair& at : placements) items.push_back({&a, &b, at});
  return collide(items, options, threads);
}

}  // namespace abut
