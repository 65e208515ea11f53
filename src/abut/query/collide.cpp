#include <abut/error.h>
#include <abut/leaf/triangle_distance.h>
#include <abut/leaf/triangle_triangle.h>
#include <abut/query/box_tree.h>
#include <abut/query/cache_memory.h>
#include <abut/query/collide.h>
#include <abut/query/workers.h>
#include <abut/traverse/wide_front_visit.h>
#include <abut/volume/closed_box.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

namespace abut {

namespace {

void require_valid(const Placement& at_a, const Placement& at_b, const CollideOptions& options) {
  require_valid(at_a, "the placement of A");
  require_valid(at_b, "the placement of B");
  if (!(options.margin >= 0) || std::isinf(options.margin))
    throw Error("the margin must be a finite length, 0 or more; it is " + std::to_string(options.margin) + ".");
  require_available(options.simd);
}

/// One query: two placed models, and what is asked of them.
struct Query {
  const Model& a;
  const Placement& at_a;
  const Model& b;
  const Placement& at_b;
  const CollideOptions& options;
};

/// Decides whether pairs of triangles count, exactly. Made ready when the first pair asks.
class PairTest {
 public:
  explicit PairTest(const Query& query) : query_(query) {}

  bool counts(std::uint32_t a, std::uint32_t b) {
    if (query_.options.margin > 0) {
      if (!distance_) distance_.emplace(query_.a.leaf_geometry(), query_.at_a, query_.b.leaf_geometry(), query_.at_b);
      return distance_->upper(a, b) <= query_.options.margin;
    }
    if (!contact_) contact_.emplace(query_.a.leaf_geometry(), query_.at_a, query_.b.leaf_geometry(), query_.at_b);
    return contact_->touch(a, b);
  }
  std::uint64_t exact_tests() const {
    return distance_ ? distance_->exact_tests() : contact_ ? contact_->exact_tests() : 0;
  }

 private:
  const Query& query_;
  std::optional<ContactTest> contact_;
  std::optional<DistanceTest> distance_;  // only with a margin
};

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

/// The same for the fast engine, whose filter has decided most pairs already.
template <class Out>
class FilteredPairs final : public WidePairSink {
 public:
  /// Contacts are added to `recent`, if there is one.
  FilteredPairs(const Query& query, const Out& out, RecentContacts* recent)
      : options_(query.options),
        recent_(recent),
        order_a_(query.a.tree().wide()->order.data()),
        order_b_(query.b.tree().wide()->order.data()),
        test_(query),
        out_(out) {}

  bool considers(std::uint32_t a, std::uint32_t b) override { return options_.consider(order_a_[a], order_b_[b]); }

  bool take(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) override {
    if (recent_)
      for (std::uint32_t rest = verdicts.touching; rest != 0; rest &= rest - 1)
        recent_->renew(a[std::countr_zero(rest)], b[std::countr_zero(rest)]);
    for (std::uint32_t rest = verdicts.touching | verdicts.undecided; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      const Contact pair{order_a_[a[i]], order_b_[b[i]]};
      if ((verdicts.undecided >> i & 1) != 0 && !test_.counts(pair.a, pair.b)) continue;
      if (recent_) recent_->renew(a[i], b[i]);
      if (!out_(pair) || ++found_ >= options_.max_contacts) return false;
    }
    return true;
  }

  bool any(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) override {
    if (verdicts.touching != 0) return true;
    for (std::uint32_t rest = verdicts.undecided; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      if (test_.counts(order_a_[a[i]], order_b_[b[i]])) return true;
    }
    return false;
  }

  std::uint64_t exact_tests() const { return test_.exact_tests(); }

 private:
  const CollideOptions& options_;
  RecentContacts* recent_;
  const std::uint32_t *order_a_, *order_b_;
  PairTest test_;
  const Out& out_;
  std::uint64_t found_ = 0;
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

/// Finds a contact among the last ones and their neighbours.
class LastContacts {
 public:
  LastContacts(const Query& query, const RelativePlacement& b_in_a, CollideCache::Memory& memory)
      : simd_(query.options.simd),
        order_a_(query.a.tree().wide()->order),
        order_b_(query.b.tree().wide()->order),
        memory_(memory),
        filter_(corners_of(*query.a.tree().wide()), corners_of(*query.b.tree().wide()), b_in_a) {}

  /// Hands the last contacts that still are, or may be, to the sink, sure ones first, then those beside the newest
  /// ones. True when the sink ends the search.
  bool retry(WidePairSink& sink) {
    const RecentContacts& recent = memory_.recent;
    const std::size_t count = static_cast<std::size_t>(recent.size());
    const PairVerdicts verdicts = decide(simd_, filter_, {recent.a(), count}, {recent.b(), count});
    if (verdicts.touching != 0 && !sink.take(recent.a(), recent.b(), {verdicts.touching, 0})) {
      const int holds = std::countr_zero(verdicts.touching);
      const Pair pair{recent.a()[holds], recent.b()[holds]};
      spread(pair);
      memory_.recent.renew(pair.a, pair.b);
      return true;
    }
    if (verdicts.undecided != 0 && !sink.take(recent.a(), recent.b(), {0, verdicts.undecided})) return true;
    // Where bodies slide on each other, the contact moves on to a neighbour.
    for (int i = 0; i < std::min(recent.size(), 3); ++i)
      if (spread({recent.a()[i], recent.b()[i]}) != 0) return !sink.take(recent.a(), recent.b(), {1, 0});
    return false;
  }

