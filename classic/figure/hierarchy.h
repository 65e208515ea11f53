#pragma once

#include "classic/figure/fits.h"

namespace abut::classic::figure {

/// What every way has in common.
struct Hierarchy::Boxes {
  explicit Boxes(const Figures& of) : figures(of), data(figures.data()) {}
  virtual ~Boxes() = default;
  virtual void update() = 0;
  virtual void collect(std::vector<LinkPair>& pairs, double within) = 0;
  virtual small::Box box(std::uint32_t node) = 0;

  Figures figures;
  const Figures::Data& data;
  std::vector<Placement> at;
  Effort effort;
  std::vector<LinkPair> waiting;  ///< room for a visit's stack
};

/// All pairs.
struct NoBoxes : Hierarchy::Boxes {
  using Boxes::Boxes;
  void update() override {}
  void collect(std::vector<LinkPair>& pairs, double within) override;
  small::Box box(std::uint32_t) override { return {}; }
};

/// Visits pairs of nodes from the top: of a figure and itself, and of two figures. `open` is told of each node whose
/// children are needed before they are read.
template <class Box, class Open>
class PairVisit {
 public:
  PairVisit(const Figures::Data& data, std::span<const Box> boxes, double within, Open open,
            std::vector<LinkPair>& waiting, std::vector<LinkPair>& found)
      : data_(data), boxes_(boxes), within_(within), open_(open), waiting_(waiting), found_(found) {}

  /// Returns the number of box tests.
  std::uint64_t run() {
    for (std::uint32_t node = static_cast<std::uint32_t>(data_.links.size()); node < data_.nodes.size(); ++node) {
      const auto [left, right] = std::pair(data_.nodes[node].left, data_.nodes[node].right);
      if (!asked(left, right)) continue;
      open_(node);
      // Two groups of links meet at their joint, and so do their boxes nearly always: only leaves are tested.
      if (data_.nodes[left].is_leaf() && data_.nodes[right].is_leaf())
        waiting_.push_back({left, right});
      else
        go_on(left, right);
      finish();
    }
    for (std::size_t a = 0; a < data_.roots.size(); ++a)
      for (std::size_t b = a + 1; b < data_.roots.size(); ++b)
        if (asked(data_.roots[a], data_.roots[b])) {
          waiting_.push_back({data_.roots[a], data_.roots[b]});
          finish();
        }
    return tests_;
  }

 private:
  bool asked(std::uint32_t a, std::uint32_t b) const { return data_.asked[a * data_.nodes.size() + b] != 0; }

  void finish() {
    while (!waiting_.empty()) {
      const auto [a, b] = waiting_.back();
      waiting_.pop_back();
      ++tests_;
      if (may_touch(grown(boxes_[a], within_), boxes_[b])) go_on(a, b);
    }
  }
  /// Opens the larger one, if it is no leaf.
  void go_on(std::uint32_t a, std::uint32_t b) {
    const Node &node_a = data_.nodes[a], &node_b = data_.nodes[b];
    if (node_a.is_leaf() && node_b.is_leaf()) {
      found_.push_back(a < b ? LinkPair{a, b} : LinkPair{b, a});
    } else if (node_b.is_leaf() || (!node_a.is_leaf() && size_of(boxes_[a]) >= size_of(boxes_[b]))) {
      open_(a);
      for (std::uint32_t child : {node_a.right, node_a.left})
        if (asked(child, b)) waiting_.push_back({child, b});
    } else {
      open_(b);
      for (std::uint32_t child : {node_b.right, node_b.left})
        if (asked(a, child)) waiting_.push_back({a, child});
    }
  }

  const Figures::Data& data_;
  std::span<const Box> boxes_;
  double within_;
  Open open_;
  std::vector<LinkPair>& waiting_;
  std::vector<LinkPair>& found_;
  std::uint64_t tests_ = 0;
};

/// Boxes that are all fitted by an update, bottom up.
template <class Fit>
struct FittedBoxes : Hierarchy::Boxes {
  explicit FittedBoxes(const Figures& of) : Boxes(of), boxes(data.nodes.size()) {}

  void update() override {
    const std::size_t links = data.links.size();
    for (std::size_t i = 0; i < links; ++i) boxes[i] = Fit::leaf(data.shapes[i], at[i]);
    for (std::size_t i = links; i < boxes.size(); ++i) {
      const Node& node = data.nodes[i];
      boxes[i] = Fit::inner(boxes[node.left], boxes[node.right], at[node.link] * data.links[node.link].joint);
    }
    effort.boxes_fitted += boxes.size();
  }
  void collect(std::vector<LinkPair>& pairs, double within) override {
    const auto nothing = [](std::uint32_t) {};
    effort.box_tests +=
        PairVisit<typename Fit::Box, decltype(nothing)>(data, boxes, within, nothing, waiting, pairs).run();
  }
  small::Box box(std::uint32_t node) override { return as_small_box(boxes[node]); }

  std::vector<typename Fit::Box> boxes;
};

/// The partial update of Larsson and Akenine-Moller: an update fits the nodes at half the depth to all that is below
/// them, and those above bottom up; the nodes below are fitted, each by itself, when a query opens their parent.
struct PartialBoxes : Hierarchy::Boxes {
  explicit PartialBoxes(const Figures& of);
  void update() override;
  void collect(std::vector<LinkPair>& pairs, double within) override;
  small::Box box(std::uint32_t node) override;

 private:
  void fit(std::uint32_t node);
  void fit_if_stale(std::uint32_t node);

  std::vector<AlignedBox> boxes_;
  std::vector<std::uint64_t> fitted_at_;  // the update in which a node was fitted
  std::vector<char> above_, at_cut_;
  std::uint64_t updates_ = 0;
};

}  // namespace abut::classic::figure
