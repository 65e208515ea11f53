#include "classic/figure/figures_data.h"
#include <abut/error.h>

#include <algorithm>
#include <string>

namespace abut::classic::figure {

namespace {

void add_links(Figures::Data& data, const std::vector<Link>& figure) {
  const auto first = static_cast<std::uint32_t>(data.links.size());
  for (std::size_t i = 0; i < figure.size(); ++i) {
    const std::string what = "Link " + std::to_string(first + i);
    if (i == 0 ? figure[i].parent != -1 : figure[i].parent < 0 || figure[i].parent >= static_cast<std::int32_t>(i))
      throw Error(what + " of the figures hangs on link " + std::to_string(figure[i].parent) +
                  " of its figure: the first link has the parent -1, each other one an earlier link.");
    if (figure[i].model.mesh().triangles.empty())
      throw Error(what + " of the figures has no triangles. Leave it out and hang its children on its parent.");
    if (!is_finite(figure[i].joint) || largest(abs(figure[i].joint)) > largest_input)
      throw Error(what + " of the figures has a joint that is not finite or beyond 2^300.");
    data.links.push_back(figure[i]);
    if (i > 0) data.links.back().parent += static_cast<std::int32_t>(first);
    data.shapes.push_back(shape_of(figure[i].model));
  }
}

/// Which pairs of nodes have pairs below them that are asked about.
void mark_asked(Figures::Data& data, std::span<const LinkPair> ignored) {
  const std::size_t links = data.links.size(), nodes = data.nodes.size();
  data.asked.assign(nodes * nodes, 0);
  const auto at = [&](std::size_t a, std::size_t b) -> char& { return data.asked[a * nodes + b]; };
  for (std::size_t a = 0; a < links; ++a)
    for (std::size_t b = 0; b < links; ++b) at(a, b) = a != b;
  for (const LinkPair& pair : ignored) {
    if (pair.a >= links || pair.b >= links || pair.a == pair.b)
      throw Error("The ignored pair (" + std::to_string(pair.a) + ", " + std::to_string(pair.b) +
                  ") is not of two of the " + std::to_string(links) + " links.");
    at(pair.a, pair.b) = at(pair.b, pair.a) = 0;
  }
  data.pairs = static_cast<std::uint64_t>(std::count(data.asked.begin(), data.asked.end(), 1)) / 2;
  // Children come first, so that theirs are known.
  for (std::size_t a = 0; a < nodes; ++a)
    for (std::size_t b = 0; b < nodes; ++b) {
      const Node &node_a = data.nodes[a], &node_b = data.nodes[b];
      if (!node_b.is_leaf())
        at(a, b) = at(a, node_b.left) | at(a, node_b.right);
      else if (!node_a.is_leaf())
        at(a, b) = at(node_a.left, b) | at(node_a.right, b);
    }
}

void mark_depths(Figures::Data& data) {
  data.depths.assign(data.nodes.size(), 0);
  for (std::size_t i = data.nodes.size(); i-- > 0;)
    if (const Node& node = data.nodes[i]; !node.is_leaf())
      data.depths[node.left] = data.depths[node.right] = data.depths[i] + 1;
}

}  // namespace

Figures::Figures(const std::vector<std::vector<Link>>& figures, std::span<const LinkPair> ignored) : data_(new Data) {
  std::vector<std::uint32_t> firsts;
  for (const std::vector<Link>& figure : figures) {
    if (figure.empty()) continue;
    firsts.push_back(static_cast<std::uint32_t>(data_->links.size()));
    add_links(*data_, figure);
  }
  const auto links = static_cast<std::uint32_t>(data_->links.size());
  for (std::uint32_t i = 0; i < links; ++i) data_->nodes.push_back({.link = i});
  for (std::size_t i = 0; i < firsts.size(); ++i)
    group_links(*data_, firsts[i], i + 1 < firsts.size() ? firsts[i + 1] : links);
  mark_depths(*data_);
  mark_asked(*data_, ignored);
}

std::span<const Link> Figures::links() const { return data_->links; }
std::span<const Node> Figures::nodes() const { return data_->nodes; }
std::span<const std::uint32_t> Figures::roots() const { return data_->roots; }
std::span<const std::uint32_t> Figures::order() const { return data_->order; }
bool Figures::asks(std::uint32_t node_a, std::uint32_t node_b) const {
  return data_->asked[node_a * data_->nodes.size() + node_b] != 0;
}
std::uint64_t Figures::pairs() const { return data_->pairs; }

}  // namespace abut::classic::figure
