#include "engine/collapse.h"

#include "base/threads.h"

#include <algorithm>

namespace abut {

namespace {

using Group = BinaryShape::Group;

// Groups of at most this many triangles are collapsed by one thread. Where they begin does not depend on the threads.
constexpr std::uint32_t unshared_size = 1 << 13;

/// The groups that share a wide node.
class LaneChoice {
 public:
  LaneChoice(const BinaryShape& shape, const Group& group) : shape_(shape) { spread(group, BinaryShape::most_lanes); }
  int size() const { return size_; }
  const Group& operator[](int lane) const { return lanes_[lane]; }

 private:
  /// Gives the halves of a group `lanes` lanes, divided between them so that it costs least.
  void spread(const Group& group, int lanes) {
    const Group left = shape_.left(group), right = shape_.right(group);
    int on_the_left = 1;
    // A leaf gains nothing by more lanes, and others lose nothing.
    if (!shape_.is_leaf(left)) {
      float least = shape_.cost(left, 1) + shape_.cost(right, lanes - 1);
      for (int j = 2; j < lanes; ++j) {
        const float cost = shape_.cost(left, j) + shape_.cost(right, lanes - j);
        if (cost < least) least = cost, on_the_left = j;
      }
    }
    take(left, on_the_left);
    take(right, lanes - on_the_left);
  }

  void take(const Group& group, int lanes) {
    if (shape_.is_leaf(group) || lanes == 1 || shape_.cost(group, lanes) == shape_.cost(group, 1))
      lanes_[size_++] = group;
    else
      spread(group, lanes);
  }

  const BinaryShape& shape_;
  Group lanes_[BinaryShape::most_lanes];
  int size_ = 0;
};

/// A lane that is to open a node.
struct Opening {
  Group group;
  std::uint32_t parent;
  int lane, level;
};

/// Makes nodes depth first, children in the order of their lanes, until it meets groups that are for others to open.
class Collapse {
 public:
  Collapse(const BinaryShape& shape, std::uint32_t left_to_others) : shape_(shape), left_to_others_(left_to_others) {}

  void start_with_model() {
    const Group root = shape_.root();
    if (left_to_others_ == 0) topology.nodes.reserve(nodes_expected(root));
    topology.nodes.emplace_back();
    set_lane(0, 0, root);
    if (!shape_.is_leaf(root)) waiting_.push_back({root, 0, 0, 1});
    work();
  }
  void start_with(const Group& group) {
    topology.nodes.reserve(nodes_expected(group));
    add_node(group, 0);
    work();
  }

  WideTopology topology;
  std::vector<Opening> openings;            ///< those left to others, in order
  std::vector<std::uint32_t> nodes_before;  ///< how many nodes were there when each was met

 private:
  /// Some more than surfaces take: leaves of two, six lanes of a node filled.
  static std::size_t nodes_expected(const Group& group) { return group.count / 8 + 16; }

  void work() {
    while (!waiting_.empty()) {
      const Opening next = waiting_.back();
      waiting_.pop_back();
      if (next.group.count <= left_to_others_) {
        openings.push_back(next);
        nodes_before.push_back(static_cast<std::uint32_t>(topology.nodes.size()));
        continue;
      }
      topology.nodes[next.parent].child[next.lane] = WideChild::node(add_node(next.group, next.level));
    }
  }

  void set_lane(std::uint32_t node, int lane, const Group& group) {
    WideLanes& lanes = topology.nodes[node];
    lanes.first[lane] = group.first;
    lanes.count[lane] = group.count;
    if (shape_.is_leaf(group)) lanes.child[lane] = WideChild::leaf(group.first, group.count);
  }

  std::uint32_t add_node(const Group& group, int level) {
    const auto node = static_cast<std::uint32_t>(topology.nodes.size());
    topology.nodes.emplace_back();
    topology.depth = std::max(topology.depth, level);
    const LaneChoice choice(shape_, group);
    for (int lane = 0; lane < choice.size(); ++lane) set_lane(node, lane, choice[lane]);
    for (int lane = choice.size() - 1; lane >= 0; --lane)
      if (!shape_.is_leaf(choice[lane])) waiting_.push_back({choice[lane], node, lane, level + 1});
    return node;
  }

  const BinaryShape& shape_;
  std::uint32_t left_to_others_;
  std::vector<Opening> waiting_;
};

void append(const std::vector<WideLanes>& nodes, std::uint32_t shift, WideLanes* to) {
  for (const WideLanes& node : nodes) {
    *to = node;
    for (WideChild& child : to->child)
      if (child.is_node()) child = WideChild::node(child.node() + shift);
    ++to;
  }
}

}  // namespace

WideTopology collapse(const BinaryShape& shape, int threads) {
  if (shape.root().count == 0) return {};
  Collapse top(shape, threads > 1 ? unshared_size : 0);
  top.start_with_model();
  if (top.openings.empty()) return std::move(top.topology);

  std::vector<WideTopology> parts(top.openings.size());
  for_each_range(threads, parts.size(), 1, [&](std::size_t i, std::size_t) {
    Collapse part(shape, 0);
    part.start_with(top.openings[i].group);
    parts[i] = std::move(part.topology);
  });
  // The nodes of a part belong where the top left them out: depth first, as one thread would have made them.
  WideTopology whole{{}, top.topology.depth};
  std::vector<std::uint32_t> place(parts.size()), moved(top.topology.nodes.size());
  std::uint32_t size = 0, next_part = 0;
  for (std::uint32_t node = 0; node <= moved.size(); ++node) {
    for (; next_part < parts.size() && top.nodes_before[next_part] == node; ++next_part) {
      place[next_part] = size;
      size += static_cast<std::uint32_t>(parts[next_part].nodes.size());
    }
    if (node < moved.size()) moved[node] = size++;
  }
  whole.nodes.resize(size);
  for (std::uint32_t node = 0; node < moved.size(); ++node) {
    WideLanes& to = whole.nodes[moved[node]] = top.topology.nodes[node];
    for (WideChild& child : to.child)
      if (child.is_node()) child = WideChild::node(moved[child.node()]);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Opening& opening = top.openings[i];
    whole.nodes[moved[opening.parent]].child[opening.lane] = WideChild::node(place[i]);
    whole.depth = std::max(whole.depth, opening.level + parts[i].depth);
  }
  for_each_range(threads, parts.size(), 1,
                 [&](std::size_t i, std::size_t) { append(parts[i].nodes, place[i], whole.nodes.data() + place[i]); });
  return whole;
}

}  // namespace abut
