#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/pairs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/visit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

Visited visit_packets(const WidePair& pair, const WideVisit& visit, PairSink& sink, std::span<const WideTask> tasks) {
  return visit_with<PacketKernels>(pair, visit, sink, tasks);
}
WideDivision divided_packets(const WidePair& pair, const WideVisit& visit, std::size_t parts) {
  return divided_with<PacketKernels>(pair, visit, parts);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(visit_packets);
HWY_EXPORT(divided_packets);

Visited visit_wide_pairs(const WidePair& pair, const WideVisit& visit, PairSink& sink,
                         std::span<const WideTask> tasks) {
  if (pair.a.nodes.empty() || pair.b.nodes.empty()) return {};
  const std::int64_t target = highway_target(visit.simd);
  if (target == 0) return HWY_NAMESPACE::visit_with<HWY_NAMESPACE::PlainKernels>(pair, visit, sink, tasks);
  return ABUT_VERSION_FOR(target, visit_packets)(pair, visit, sink, tasks);
}

WideDivision divided_visit(const WidePair& pair, const WideVisit& visit, std::size_t parts) {
  if (pair.a.nodes.empty() || pair.b.nodes.empty()) return {};
  const std::int64_t target = highway_target(visit.simd);
  if (target == 0) return HWY_NAMESPACE::divided_with<HWY_NAMESPACE::PlainKernels>(pair, visit, parts);
  return ABUT_VERSION_FOR(target, divided_packets)(pair, visit, parts);
}

}  // namespace abut
#endif
