#include "engine/self_pairs.h"
#include "leaf/self_contact.h"
#include "query/model_data.h"
#include "query/self_pieces.h"

#include <algorithm>
#include <bit>

namespace abut {

namespace {

/// The part of a query that knows triangles: the filter has decided most pairs without a common corner.
class SelfLeaves final : public PairSink {
 public:
  SelfLeaves(const ModelData& model, const SelfOptions& options, const ContactSink& sink)
      : test_(model.leaf_geometry()), order_(model.tree.order), options_(options), sink_(sink) {}

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

// Few enough to keep threads equally busy, enough that the pieces themselves cost nothing.
constexpr std::uint32_t nodes_per_piece = 128;

/// ask(pieces) of the model.
template <class Ask>
auto ask_pieces(const ModelData& model, const SelfOptions& options, const Ask& ask) {
  require_available(options.simd);
  const RelativePlacement to_itself = relate(model.frame, {}, model.frame, {}, 0);
  const auto nodes = static_cast<std::uint32_t>(model.tree.nodes.size());
  const auto run = [&](std::size_t piece, const BudgetWatch& watch, const ContactSink& sink) -> CollideSummary {
    const auto first = static_cast<std::uint32_t>(piece) * nodes_per_piece;
    const std::uint32_t last = std::min(nodes, first + nodes_per_piece);
    SelfLeaves leaves(model, options, sink);
    VisitOptions visit{options.simd};
    visit.asks = static_cast<bool>(options.consider);
    visit.watch = watch;
    const Visited visited = visit_self_pairs(model.tree, to_itself, first, last, visit, leaves);
    return {{visited.volume_tests, visited.triangle_tests, leaves.exact_tests()}, visited.complete};
  };
  return ask(SelfPieces{(nodes + nodes_per_piece - 1) / nodes_per_piece, run});
}

}  // namespace

Contacts self_contacts(const Model& model, const SelfOptions& options) {
  return ask_pieces(model.data(), options, [&](const SelfPieces& pieces) { return contacts_of(pieces, options); });
}

CollideSummary self_contacts(const Model& model, const SelfOptions& options, const ContactSink& sink) {
  return ask_pieces(model.data(), options, [&](const SelfPieces& pieces) { return hand_on(pieces, options, sink); });
}

bool touches_itself(const Model& model, const SelfOptions& options) {
  return ask_pieces(model.data(), options, [&](const SelfPieces& pieces) { return any_contact(pieces, options); });
}

}  // namespace abut
