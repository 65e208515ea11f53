#include "base/workers.h"
#include "classic/tree_holder.h"
#include "classic/visit/self_pairs.h"
#include "engine/self_pairs.h"
#include "leaf/self_contact.h"
#include <abut/collide.h>

#include <algorithm>
#include <bit>

namespace abut {

namespace {

/// The part of a query that knows triangles: tests the pairs of leaves, and hands contacts on.
class SelfLeaves {
 public:
  SelfLeaves(const Model& model, std::span<const std::uint32_t> order, const SelfOptions& options,
             const ContactSink& sink)
      : test_(model.leaf_geometry()), order_(order), options_(options), sink_(sink) {}

  /// Pairs within one leaf. False ends the search.
  template <class Node>
  bool visit(const Node& node) {
    if (stopped()) return false;
    for (std::uint32_t i = 1; i < node.count; ++i)
      for (std::uint32_t j = 0; j < i; ++j)
        if (!visit(order_[node.first + i], order_[node.first + j])) return false;
    return true;
  }
  /// Pairs across two leaves.
  template <class Node>
  bool visit(const Node& node_a, const Node& node_b) {
    if (stopped()) return false;
    for (std::uint32_t a : order_.subspan(node_a.first, node_a.count))
      for (std::uint32_t b : order_.subspan(node_b.first, node_b.count))
        if (!visit(a, b)) return false;
    return true;
  }

  std::uint64_t tested() const { return tested_; }
  std::uint64_t exact_tests() const { return test_.exact_tests(); }

 private:
  bool stopped() const { return options_.stop && options_.stop->load(std::memory_order_relaxed); }

  bool visit(std::uint32_t a, std::uint32_t b) {
    if (b < a) std::swap(a, b);
    if (options_.consider && !options_.consider(a, b)) return true;
    ++tested_;
    if (!test_.touch(a, b)) return true;
    return sink_({a, b}) == Flow::go_on;
  }

  SelfContactTest test_;
  std::span<const std::uint32_t> order_;
  const SelfOptions& options_;
  const ContactSink& sink_;
  std::uint64_t tested_ = 0;
};

/// The same for the fast engine, whose filter has decided most pairs without a common corner.
class WideSelfLeaves : public WideSelfSink {
 public:
  WideSelfLeaves(const Model& model, const SelfOptions& options, const ContactSink& sink)
      : test_(model.leaf_geometry()), order_(model.tree().order()), options_(options), sink_(sink) {}

  bool considers(std::uint32_t a, std::uint32_t b) override {
    const Contact pair = ids(a, b);
    return options_.consider(pair.a, pair.b);
  }
  bool take(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) override {
    for (std::uint32_t rest = verdicts.touching | verdicts.undecided; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      const Contact pair = ids(a[i], b[i]);
      const bool contact = (verdicts.touching >> i & 1) != 0 || test_.touch(pair.a, pair.b);
      if (contact && sink_(pair) == Flow::stop) return false;
    }
    return true;
  }
  std::uint64_t exact_tests() const { return test_.exact_tests(); }

 private:
  Contact ids(std::uint32_t a, std::uint32_t b) const {
    return {std::min(order_[a], order_[b]), std::max(order_[a], order_[b])};
  }

  SelfContactTest test_;
  std::span<const std::uint32_t> order_;
  const SelfOptions& options_;
  const ContactSink& sink_;
};

/// A query in pieces: runs of nodes that do not depend on the number of threads, so that neither do the contacts that a
/// cap keeps, nor the counters.
class SelfQuery {
 public:
  SelfQuery(const Model& model, const SelfOptions& options)
      : model_(model),
        options_(options),
        to_itself_(relate(model.frame(), {}, model.frame(), {}, 0)),
        node_count_(count_nodes(model.tree())),
        nodes_per_piece_(model.tree().wide() ? 128 : 1024) {
    require_available(options.simd);
  }

  std::size_t pieces() const { return (node_count_ + nodes_per_piece_ - 1) / nodes_per_piece_; }

  CollideSummary run(std::size_t piece, const ContactSink& sink) const {
    const auto first = static_cast<std::uint32_t>(piece) * nodes_per_piece_;
    const std::uint32_t last = std::min(node_count_, first + nodes_per_piece_);
    return std::visit([&](const auto& tree) { return visit(tree, first, last, sink); }, model_.tree().get());
  }

 private:
  static std::uint32_t count_nodes(const TreeHolder& holder) {
    return std::visit([](const auto& tree) { return static_cast<std::uint32_t>(tree.nodes.size()); }, holder.get());
  }

