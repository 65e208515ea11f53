#pragma once

#include "engine/tree.h"
#include "math/box_view.h"

namespace abut {

/// How many lanes of a node hold a box.
inline std::uint32_t filled_lanes(const WideNode& node) {
  std::uint32_t count = 0;
  while (count < ObbPacket::lanes && !node.child[count].is_empty()) ++count;
  return count;
}

/// One box of a packet on its own.
BoxView box_view(const ObbPacket& boxes, int lane);

}  // namespace abut
