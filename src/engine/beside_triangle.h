#pragma once

#include "base/bounded_stack.h"
#include "engine/tree.h"
#include "engine/triangle_gap.h"

namespace abut {

/// Goes down a wide tree beside a triangle of the other model, nearest boxes first.
class BesideTriangle {
 public:
  BesideTriangle(const WideTree& tree, const WorldFrame::Side& side) : tree_(tree), side_(side) {}

  /// Begins with the box of this name, its node and lane. The search has limit(triangle), above which squares are too
  /// large, goes_on(), tested(), called for each box, leave_out(triangle, square) for boxes that are too far, and
  /// take(leaf). False if it was not to go on.
  template <class Search>
  bool visit(const TriangleGap& triangle, std::uint32_t box, Search& search) const {
    BoundedStack<Waiting, 256> stack(static_cast<std::size_t>(tree_.depth + 1) * ObbPacket::lanes);
    stack.push({0, box});
    while (!stack.empty()) {
      if (!search.goes_on()) return false;
      const Waiting next = stack.pop();
      const WideChild child = tree_.nodes[next.box / ObbPacket::lanes].child[next.box % ObbPacket::lanes];
      if (next.square > search.limit(triangle))
        search.leave_out(triangle, next.square);
      else if (child.is_leaf())
        search.take(child);
      else
        open(triangle, child.node(), search, stack);
    }
    return true;
  }

 private:
  struct Waiting {
    double square;
    std::uint32_t box;
  };

  template <class Search>
  void open(const TriangleGap& triangle, std::uint32_t index, Search& search, BoundedStack<Waiting, 256>& stack) const {
    const WideNode& node = tree_.nodes[index];
    Waiting near[ObbPacket::lanes];
    int count = 0;
    for (int lane = 0; lane < ObbPacket::lanes && !node.child[lane].is_empty(); ++lane) {
      const double square = triangle.squared_gap(side_, node.boxes, lane);
      search.tested();
      if (square > search.limit(triangle)) {
        search.leave_out(triangle, square);
        continue;
      }
      int place = count++;
      for (; place > 0 && near[place - 1].square < square; --place) near[place] = near[place - 1];
      near[place] = {square, index * ObbPacket::lanes + static_cast<std::uint32_t>(lane)};
    }
    for (int i = 0; i < count; ++i) stack.push(near[i]);
  }

  const WideTree& tree_;
  const WorldFrame::Side& side_;
};

}  // namespace abut
