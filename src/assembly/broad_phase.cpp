#include "assembly/broad_phase.h"

namespace abut {

namespace {

/// Halves first, so that it stays finite.
double middle(const Bounds& box, int axis) { return 0.5 * box.low[axis] + 0.5 * box.high[axis]; }

/// The axis along which the boxes' middles reach farthest.
int longest_axis(std::span<const Bounds> boxes, std::span<const std::uint32_t> members) {
  Bounds all;
  for (std::uint32_t member : members) {
    const Vec3 at{middle(boxes[member], 0), middle(boxes[member], 1), middle(boxes[member], 2)};
    all = joined(all, {at, at});
  }
  const Vec3 extent = 0.5 * all.high - 0.5 * all.low;
  return extent.x >= std::max(extent.y, extent.z) ? 0 : extent.y >= extent.z ? 1 : 2;
}

}  // namespace

BoxIndex::BoxIndex(std::span<const Bounds> boxes) {
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    if (is_there(boxes[i])) order_.push_back(i);
  if (order_.empty()) return;
  build(boxes, 0, static_cast<std::uint32_t>(order_.size()));
  for (std::uint32_t part : order_) boxes_.push_back(boxes[part]);
}

// Halves are equally large, wherever the boxes are: the tree is never deeper than the logarithm of their number.
std::uint32_t BoxIndex::build(std::span<const Bounds> boxes, std::uint32_t first, std::uint32_t last) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({{}, first, last, 0});
  const std::span<std::uint32_t> members = std::span(order_).subspan(first, last - first);
  Bounds all;
  for (std::uint32_t member : members) all = joined(all, boxes[member]);
  if (members.size() > leaf_size) {
    const int axis = longest_axis(boxes, members);
    const auto half = static_cast<std::ptrdiff_t>(members.size() / 2);
    std::nth_element(members.begin(), members.begin() + half, members.end(), [&](std::uint32_t a, std::uint32_t b) {
      const double of_a = middle(boxes[a], axis), of_b = middle(boxes[b], axis);
      return of_a != of_b ? of_a < of_b : a < b;
    });
    const auto divide = first + static_cast<std::uint32_t>(half);
    build(boxes, first, divide);
    nodes_[index].second = build(boxes, divide, last);
  }
  nodes_[index].box = all;
  return index;
}

}  // namespace abut
