#include <abut/error.h>
#include <abut/leaf/triangle_distance.h>
#include <abut/leaf/triangle_triangle.h>
#include <abut/query/box_tree.h>
#include <abut/query/collide.h>
#include <abut/traverse/wide_pairs.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <type_traits>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

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
  FilteredPairs(const Query& query, const Out& out)
      : options_(query.options),
        order_a_(query.a.tree().wide()->order.data()),
        order_b_(query.b.tree().wide()->order.data()),
        test_(query),
        out_(out) {}

  bool considers(std::uint32_t a, std::uint32_t b) override { return options_.consider(order_a_[a], order_b_[b]); }

  bool take(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) override {
    for (std::uint32_t rest = verdicts.touching | verdicts.undecided; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      const Contact pair{order_a_[a[i]], order_b_[b[i]]};
      if ((verdicts.undecided >> i & 1) != 0 && !test_.counts(pair.a, pair.b)) continue;
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

const std::vector<std::uint32_t>& order_of(const Model& model) {
  return std::visit([](const auto& tree) -> const std::vector<std::uint32_t>& { return tree.order; },
                    model.tree().get());
}

template <class Out>
CollideSummary run_binary(const Query& query, const RelativePlacement& b_in_a, const Out& out) {
  CollideSummary summary;
  LeafPairs<Out> leaves(query, out);
  const std::span<const std::uint32_t> order_a = order_of(query.a), order_b = order_of(query.b);
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
CollideSummary run_wide(const Query& query, const RelativePlacement& b_in_a, WideSearch search, const Out& out) {
  const CollideOptions& options = query.options;
  FilteredPairs<Out> leaves(query, out);
  const WideVisit visit{options.simd, search, static_cast<bool>(options.consider), options.stop};
  const WideVisited visited = visit_wide_pairs(*query.a.tree().wide(), *query.b.tree().wide(), b_in_a, visit, leaves);
  return {{visited.volume_tests, visited.triangle_tests, leaves.exact_tests()}, visited.complete};
}

/// `out` takes each contact and returns whether to go on.
template <class Out>
CollideSummary run(const Query& query, WideSearch search, const Out& out) {
  const CollideOptions& options = query.options;
  require_valid(query.at_a, query.at_b, options);
  if (options.max_contacts == 0) return {{}, false};
  const RelativePlacement b_in_a = relate(query.a.frame(), query.at_a, query.b.frame(), query.at_b, options.margin);
  if (!query.a.tree().wide() || !query.b.tree().wide()) return run_binary(query, b_in_a, out);
  return run_wide(query, b_in_a, search, out);
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
  run({a, at_a, b, at_b, options}, WideSearch::for_a_few, stop_at_once);
  return found;
}

std::vector<Contacts> collide(std::span<const CollideItem> items, const CollideOptions& options, int threads) {
  std::vector<Contacts> results(items.size());
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, items.size(), [&](std::size_t i) {
      const CollideItem& item = items[i];
      results[i] = collide(*item.a, item.at.a, *item.b, item.at.b, options);
    });
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
