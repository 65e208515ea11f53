#pragma once

#include "base/visited.h"
#include "engine/tree.h"

namespace abut {

/// Up to 32 questions that are asked of every box, from the model's box down to the leaves. A question whose answer is
/// known for a box is known for what is below it.
class CullSink {
 public:
  virtual ~CullSink() = default;
  struct Verdict {
    bool is_out = false;     ///< nothing in the box is wanted
    std::uint32_t open = 0;  ///< the questions that are not answered for all of the box
  };
  /// Of one lane of a node, with the questions that were open for its parent.
  virtual Verdict look(const ObbPacket& boxes, int lane, std::uint32_t open) = 0;
  /// A run of triangles in leaf order, and their leaf's open questions. False ends the visit.
  virtual bool take(std::uint32_t first, std::uint32_t count, std::uint32_t open) = 0;
};

/// Visits the leaves that are not out, with all of `open` for the root.
Visited visit_seen(const WideTree& tree, std::uint32_t open, CullSink& sink);

}  // namespace abut
