#pragma once

#include "engine/segment_box.h"
#include "engine/tree.h"
#include <abut/query.h>

namespace abut {

/// Takes the runs of triangles whose boxes a segment may meet, as places in the tree's leaf order.
class StabSink {
 public:
  virtual ~StabSink() = default;
  /// False ends the visit.
  virtual bool take(std::uint32_t first, std::uint32_t count) = 0;
};

/// Visits the leaves whose boxes, and all boxes above them, the segment may meet. Returns the number of box tests.
std::uint64_t visit_stabbed(const WideTree& tree, const InnerSegment& segment, Simd simd, StabSink& sink);

}  // namespace abut
