#include <abut/tree/wide_collapse.h>

namespace abut {

namespace {

using Group = BinaryShape::Group;

class Collapse {
 public:
  explicit Collapse(const BinaryShape& shape) : shape_(shape) {}

  WideTopology run() {
    if (shape_.root().count == 0) return {};
    add_node();
    lanes_ = 0;
    place(shape_.root(), 0);
    fill(0, 0);
    while (!waiting_.empty()) {
      const Waiting next = waiting_.back();
      waiting_.pop_back();
      const auto index = static_cast<std::uint32_t>(add_node());
      topology_.nodes[next.parent].child[next.lane] = WideChild::node(index);
      lanes_ = 0;
      spread(next.group, BinaryShape::most_lanes);
      fill(index, next.level);
    }
    return std::move(topology_);
  }

 private:
  struct Waiting {
    Group group;
    std::uint32_t parent;
    int lane, level;
  };

  std::size_t add_node() {
    topology_.nodes.emplace_back();
    topology_.runs.emplace_back();
    return topology_.nodes.size() - 1;
  }

  void place(const Group& group, int) { chosen_[lanes_++] = group; }

  /// The division of `lanes` lanes among the two halves of a group that costs least.
  int lanes_on_the_left(const Group& left, const Group& right, int lanes) const {
    int best = 1;
    for (int j = 2; j < lanes; ++j)
      if (shape_.cost(left, j) + shape_.cost(right, lanes - j) <
          shape_.cost(left, best) + shape_.cost(right, lanes - best))
        best = j;
    return best;
  }

  /// Gives the halves of a group up to `lanes` lanes of the current node.
  void spread(const Group& group, int lanes) {
    const Group left = shape_.left(group), right = shape_.right(group);
    const int on_the_left = lanes_on_the_left(left, right, lanes);
    take(left, on_the_left);
    take(right, lanes - on_the_left);
  }

  void take(const Group& group, int lanes) {
    if (shape_.is_leaf(group) || lanes == 1 || shape_.cost(group, lanes) == shape_.cost(group, 1))
      place(group, lanes);
    else
      spread(group, lanes);
  }

  /// Writes the chosen lanes into a node; those that open nodes wait, the first on top.
  void fill(std::uint32_t index, int level) {
    topology_.depth = std::max(topology_.depth, level);
    WideNode& node = topology_.nodes[index];
    LaneRuns& runs = topology_.runs[index];
    for (int lane = 0; lane < lanes_; ++lane) {
      const Group& group = chosen_[lane];
      runs.first[lane] = group.first;
      runs.count[lane] = group.count;
      if (shape_.is_leaf(group)) node.child[lane] = WideChild::leaf(group.first, group.count);
    }
    for (int lane = lanes_ - 1; lane >= 0; --lane)
      if (!shape_.is_leaf(chosen_[lane])) waiting_.push_back({chosen_[lane], index, lane, level + 1});
  }

  const BinaryShape& shape_;
  WideTopology topology_;
  std::vector<Waiting> waiting_;
  Group chosen_[BinaryShape::most_lanes];
  int lanes_ = 0;
};

}  // namespace

WideTopology collapse(const BinaryShape& shape) { return Collapse(shape).run(); }

}  // namespace abut
