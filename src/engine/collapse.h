#pragma once

#include "engine/shape.h"
#include "engine/tree.h"

namespace abut {

/// A wide node without its boxes: what hangs below each lane, and the run of triangles there.
struct WideLanes {
  WideChild child[ObbPacket::lanes];
  std::uint32_t first[ObbPacket::lanes] = {}, count[ObbPacket::lanes] = {};
};

/// The nodes of a wide tree, parents before children, without their boxes.
struct WideTopology {
  std::vector<WideLanes> nodes;
  int depth = 0;
};

/// Joins levels of the binary shape into nodes of up to eight lanes so that the shape's cost is least. The first node
/// has the whole model in its only lane.
WideTopology collapse(const BinaryShape& shape, int threads);

}  // namespace abut
