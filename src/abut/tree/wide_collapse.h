#pragma once

#include <abut/tree/wide_shape.h>
#include <abut/tree/wide_tree.h>

namespace abut {

/// Which triangles lie below each lane of a node: runs of WideTree::order.
struct LaneRuns {
  std::uint32_t first[ObbPacket::lanes] = {}, count[ObbPacket::lanes] = {};
};

/// A wide tree without boxes: nodes whose children are set, and the runs of their lanes.
struct WideTopology {
  std::vector<WideNode> nodes;
  std::vector<LaneRuns> runs;
  int depth = 0;
};

/// Joins levels of the binary shape into nodes of up to eight lanes so that the shape's cost is least.
WideTopology collapse(const BinaryShape& shape);

}  // namespace abut
