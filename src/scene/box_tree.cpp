#include "scene/box_tree.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace abut {

namespace {

/// Nodes of a new tree have room for boxes that come later.
constexpr std::size_t boxes_in_new_node = 6;

/// The lane whose box grows least around a new one, where large boxes count as if they grew: a giant among the small
/// ones would take them all otherwise.
int best_lane(const BoxTreeNode& node, const FloatBox& box) {
  float cost[BoxTreeNode::lanes];
  for (int lane = 0; lane < BoxTreeNode::lanes; ++lane) {
    float old_side[3], new_side[3];
    for (int k = 0; k < 3; ++k) {
      const float low = node.low[k][lane], high = node.high[k][lane];
      old_side[k] = high - low;
      new_side[k] = (high < box.high[k] ? box.high[k] : high) - (low < box.low[k] ? low : box.low[k]);
    }
    const auto half_surface = [](const float(&s)[3]) { return s[0] * s[1] + s[1] * s[2] + s[2] * s[0]; };
    cost[lane] = 2 * half_surface(new_side) - half_surface(old_side);
  }
  int best = -1;
  for (int lane = 0; lane < BoxTreeNode::lanes; ++lane)
    if (!node.child[lane].is_empty() && (best < 0 || cost[lane] < cost[best])) best = lane;
  return best;
}

int empty_lane(const BoxTreeNode& node) {
  for (int lane = 0; lane < BoxTreeNode::lanes; ++lane)
    if (node.child[lane].is_empty()) return lane;
  return -1;
}

bool has_boxes(const BoxTreeNode& node) {
  return std::any_of(std::begin(node.child), std::end(node.child), [](BoxTreeChild child) { return child.is_box(); });
}

/// Puts the `first` boxes that come first along the axis on which the middles spread most before the others.
void part_boxes(std::span<NumberedBox> boxes, std::size_t first) {
  float low[3], high[3];
  for (int k = 0; k < 3; ++k) low[k] = FloatBox::infinity, high[k] = -FloatBox::infinity;
  for (const NumberedBox& each : boxes)
    for (int k = 0; k < 3; ++k) {
      const float middle = each.box.middle(k);
      low[k] = std::min(low[k], middle), high[k] = std::max(high[k], middle);
    }
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
  std::nth_element(boxes.begin(), boxes.begin() + static_cast<std::ptrdiff_t>(first), boxes.end(),
                   [axis](const NumberedBox& a, const NumberedBox& b) {
                     const float at_a = a.box.middle(axis), at_b = b.box.middle(axis);
                     return at_a < at_b || (at_a == at_b && a.id < b.id);
                   });
}

}  // namespace

BoxTreeNode::BoxTreeNode() {
  const FloatBox nothing;
  for (int lane = 0; lane < lanes; ++lane) set_box(lane, nothing);
}

FloatBox BoxTreeNode::box(int lane) const {
  FloatBox box;
  for (int k = 0; k < 3; ++k) box.low[k] = low[k][lane], box.high[k] = high[k][lane];
  return box;
}

void BoxTreeNode::set(int lane, BoxTreeChild what, const FloatBox& box) {
  count += static_cast<std::uint32_t>(!what.is_empty()) - static_cast<std::uint32_t>(!child[lane].is_empty());
  child[lane] = what;
  set_box(lane, box);
}

void BoxTreeNode::set_box(int lane, const FloatBox& box) {
  for (int k = 0; k < 3; ++k) low[k][lane] = box.low[k], high[k][lane] = box.high[k];
}

FloatBox BoxTreeNode::around_all() const {
  FloatBox all;
  for (int k = 0; k < 3; ++k) {
    // By halves, which compilers do side by side.
    float least[lanes], most[lanes];
    for (int lane = 0; lane < lanes; ++lane) least[lane] = low[k][lane], most[lane] = high[k][lane];
    for (int half = lanes / 2; half > 0; half /= 2)
      for (int lane = 0; lane < half; ++lane) {
        least[lane] = least[lane + half] < least[lane] ? least[lane + half] : least[lane];
        most[lane] = most[lane + half] > most[lane] ? most[lane + half] : most[lane];
      }
    all.low[k] = least[0], all.high[k] = most[0];
  }
  return all;
}

void BoxTree::clear() {
  nodes_.assign(1, {});
  free_nodes_.clear();
  inserted_ = 0;
}

std::uint32_t BoxTree::new_node(std::uint32_t parent) {
  std::uint32_t index;
  if (free_nodes_.empty()) {
    index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    index = free_nodes_.back();
    free_nodes_.pop_back();
    nodes_[index] = {};
  }
  nodes_[index].parent = parent;
  return index;
}

void BoxTree::hang(std::uint32_t node, int lane, BoxTreeChild what, const FloatBox& box) {
  nodes_[node].set(lane, what, box);
  const std::uint32_t place = node * lanes + static_cast<std::uint32_t>(lane);
  if (what.is_node())
    nodes_[what.index()].parent = place;
  else
    place_of_[what.index()] = place;
}

