#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/closest.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/closest.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/closest-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

NearestVisited closest_by_packets(const WideTree& tree, const InnerPoints& frames, const InnerPoint& point,
                                  const ClosestSearch& search, ClosestSink& sink) {
  if (search.exact) return WideClosest<PacketGaps<true>>(tree, frames, point, search, sink).run();
  return WideClosest<PacketGaps<false>>(tree, frames, point, search, sink).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(closest_by_packets);

namespace {

// A point so far away, or a placement so flat, that nothing can be said about it in doubles.
NearestVisited every_triangle(const WideTree& tree, const ClosestSearch& search, ClosestSink& sink) {
  NearestVisited visited;
  BudgetWatch watch = search.watch;
  for (std::uint32_t place = 0; place < tree.order.size(); ++place) {
    if (watch.is_over(visited.triangle_tests) || sink.measure(place) < 0) {
      visited.complete = false;
      visited.lower = 0;
      break;
    }
    ++visited.triangle_tests;
  }
  return visited;
}

}  // namespace

NearestVisited visit_closest(const WideTree& tree, const InnerPoints& frames, const InnerPoint& point,
                             const ClosestSearch& search, ClosestSink& sink) {
  if (tree.nodes.empty()) return {};
  if (std::isinf(point.error)) return every_triangle(tree, search, sink);
  const std::int64_t target = highway_target(search.simd);
  if (target == 0) return HWY_NAMESPACE::WideClosest<HWY_NAMESPACE::PlainGaps>(tree, frames, point, search, sink).run();
  return ABUT_VERSION_FOR(target, closest_by_packets)(tree, frames, point, search, sink);
}

}  // namespace abut
#endif
