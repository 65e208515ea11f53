#include "classic/figure/figures_data.h"

#include <cstdlib>

namespace abut::classic::figure {

namespace {

/// The joint that divides a connected group of links most evenly, by the link that hangs on it; of several, the first.
///
/// `links` are in the order of their numbers, so that every parent comes before its children.
std::uint32_t most_even_joint(const Figures::Data& data, std::span<const std::uint32_t> links,
                              std::vector<std::int64_t>& below) {
  for (std::uint32_t link : links) below[link] = 1;
  for (std::size_t i = links.size(); i-- > 1;)
    below[static_cast<std::size_t>(data.links[links[i]].parent)] += below[links[i]];
  const auto all = static_cast<std::int64_t>(links.size());
  std::uint32_t best = links[1];
  for (std::uint32_t link : links.subspan(1))
    if (std::abs(2 * below[link] - all) < std::abs(2 * below[best] - all)) best = link;
  return best;
}

/// A group of links, and the node that waits for its own.
struct Group {
  std::vector<std::uint32_t> links;
  std::size_t node;
};

// Top down: a group of more than one link is cut at its most even joint, into the links that the joint carries (right)
// and the others (left). Each group is connected, and one joint connects the two halves of each node, as the major axis
// rule needs. Takes time proportional to links times depth.
class Cutting {
 public:
  Cutting(Figures::Data& data, std::uint32_t first_link, std::uint32_t end_link)
      : data_(data), below_(end_link, 0), carried_(end_link, 0), waiting_(1), nodes_(1) {
    for (std::uint32_t link = first_link; link < end_link; ++link) waiting_[0].links.push_back(link);
  }

  /// Parents first; the children of a node are places in the list, and a leaf has its link.
  std::vector<Node> run() {
    while (!waiting_.empty()) {
      const Group group = std::move(waiting_.back());
      waiting_.pop_back();
      nodes_[group.node].first = static_cast<std::uint32_t>(data_.order.size());
      nodes_[group.node].count = static_cast<std::uint32_t>(group.links.size());
      group.links.size() == 1 ? keep(group) : cut(group);
    }
    return std::move(nodes_);
  }

 private:
  void keep(const Group& group) {
    nodes_[group.node].link = group.links[0];
    data_.order.push_back(group.links[0]);
  }
  void cut(const Group& group) {
    const std::uint32_t joint = most_even_joint(data_, group.links, below_);
    Group left{{}, nodes_.size()}, right{{}, nodes_.size() + 1};
    for (std::uint32_t link : group.links) {
      const bool top = link == group.links[0];
      carried_[link] = link == joint || (!top && carried_[static_cast<std::size_t>(data_.links[link].parent)]);
      (carried_[link] ? right : left).links.push_back(link);
    }
    Node& node = nodes_[group.node];
    node.link = joint;
    node.left = static_cast<std::uint32_t>(left.node), node.right = static_cast<std::uint32_t>(right.node);
    nodes_.resize(nodes_.size() + 2);
    // The left half is cut first, so that the links of a group are neighbours in `order`.
    waiting_.push_back(std::move(right));
    waiting_.push_back(std::move(left));
  }

  Figures::Data& data_;
  std::vector<std::int64_t> below_;
  std::vector<char> carried_;
  std::vector<Group> waiting_;
  std::vector<Node> nodes_;
};

}  // namespace

void group_links(Figures::Data& data, std::uint32_t first_link, std::uint32_t end_link) {
  const std::vector<Node> nodes = Cutting(data, first_link, end_link).run();
  // Children first, leaves at their links' numbers.
  std::vector<std::uint32_t> place(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    Node node = nodes[i];
    if (node.is_leaf()) {
      place[i] = node.link;
      data.nodes[node.link] = node;
    } else {
      place[i] = static_cast<std::uint32_t>(data.nodes.size());
      node.left = place[node.left], node.right = place[node.right];
      data.nodes.push_back(node);
    }
  }
  data.roots.push_back(place[0]);
}

}  // namespace abut::classic::figure