  /// Adds the contacts beside the newest one.
  void spread() { spread({memory_.recent.a()[0], memory_.recent.b()[0]}); }

 private:
  static TriangleFilter::Corners corners_of(const WideTree& tree) {
    return {tree.corners.data(), reach_of(tree.nodes[0].boxes, 0)};
  }
  struct Pair {
    std::uint32_t a, b;
  };

  /// Adds the sure contacts between a few triangles beside these in leaf order, which are close to them in space, too.
  /// Returns which there are; the newest is one of them.
  std::uint32_t spread(const Pair& pair) {
    std::uint32_t places_a[TriangleFilter::batch], places_b[TriangleFilter::batch];
    std::size_t count = 0;
    const auto [first_a, last_a] = around(pair.a, order_a_.size());
    const auto [first_b, last_b] = around(pair.b, order_b_.size());
    for (std::uint32_t a = first_a; a < last_a; ++a)
      for (std::uint32_t b = first_b; b < last_b; ++b) {
        places_a[count] = a;
        places_b[count++] = b;
      }
    const PairVerdicts verdicts = decide(simd_, filter_, {places_a, count}, {places_b, count});
    for (std::uint32_t rest = verdicts.touching; rest != 0; rest &= rest - 1)
      memory_.recent.renew(places_a[std::countr_zero(rest)], places_b[std::countr_zero(rest)]);
    return verdicts.touching;
  }
  static std::pair<std::uint32_t, std::uint32_t> around(std::uint32_t place, std::size_t size) {
    constexpr std::uint32_t side = 4;
    static_assert(side * side == TriangleFilter::batch);
    const std::uint32_t first = place > 1 ? place - 1 : 0;
    return {first, std::min(first + side, static_cast<std::uint32_t>(size))};
  }

  Simd simd_;
  const std::vector<std::uint32_t>&order_a_, &order_b_;
  CollideCache::Memory& memory_;
  TriangleFilter filter_;
};

/// Is the newest contact of the cache still one? Without a margin that is known sooner than how the models stand to
/// each other.
template <class Out>
bool holds_still(const Query& query, bool first_only, const Out& out) {
  const CollideOptions& options = query.options;
  if (!options.cache || options.consider || options.stop || !first_only || options.margin > 0) return false;
  CollideCache::Memory& memory = options.cache->memory();
  memory.serve(query.a, query.b);
  if (memory.recent.size() == 0) return false;
  const Contact newest{query.a.tree().wide()->order[memory.recent.a()[0]],
                       query.b.tree().wide()->order[memory.recent.b()[0]]};
  ContactTest test(query.a.leaf_geometry(), query.at_a, query.b.leaf_geometry(), query.at_b);
  if (!test.touch(newest.a, newest.b)) return false;
  out(newest);
  return true;
}

template <class Out>
CollideSummary run_cached(const Query& query, const RelativePlacement& b_in_a, const WideVisit& visit, bool first_only,
                          const Out& out) {
  CollideCache::Memory& memory = query.options.cache->memory();
  memory.serve(query.a, query.b);
  const WideTree &a = *query.a.tree().wide(), &b = *query.b.tree().wide();
  const bool stopped = query.options.stop && query.options.stop->load(std::memory_order_relaxed);
  Counters counters;
  if (first_only && !stopped && memory.recent.size() > 0) {
    counters.triangle_tests = static_cast<std::uint64_t>(memory.recent.size());
    FilteredPairs<Out> last(query, out, nullptr);
    const bool found = LastContacts(query, b_in_a, memory).retry(last);
    counters.exact_tests = last.exact_tests();
    if (found) return {counters, false};
  }
  FilteredPairs<Out> leaves(query, out, &memory.recent);
  const WideVisited visited = visit_wide_front(a, b, b_in_a, visit, memory.front, leaves);
  if (first_only && !visited.complete && memory.recent.size() > 0) LastContacts(query, b_in_a, memory).spread();
  counters += {visited.volume_tests, visited.triangle_tests, leaves.exact_tests()};
  return {counters, visited.complete};
}

template <class Out>
CollideSummary run_wide(const Query& query, const RelativePlacement& b_in_a, WideSearch search, bool first_only,
                        const Out& out) {
  const CollideOptions& options = query.options;
  const WideVisit visit{options.simd, search, static_cast<bool>(options.consider), options.stop};
  if (options.cache && !options.consider) return run_cached(query, b_in_a, visit, first_only, out);
  FilteredPairs<Out> leaves(query, out, nullptr);
  const WideVisited visited = visit_wide_pairs(*query.a.tree().wide(), *query.b.tree().wide(), b_in_a, visit, leaves);
  return {{visited.volume_tests, visited.triangle_tests, leaves.exact_tests()}, visited.complete};
}

/// `out` takes each contact and returns whether to go on; `one_is_enough` when it never does.
template <class Out>
CollideSummary run(const Query& query, WideSearch search, const Out& out, bool one_is_enough = false) {
  const CollideOptions& options = query.options;
  const bool first_only = one_is_enough || options.max_contacts == 1;
  require_valid(query.at_a, query.at_b, options);
  if (options.max_contacts == 0) return {{}, false};
  if (query.a.tree().wide() && query.b.tree().wide() && holds_still(query, first_only, out)) return {{0, 1, 0}, false};
  const RelativePlacement b_in_a = relate(query.a.frame(), query.at_a, query.b.frame(), query.at_b, options.margin);
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

Counters& Counters::operator+=(const Counters& other) {
  volume_tests += other.volume_tests;
  triangle_tests += other.triangle_tests;
  exact_tests += other.exact_tests;
  return *this;
}

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
