#pragma once

#include "base/budget_watch.h"
#include "base/visited.h"
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

/// Visits the leaves whose boxes, and all boxes above them, the segment may meet.
Visited visit_stabbed(const WideTree& tree, const InnerSegment& segment, Simd simd, const BudgetWatch& watch,
                      StabSink& sink);
Visited visit_stabbed(const WideTree& tree, const RoughSegment& segment, Simd simd, const BudgetWatch& watch,
                      StabSink& sink);

}  // namespace abut
