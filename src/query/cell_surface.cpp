#include "query/cell_surface.h"

#include "query/placed_box.h"

namespace abut {

std::optional<std::uint32_t> met_triangle(const PlacedSolid& solid, const ConvexCell& cell, double slack) {
  const WideTree& tree = solid.tree();
  std::vector<WideChild> stack{WideChild::node(0)};
  while (!stack.empty()) {
    const WideChild child = stack.back();
    stack.pop_back();
    if (child.is_leaf()) {
      for (std::uint32_t i = 0; i < child.count(); ++i)
        if (const std::uint32_t triangle = tree.order[child.first() + i];
            !cell.is_beside(solid.corners(triangle), slack))
          return triangle;
      continue;
    }
    const WideNode& node = tree.nodes[child.node()];
    for (int lane = 0; lane < ObbPacket::lanes && !node.child[lane].is_empty(); ++lane) {
      const PlacedBox box(solid, child.node(), lane);
      if (!cell.is_beside(box.centre, box.axes, slack)) stack.push_back(node.child[lane]);
    }
  }
  return std::nullopt;
}

}  // namespace abut
