#include "classic/model_data.h"
#include "leaf/self_contact.h"
#include "query/self_pieces.h"
#include <abut/classic.h>

#include <algorithm>

namespace abut::classic {

namespace {

/// The part of a query that knows triangles: tests the pairs of leaves, and hands contacts on.
class SelfLeaves {
 public:
  SelfLeaves(const ModelData& model, const SelfOptions& options, const ContactSink& sink)
      : test_(model.leaf_geometry()), order_(model.tree->order()), options_(options), sink_(sink) {}

  /// Pairs within one leaf. False ends the search.
  bool visit(const LeafRun& leaf) {
    if (stopped()) return false;
    for (std::uint32_t i = 1; i < leaf.count; ++i)
      for (std::uint32_t j = 0; j < i; ++j)
        if (!visit(order_[leaf.first + i], order_[leaf.first + j])) return false;
    return true;
  }
  /// Pairs across two leaves.
  bool visit(const LeafRun& leaf_a, const LeafRun& leaf_b) {
    if (stopped()) return false;
    for (std::uint32_t a : order_.subspan(leaf_a.first, leaf_a.count))
      for (std::uint32_t b : order_.subspan(leaf_b.first, leaf_b.count))
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

// Few enough to keep threads equally busy, enough that the pieces themselves cost nothing.
constexpr std::uint32_t nodes_per_piece = 1024;

/// ask(pieces) of the model.
template <class Ask>
auto ask_pieces(const Model& model, const SelfOptions& options, const Ask& ask) {
  require_boxes(options.sat, Side(model));
  const ModelData& data = model.data();
  const RelativePlacement to_itself = relate(data.frame, {}, data.frame, {}, 0);
  const std::uint32_t nodes = data.tree->size();
  const auto run = [&](std::size_t piece, const ContactSink& sink) {
    const auto first = static_cast<std::uint32_t>(piece) * nodes_per_piece;
    const std::uint32_t last = std::min(nodes, first + nodes_per_piece);
    SelfLeaves leaves(data, options, sink);
    CollideSummary summary;
    const auto on_leaf = [&](LeafRun leaf) { return summary.complete = leaves.visit(leaf); };
    const auto on_leaves = [&](LeafRun a, LeafRun b) { return summary.complete = leaves.visit(a, b); };
    summary.counters.volume_tests =
        data.tree->self_pairs(first, last, to_itself, options.sat.value_or(Sat::full),
                              options.descent.value_or(Descent::larger_diameter), on_leaf, on_leaves);
    summary.counters.triangle_tests = leaves.tested();
    summary.counters.exact_tests = leaves.exact_tests();
    return summary;
  };
  return ask(SelfPieces{(nodes + nodes_per_piece - 1) / nodes_per_piece, run});
}

/// For a model of the engine.
abut::SelfOptions engine_options(const SelfOptions& options) {
  require_unset(options.descent.has_value(), "descent");
  require_unset(options.sat.has_value(), "sat");
  abut::SelfOptions same;
  same.max_contacts = options.max_contacts;
  same.consider = options.consider;
  same.stop = options.stop;
  same.threads = options.threads;
  return same;
}

}  // namespace

Contacts self_contacts(ModelRef model, const SelfOptions& options) {
  if (model.engine()) return abut::self_contacts(*model.engine(), engine_options(options));
  return ask_pieces(*model.classic(), options, [&](const SelfPieces& pieces) {
    return contacts_of(pieces, options.max_contacts, options.threads);
  });
}

CollideSummary self_contacts(ModelRef model, const SelfOptions& options, const ContactSink& sink) {
  if (model.engine()) return abut::self_contacts(*model.engine(), engine_options(options), sink);
  return ask_pieces(*model.classic(), options,
                    [&](const SelfPieces& pieces) { return hand_on(pieces, options.max_contacts, sink); });
}

bool touches_itself(ModelRef model, const SelfOptions& options) {
  SelfOptions first = options;
  first.max_contacts = std::min<std::uint64_t>(1, options.max_contacts);
  return !self_contacts(model, first).pairs.empty();
}

}  // namespace abut::classic
