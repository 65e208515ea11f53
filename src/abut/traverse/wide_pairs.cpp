#include <abut/math/simd_dispatch.h>
// Highway compiles what follows once per instruction set; the line above says for which.
#include <abut/traverse/wide_pairs.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "abut/traverse/wide_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include <abut/traverse/wide_visit-inl.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

WideVisited visit_packets(const WideTree& a, const WideTree& b, const RelativePlacement& b_in_a, const WideVisit& visit,
                          WidePairSink& sink) {
  return visit_with<PacketKernels>(a, b, b_in_a, visit, sink);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(visit_packets);

WideVisited visit_wide_pairs(const WideTree& a, const WideTree& b, const RelativePlacement& b_in_a,
                             const WideVisit& visit, WidePairSink& sink) {
  if (a.nodes.empty() || b.nodes.empty()) return {};
  const std::int64_t target = visit.simd == Simd::scalar ? 0 : highway_target(visit.simd);
  if (target == 0) return HWY_NAMESPACE::visit_with<HWY_NAMESPACE::PlainKernels>(a, b, b_in_a, visit, sink);
  return ABUT_VERSION_FOR(target, visit_packets)(a, b, b_in_a, visit, sink);
}

}  // namespace abut
#endif
