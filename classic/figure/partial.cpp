#include "classic/figure/hierarchy.h"

namespace abut::classic::figure {

PartialBoxes::PartialBoxes(const Figures& of)
    : Boxes(of), boxes_(data.nodes.size()), fitted_at_(boxes_.size()), above_(boxes_.size()), at_cut_(boxes_.size()) {
  for (std::uint32_t root : data.roots) {
    // The nodes of a figure: those whose links are its own.
    const Node& whole = data.nodes[root];
    const auto of_figure = [&](std::size_t i) {
      return data.nodes[i].first >= whole.first && data.nodes[i].first < whole.first + whole.count;
    };
    std::uint32_t deepest = 0;
    for (std::size_t i = 0; i < boxes_.size(); ++i)
      if (of_figure(i)) deepest = std::max(deepest, data.depths[i]);
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      if (!of_figure(i) || data.depths[i] > deepest / 2) continue;
      at_cut_[i] = data.nodes[i].is_leaf() || data.depths[i] == deepest / 2;
      above_[i] = !at_cut_[i];
    }
  }
}

/// To the corners of every link below it.
void PartialBoxes::fit(std::uint32_t node) {
  const auto [first, count] = std::pair(data.nodes[node].first, data.nodes[node].count);
  const auto of_link = [&](std::uint32_t place) {
    const std::uint32_t link = data.order[place];
    return FitCorners::leaf(data.shapes[link], at[link]);
  };
  boxes_[node] = of_link(first);
  for (std::uint32_t i = first + 1; i < first + count; ++i) boxes_[node] = box_around(boxes_[node], of_link(i));
  fitted_at_[node] = updates_;
  ++effort.boxes_fitted;
}
void PartialBoxes::fit_if_stale(std::uint32_t node) {
  if (fitted_at_[node] != updates_) fit(node);
}

void PartialBoxes::update() {
  ++updates_;
  for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
    if (at_cut_[i]) fit(i);
    if (!above_[i]) continue;
    boxes_[i] = box_around(boxes_[data.nodes[i].left], boxes_[data.nodes[i].right]);
    fitted_at_[i] = updates_;
    ++effort.boxes_fitted;
  }
}

void PartialBoxes::collect(std::vector<LinkPair>& pairs, double within) {
  const auto open = [this](std::uint32_t node) {
    fit_if_stale(data.nodes[node].left);
    fit_if_stale(data.nodes[node].right);
  };
  effort.box_tests += PairVisit<AlignedBox, decltype(open)>(data, boxes_, within, open, waiting, pairs).run();
}

small::Box PartialBoxes::box(std::uint32_t node) {
  fit_if_stale(node);
  return as_small_box(boxes_[node]);
}

}  // namespace abut::classic::figure
