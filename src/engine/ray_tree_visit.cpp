#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/ray_visit.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ray_tree_visit.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "engine/axis_way-inl.h"
#include "engine/ray_wave-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

using AxisLanesWay = AxisWay<Lanes<float, 8, true>, Lanes<double, 4>>;

void axes_by_packets(const RayTree& tree, const RayJob& job) { visit_by<AxisLanesWay>(tree, job); }
void many_axes_by_packets(const RayTree& tree, RayStream& stream) { RayWave<AxisLanesWay>(tree, stream).run(); }

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(axes_by_packets);
HWY_EXPORT(many_axes_by_packets);

namespace {

using AxisOneWay = HWY_NAMESPACE::AxisWay<HWY_NAMESPACE::One<float>, HWY_NAMESPACE::One<double>>;

}  // namespace

void visit_ray(const RayTree& tree, Simd simd, const RayJob& job) {
  if (tree.nodes.empty()) return;
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::visit_by<AxisOneWay>(tree, job);
  return ABUT_VERSION_FOR(target, axes_by_packets)(tree, job);
}

void visit_rays(const RayTree& tree, Simd simd, RayStream& stream) {
  if (tree.nodes.empty()) return;
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::RayWave<AxisOneWay>(tree, stream).run();
  return ABUT_VERSION_FOR(target, many_axes_by_packets)(tree, stream);
}

}  // namespace abut
#endif
