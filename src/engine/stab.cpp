#include "base/bounded_stack.h"
#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/stab.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/stab.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "engine/box_kernels-inl.h"
#include "engine/segment_packet-inl.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

struct PlainStab {
  static std::uint32_t meeting(const InnerSegment& segment, const ObbPacket& boxes) {
    return may_meet_scalar(segment, boxes);
  }
  static std::uint32_t meeting(const RoughSegment& segment, const ObbPacket& boxes) {
    return may_meet<One<float>>(segment, boxes);
  }
};
struct PacketStab {
  template <class Segment>
  static HWY_INLINE std::uint32_t meeting(const Segment& segment, const ObbPacket& boxes) {
    return HWY_NAMESPACE::may_meet(segment, boxes);
  }
};

template <class Kernels, class Segment>
Visited stabbed(const WideTree& tree, const Segment& segment, BudgetWatch watch, StabSink& sink) {
  BoundedStack<std::uint32_t> stack(static_cast<std::size_t>(tree.depth + 1) * ObbPacket::lanes);
  stack.push(0);
  Visited visited;
  while (!stack.empty()) {
    if (watch.is_over(visited.volume_tests + visited.triangle_tests)) {
      visited.complete = false;
      return visited;
    }
    const WideNode& node = tree.nodes[stack.pop()];
    const LaneKinds kinds = PacketKernels::kinds(node);
    visited.volume_tests += static_cast<std::uint64_t>(std::popcount(kinds.filled));
    const std::uint32_t met = kinds.filled & Kernels::meeting(segment, node.boxes);
    for (std::uint32_t rest = met & ~kinds.leaves; rest != 0; rest &= rest - 1) {
      const std::uint32_t below = node.child[std::countr_zero(rest)].node();
      prefetch(tree.nodes[below]);
      stack.push(below);
    }
    for (std::uint32_t rest = met & kinds.leaves; rest != 0; rest &= rest - 1) {
      const WideChild leaf = node.child[std::countr_zero(rest)];
      visited.triangle_tests += leaf.count();
      visited.complete = sink.take(leaf.first(), leaf.count());
      if (!visited.complete) return visited;
    }
  }
  return visited;
}

Visited stabbed_by_packets(const WideTree& tree, const InnerSegment& segment, const BudgetWatch& watch,
                           StabSink& sink) {
  return stabbed<PacketStab>(tree, segment, watch, sink);
}

Visited stabbed_roughly_by_packets(const WideTree& tree, const RoughSegment& segment, const BudgetWatch& watch,
                                   StabSink& sink) {
  return stabbed<PacketStab>(tree, segment, watch, sink);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(stabbed_by_packets);
HWY_EXPORT(stabbed_roughly_by_packets);

Visited visit_stabbed(const WideTree& tree, const InnerSegment& segment, Simd simd, const BudgetWatch& watch,
                      StabSink& sink) {
  if (tree.nodes.empty()) return {};
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::stabbed<HWY_NAMESPACE::PlainStab>(tree, segment, watch, sink);
  return ABUT_VERSION_FOR(target, stabbed_by_packets)(tree, segment, watch, sink);
}

Visited visit_stabbed(const WideTree& tree, const RoughSegment& segment, Simd simd, const BudgetWatch& watch,
                      StabSink& sink) {
  if (tree.nodes.empty()) return {};
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::stabbed<HWY_NAMESPACE::PlainStab>(tree, segment, watch, sink);
  return ABUT_VERSION_FOR(target, stabbed_roughly_by_packets)(tree, segment, watch, sink);
}

}  // namespace abut
#endif
