#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/ray_visit.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ray_visit.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "engine/box_kernels-inl.h"
#include "engine/ray_descent-inl.h"
#include "engine/ray_packet-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Through the tree of oriented boxes. N is what boxes are computed in, T what triangles are.
template <class N, class T>
class WideWay {
 public:
  WideWay(const WideTree& tree, const ReadyRay& ray) : tree_(tree), boxes_(ray.inner), triangles_(ray.inner) {}

  std::size_t stack_bound() const { return static_cast<std::size_t>(tree_.depth + 1) * ObbPacket::lanes; }
  WideChild start() const { return tree_.nodes[0].child[0]; }
  const WideChild* children(std::uint32_t node) const { return tree_.nodes[node].child; }
  HWY_INLINE std::uint32_t meet(std::uint32_t index, float low, float high, float* since) const {
    const WideNode& node = tree_.nodes[index];
    return boxes_.meet(node, low, high, since) & PacketKernels::kinds(node).filled;
  }
  HWY_INLINE void prefetch(WideChild child) const {
    if (child.is_leaf())
      prefetch_lines(&tree_.triangles[child.first()], 2 * sizeof(Triangle));
    else
      HWY_NAMESPACE::prefetch(tree_.nodes[child.node()]);
  }
  HWY_INLINE bool show(WideChild leaf, RaySink& sink, float& high) const {
    std::uint32_t met = triangles_.meet(tree_, leaf) & ((1u << leaf.count()) - 1);
    for (; met != 0; met &= met - 1) {
      high = sink.take(tree_.order[leaf.first() + static_cast<std::uint32_t>(std::countr_zero(met))], nullptr);
      if (high < -2) return false;
    }
    return true;
  }

 private:
  const WideTree& tree_;
  OrientedBoxKernel<N> boxes_;
  TriangleKernel<T> triangles_;
};

using WideLanesWay = WideWay<Lanes<float, 8, true>, Lanes<float, 4, true>>;

void wide_by_packets(const WideTree& tree, const RayJob& job) { visit_by<WideLanesWay>(tree, job); }
void many_wide_by_packets(const WideTree& tree, RayStream& stream) { visit_in_turns<WideLanesWay>(tree, stream); }

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(wide_by_packets);
HWY_EXPORT(many_wide_by_packets);

namespace {

using WideOneWay = HWY_NAMESPACE::WideWay<HWY_NAMESPACE::One<float>, HWY_NAMESPACE::One<float>>;

}  // namespace

void visit_ray(const WideTree& tree, Simd simd, const RayJob& job) {
  if (tree.nodes.empty()) return;
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::visit_by<WideOneWay>(tree, job);
  return ABUT_VERSION_FOR(target, wide_by_packets)(tree, job);
}

void visit_rays(const WideTree& tree, Simd simd, RayStream& stream) {
  if (tree.nodes.empty()) return;
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::visit_in_turns<WideOneWay>(tree, stream);
  return ABUT_VERSION_FOR(target, many_wide_by_packets)(tree, stream);
}

}  // namespace abut
#endif