  CollideSummary visit(const WideTree& tree, std::uint32_t first, std::uint32_t last, const ContactSink& sink) const {
    WideSelfLeaves leaves(model_, options_, sink);
    const WideSelfVisit visit{first, last, options_.simd, static_cast<bool>(options_.consider), options_.stop};
    const WideSelfVisited visited = visit_wide_self_pairs(tree, to_itself_, visit, leaves);
    return {{visited.volume_tests, visited.triangle_tests, leaves.exact_tests()}, visited.complete};
  }

  template <class V>
  CollideSummary visit(const Tree<V>& tree, std::uint32_t first, std::uint32_t last, const ContactSink& sink) const {
    SelfLeaves leaves(model_, tree.order, options_, sink);
    CollideSummary summary;
    const auto on_leaf = [&](const Node<V>& node) { return summary.complete = leaves.visit(node); };
    const auto on_leaves = [&](const Node<V>& a, const Node<V>& b) { return summary.complete = leaves.visit(a, b); };
    const typename V::Test test(to_itself_, options_.sat, V::axes_defect);
    summary.counters.volume_tests = visit_self_pairs(tree, first, last, test, options_.descent, on_leaf, on_leaves);
    summary.counters.triangle_tests = leaves.tested();
    summary.counters.exact_tests = leaves.exact_tests();
    return summary;
  }

  const Model& model_;
  const SelfOptions& options_;
  RelativePlacement to_itself_;
  std::uint32_t node_count_;
  // Few enough to keep threads equally busy, enough that the pieces themselves cost nothing.
  std::uint32_t nodes_per_piece_;
};

/// Runs the pieces on several threads; pieces that a capped answer does not need may be left empty.
std::vector<Contacts> run_pieces(const SelfQuery& query, const SelfOptions& options) {
  std::vector<Contacts> results(query.pieces());
  // A piece that fills the cap by itself makes all later ones superfluous.
  std::atomic<std::size_t> last_needed = results.size();
  const auto run = [&](std::size_t piece) {
    if (piece > last_needed.load(std::memory_order_relaxed)) return;
    std::vector<Contact>& pairs = results[piece].pairs;
    static_cast<CollideSummary&>(results[piece]) = query.run(piece, [&](const Contact& contact) {
      pairs.push_back(contact);
      return pairs.size() < options.max_contacts ? Flow::go_on : Flow::stop;
    });
    if (pairs.size() < options.max_contacts) return;
    std::size_t last = last_needed.load();
    while (piece < last && !last_needed.compare_exchange_weak(last, piece)) {
    }
  };
  Workers(options.threads).for_each(results.size(), run);
  return results;
}

}  // namespace

Contacts self_contacts(const Model& model, const SelfOptions& options) {
  Contacts contacts;
  if (options.max_contacts == 0) {
    contacts.complete = false;
    return contacts;
  }
  for (const Contacts& piece : run_pieces(SelfQuery(model, options), options)) {
    contacts.counters += piece.counters;
    contacts.complete = contacts.complete && piece.complete;
    const std::uint64_t room = options.max_contacts - contacts.pairs.size();
    const auto kept = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(room, piece.pairs.size()));
    contacts.pairs.insert(contacts.pairs.end(), piece.pairs.begin(), piece.pairs.begin() + kept);
    if (contacts.pairs.size() == options.max_contacts) {
      contacts.complete = false;
      break;
    }
  }
  std::sort(contacts.pairs.begin(), contacts.pairs.end());
  return contacts;
}

CollideSummary self_contacts(const Model& model, const SelfOptions& options, const ContactSink& sink) {
  CollideSummary summary;
  summary.complete = options.max_contacts > 0;
  const SelfQuery query(model, options);
  std::uint64_t found = 0;
  const ContactSink until_the_cap = [&](const Contact& contact) {
    const Flow flow = sink(contact);
    return ++found < options.max_contacts ? flow : Flow::stop;
  };
  for (std::size_t piece = 0; summary.complete && piece < query.pieces(); ++piece) {
    const CollideSummary result = query.run(piece, until_the_cap);
    summary.counters += result.counters;
    summary.complete = result.complete;
  }
  return summary;
}

bool touches_itself(const Model& model, const SelfOptions& options) {
  SelfOptions first = options;
  first.max_contacts = std::min<std::uint64_t>(1, options.max_contacts);
  return !self_contacts(model, first).pairs.empty();
}

}  // namespace abut
