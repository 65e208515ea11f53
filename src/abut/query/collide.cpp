#include <abut/error.h>
#include <abut/leaf/triangle_distance.h>
#include <abut/leaf/triangle_triangle.h>
#include <abut/query/box_tree.h>
#include <abut/query/collide.h>

#include <algorithm>
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
}

/// The part of a query that knows triangles: tests pairs of leaves, counts, and hands contacts on.
class LeafPairs {
 public:
  LeafPairs(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, const CollideOptions& options,
            const ContactSink& sink)
      : contact_(a.leaf_geometry(), at_a, b.leaf_geometry(), at_b), options_(options), sink_(sink) {
    if (options.margin > 0) distance_.emplace(a.leaf_geometry(), at_a, b.leaf_geometry(), at_b);
  }

  /// False ends the search.
  bool visit(std::span<const std::uint32_t> of_a, std::span<const std::uint32_t> of_b) {
    if (options_.stop && options_.stop->load(std::memory_order_relaxed)) return false;
    for (std::uint32_t a : of_a)
      for (std::uint32_t b : of_b) {
        if (options_.consider && !options_.consider(a, b)) continue;
        ++tested_;
        if (!counts(a, b)) continue;
        if (sink_({a, b}) == Flow::stop || ++found_ >= options_.max_contacts) return false;
      }
    return true;
  }

  std::uint64_t tested() const { return tested_; }
  std::uint64_t exact_tests() const { return distance_ ? distance_->exact_tests() : contact_.exact_tests(); }

 private:
  bool counts(std::uint32_t a, std::uint32_t b) {
    return distance_ ? distance_->upper(a, b) <= options_.margin : contact_.touch(a, b);
  }

  ContactTest contact_;
  std::optional<DistanceTest> distance_;  // only with a margin
  const CollideOptions& options_;
  const ContactSink& sink_;
  std::uint64_t tested_ = 0, found_ = 0;
};

/// Runs the traversal that fits the two trees: a kind's own test, or boxes when kinds or storages differ.
template <class OnLeaves>
std::uint64_t visit_leaf_pairs(const Model& a, const Model& b, const RelativePlacement& b_in_a,
                               const CollideOptions& options, const OnLeaves& on_leaves) {
  return std::visit(
      [&]<class TreeA, class TreeB>(const TreeA& tree_a, const TreeB& tree_b) {
        if constexpr (std::is_same_v<TreeA, TreeB>) {
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

}  // namespace

Counters& Counters::operator+=(const Counters& other) {
  volume_tests += other.volume_tests;
  triangle_tests += other.triangle_tests;
  exact_tests += other.exact_tests;
  return *this;
}

CollideSummary collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                       const CollideOptions& options, const ContactSink& sink) {
  require_valid(at_a, at_b, options);
  CollideSummary summary;
  if (options.max_contacts == 0) return {{}, false};
  LeafPairs leaves(a, at_a, b, at_b, options, sink);
  const std::span<const std::uint32_t> order_a = order_of(a), order_b = order_of(b);
  const auto on_leaves = [&](const auto& node_a, const auto& node_b) {
    return summary.complete =
               leaves.visit(order_a.subspan(node_a.first, node_a.count), order_b.subspan(node_b.first, node_b.count));
  };
  const RelativePlacement b_in_a = relate(a.frame(), at_a, b.frame(), at_b, options.margin);
  summary.counters.volume_tests = visit_leaf_pairs(a, b, b_in_a, options, on_leaves);
  summary.counters.triangle_tests = leaves.tested();
  summary.counters.exact_tests = leaves.exact_tests();
  return summary;
}

Contacts collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                 const CollideOptions& options) {
  Contacts contacts;
  static_cast<CollideSummary&>(contacts) = collide(a, at_a, b, at_b, options, [&](const Contact& contact) {
    contacts.pairs.push_back(contact);
    return Flow::go_on;
  });
  std::sort(contacts.pairs.begin(), contacts.pairs.end());
  return contacts;
}

bool touches(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
             const CollideOptions& options) {
  bool found = false;
  collide(a, at_a, b, at_b, options, [&](const Contact&) {
    found = true;
    return Flow::stop;
  });
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
