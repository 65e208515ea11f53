#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/nearest.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/nearest.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/nearest-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

NearestVisited nearest_by_packets(const TreePair& pair, const NearestSearch& search, NearestSink& sink) {
  if (search.exact) return WideNearest<PacketGaps<true>>(pair, search, sink).run();
  return WideNearest<PacketGaps<false>>(pair, search, sink).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(nearest_by_packets);

NearestVisited visit_nearest(const TreePair& pair, const NearestSearch& search, NearestSink& sink) {
  if (pair.a.nodes.empty() || pair.b.nodes.empty()) return {};
  const std::int64_t target = highway_target(search.simd);
  if (target == 0) return HWY_NAMESPACE::WideNearest<HWY_NAMESPACE::PlainGaps>(pair, search, sink).run();
  return ABUT_VERSION_FOR(target, nearest_by_packets)(pair, search, sink);
}

}  // namespace abut
#endif
