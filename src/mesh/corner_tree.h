#pragma once

#include "mesh/flat_point.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace abut {

/// The corners of a polygon, in boxes around those that are close together, so that those near a triangle are found
/// quickly. Corners can be taken out.
class CornerTree {
 public:
  using FlatTriangle = std::array<FlatPoint, 3>;

  explicit CornerTree(std::span<const FlatPoint> corners);

  void take_out(std::uint32_t corner);
  /// Does the test hold for a corner in a box that may meet the triangle, which runs counterclockwise? It sees every
  /// corner that is on the triangle, and others. Adds what it looked at to `looks`.
  template <class Test>
  bool any_near(const FlatTriangle& triangle, const Test& test, std::uint64_t& looks) const {
    std::array<std::uint32_t, 64> waiting;
    std::size_t count = 0;
    waiting[count++] = 1;
    while (count > 0) {
      const std::uint32_t at = waiting[--count];
      ++looks;
      if (!may_meet(nodes_[at], triangle)) continue;
      if (at < leaves_) {
        // A corner that is in the way is most likely found in the box in the middle of the triangle.
        const bool second_first = is_nearer(nodes_[2 * at + 1], nodes_[2 * at], triangle);
        waiting[count++] = 2 * at + !second_first;
        waiting[count++] = 2 * at + second_first;
      } else {
        const std::size_t first = std::size_t{at - leaves_} * leaf_size;
        looks += leaf_size;
        for (std::size_t i = first; i < std::min(first + leaf_size, order_.size()); ++i)
          if (!is_out_[i] && test(order_[i])) return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::size_t leaf_size = 8;
  struct Node {
    FlatPoint low, high;
    std::uint32_t count = 0;  ///< of corners that are not taken out
  };
  static bool may_meet(const Node& node, const FlatTriangle& triangle);
  static bool is_nearer(const Node& node, const Node& other, const FlatTriangle& triangle);

  std::vector<std::uint32_t> order_;  ///< corners by place: a leaf has `leaf_size` places
  std::vector<std::uint32_t> place_;  ///< of each corner
  std::vector<char> is_out_;          ///< by place
  /// The children of node i are 2 i and 2 i + 1; the leaves come last.
  std::vector<Node> nodes_;
  std::uint32_t leaves_;
};

}  // namespace abut
