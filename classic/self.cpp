#include "classic/model_data.h"
#include "classic/seen_pairs.h"
#include "leaf/self_contact.h"
#include "query/self_pieces.h"
#include <abut/classic.h>

#include <algorithm>

namespace abut::classic {

namespace {

/// The part of a query that knows triangles: tests the pairs of leaves, and hands contacts on.
class SelfLeaves {
 public:
  SelfLeaves(const ModelData& model, const SelfOptions& options, std::uint64_t& tested, const ContactSink& sink)
      : test_(model.leaf_geometry()),
        order_(model.tree->order()),
        seen_(model.options.tile.has_value()),
        options_(options),
        tested_(tested),
        sink_(sink) {}

  /// Pairs within one leaf. False ends the search.
  bool visit(const LeafRun& leaf) {
    for (std::uint32_t i = 1; i < leaf.count; ++i)
      for (std::uint32_t j = 0; j < i; ++j)
        if (!visit(order_[leaf.first + i], order_[leaf.first + j])) return false;
    return true;
  }
  /// Pairs across two leaves.
  bool visit(const LeafRun& leaf_a, const LeafRun& leaf_b) {
    for (std::uint32_t a : order_.subspan(leaf_a.first, leaf_a.count))
      for (std::uint32_t b : order_.subspan(leaf_b.first, leaf_b.count))
        if (!visit(a, b)) return false;
    return true;
  }

  std::uint64_t exact_tests() const { return test_.exact_tests(); }

 private:
  bool visit(std::uint32_t a, std::uint32_t b) {
    if (b < a) std::swap(a, b);
    if (a == b || !seen_.is_new(a, b) || (options_.consider && !options_.consider(a, b))) return true;
    ++tested_;
    if (!test_.touch(a, b)) return true;
    return sink_({a, b}) == Flow::go_on;
  }

  SelfContactTest test_;
  std::span<const std::uint32_t> order_;
  SeenPairs seen_;
  const SelfOptions& options_;
  std::uint64_t& tested_;
  const ContactSink& sink_;
};

// Few enough to keep threads equally busy, enough that the pieces themselves cost nothing.
constexpr std::uint32_t nodes_of_a_piece = 1024;

/// ask(pieces) of the model.
template <class Ask>
auto ask_pieces(const Model& model, const SelfOptions& options, const CollideMethod& method, const Ask& ask) {
  require_no_simd(options, model, model);
  require_boxes(method.sat, Side(model));
  const ModelData& data = model.data();
  const RelativePlacement to_itself = relate(data.frame, {}, data.frame, {}, 0);
  const std::uint32_t nodes = data.tree->size();
  // Tiles bring pairs of triangles more than once, and who has seen them all can tell.
  const std::uint32_t nodes_per_piece = data.options.tile ? std::max(nodes, 1u) : nodes_of_a_piece;
  const auto run = [&](std::size_t piece, const BudgetWatch& watch, const ContactSink& sink) -> CollideSummary {
    const auto first = static_cast<std::uint32_t>(piece) * nodes_per_piece;
    const std::uint32_t last = std::min(nodes, first + nodes_per_piece);
    ContactVisit visit{method.sat.value_or(Sat::full), method.descent.value_or(Descent::larger_diameter), watch};
    SelfLeaves leaves(data, options, visit.visited.triangle_tests, sink);
    data.tree->self_pairs(
        first, last, to_itself, visit, [&](LeafRun leaf) { return leaves.visit(leaf); },
        [&](LeafRun a, LeafRun b) { return leaves.visit(a, b); });
    const Visited& visited = visit.visited;
    return {{visited.volume_tests, visited.triangle_tests, leaves.exact_tests()}, visited.complete};
  };
  return ask(SelfPieces{(nodes + nodes_per_piece - 1) / nodes_per_piece, run});
}

}  // namespace

Contacts self_contacts(ModelRef model, const SelfOptions& options, const CollideMethod& method) {
  if (engine_answers(model, model, method)) return abut::self_contacts(*model.engine(), options);
  return ask_pieces(*model.classic(), options, method,
                    [&](const SelfPieces& pieces) { return contacts_of(pieces, options); });
}

CollideSummary self_contacts(ModelRef model, const SelfOptions& options, const ContactSink& sink,
                             const CollideMethod& method) {
  if (engine_answers(model, model, method)) return abut::self_contacts(*model.engine(), options, sink);
  return ask_pieces(*model.classic(), options, method,
                    [&](const SelfPieces& pieces) { return hand_on(pieces, options, sink); });
}

bool touches_itself(ModelRef model, const SelfOptions& options, const CollideMethod& method) {
  if (engine_answers(model, model, method)) return abut::touches_itself(*model.engine(), options);
  return ask_pieces(*model.classic(), options, method,
                    [&](const SelfPieces& pieces) { return any_contact(pieces, options); });
}

}  // namespace abut::classic