void BoxTree::insert(std::uint32_t id, const FloatBox& box) {
  if (place_of_.size() <= id) place_of_.resize(id + 1);
  insert_below(root, id, box);
}

void BoxTree::insert_below(std::uint32_t node, std::uint32_t id, const FloatBox& box) {
  ++inserted_;
  for (;;) {
    const int empty = empty_lane(nodes_[node]);
    if (empty >= 0 && (nodes_[node].count == 0 || has_boxes(nodes_[node])))
      return hang(node, empty, BoxTreeChild::of_box(id), box);
    const int lane = best_lane(nodes_[node], box);
    FloatBox grown = nodes_[node].box(lane);
    grown.add(box);
    const BoxTreeChild child = nodes_[node].child[lane];
    if (child.is_box()) return pair_up(node, lane, id, box);
    nodes_[node].set_box(lane, grown);
    node = child.index();
  }
}

/// A new node for a box that is there and one that is not.
void BoxTree::pair_up(std::uint32_t node, int lane, std::uint32_t id, const FloatBox& box) {
  const std::uint32_t both = new_node(node * lanes + static_cast<std::uint32_t>(lane));
  hang(both, 0, nodes_[node].child[lane], nodes_[node].box(lane));
  hang(both, 1, BoxTreeChild::of_box(id), box);
  hang(node, lane, BoxTreeChild::of_node(both), nodes_[both].around_all());
}

/// Boxes of nodes shrink or grow from this one upward to what is in them.
void BoxTree::refit_from(std::uint32_t node) {
  while (node != root) {
    const std::uint32_t place = nodes_[node].parent;
    const int lane = static_cast<int>(place % lanes);
    const FloatBox box = nodes_[node].around_all();
    node = place / lanes;
    if (nodes_[node].box(lane) == box) return;
    nodes_[node].set_box(lane, box);
  }
}

/// Empties a lane; a node that keeps a single child gives its lane to it. Returns the lowest node above that is left.
std::uint32_t BoxTree::take_out(std::uint32_t place) {
  const std::uint32_t index = place / lanes;
  BoxTreeNode& node = nodes_[index];
  node.set(static_cast<int>(place % lanes), {}, {});
  if (index == root || node.count > 1) return index;
  const int last = static_cast<int>(
      std::find_if(std::begin(node.child), std::end(node.child), [](BoxTreeChild child) { return !child.is_empty(); }) -
      std::begin(node.child));
  const std::uint32_t above = node.parent;
  hang(above / lanes, static_cast<int>(above % lanes), node.child[last], node.box(last));
  free_nodes_.push_back(index);
  return above / lanes;
}

void BoxTree::remove(std::uint32_t id) { refit_from(take_out(place_of_[id])); }

void BoxTree::move(std::uint32_t id, const FloatBox& box) {
  const std::uint32_t place = place_of_[id];
  std::uint32_t node = place / lanes;
  const auto stays_in = [&](std::uint32_t index) {
    if (index == root) return true;
    const std::uint32_t above = nodes_[index].parent;
    return nodes_[above / lanes].box(static_cast<int>(above % lanes)).holds(box);
  };
  if (stays_in(node)) {
    nodes_[node].set_box(static_cast<int>(place % lanes), box);
    return refit_from(node);
  }
  node = take_out(place);
  refit_from(node);
  while (!stays_in(node)) node = nodes_[node].parent / lanes;
  insert_below(node, id, box);
}

void BoxTree::build(std::span<NumberedBox> boxes) {
  clear();
  nodes_.reserve(boxes.size() / 4 + 1);
  place_of_.assign(boxes.size(), 0);
  built_ = 0;
  build_node(root, boxes);
}

/// Nodes below are full of boxes but for the room that they shall have, so that there are few.
void BoxTree::build_node(std::uint32_t node, std::span<NumberedBox> boxes) {
  if (boxes.size() <= boxes_in_new_node) {
    for (std::size_t i = 0; i < boxes.size(); ++i)
      hang(node, static_cast<int>(i), BoxTreeChild::of_box(built_++), boxes[i].box);
    return;
  }
  std::size_t part = boxes_in_new_node;
  while (part * lanes < boxes.size()) part *= lanes;
  build_lanes(node, static_cast<std::uint32_t>((boxes.size() + part - 1) / part), boxes);
}

/// Cuts the boxes into parts, each of which becomes a child of the node.
void BoxTree::build_lanes(std::uint32_t node, std::uint32_t parts, std::span<NumberedBox> boxes) {
  if (parts > 1) {
    const std::size_t first = boxes.size() * (parts / 2) / parts;
    part_boxes(boxes, first);
    build_lanes(node, parts / 2, boxes.first(first));
    return build_lanes(node, parts - parts / 2, boxes.subspan(first));
  }
  const int lane = empty_lane(nodes_[node]);
  const std::uint32_t child = new_node(node * lanes + static_cast<std::uint32_t>(lane));
  build_node(child, boxes);
  hang(node, lane, BoxTreeChild::of_node(child), nodes_[child].around_all());
}

}  // namespace abut
