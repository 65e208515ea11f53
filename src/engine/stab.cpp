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
  using Codes = One<std::int32_t>;
};
struct PacketStab {
  template <class Segment>
  static HWY_INLINE std::uint32_t meeting(const Segment& segment, const ObbPacket& boxes) {
    return HWY_NAMESPACE::may_meet(segment, boxes);
  }
  using Codes = Lanes<std::int32_t, ObbPacket::lanes>;
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

/// The numbers of a mask, one after the other; as many numbers as there are lanes may be written.
HWY_INLINE void store_packed(const One<std::int32_t>& x, const One<std::int32_t>::Mask& mask, std::int32_t* to) {
  if (mask.v) *to = x.v;
}
template <class Codes>
HWY_INLINE void store_packed(const Codes& x, const typename Codes::Mask& mask, std::int32_t* to) {
  hn::StoreU(hn::Compress(x.v, mask.v), typename Codes::Tag(), to);
}

/// Writes the children of the met lanes one after the other, and whose they are; how many there are. No branch depends
/// on the lanes, which nobody could guess.
template <class Codes>
HWY_INLINE std::size_t pack(const WideChild* child, std::uint32_t met, std::int32_t job, WideChild* to,
                            std::int32_t* jobs) {
  std::size_t count = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += Codes::lanes) {
    const std::uint32_t part = met >> lane & ((1u << Codes::lanes) - 1);
    const Codes codes = Codes::load_aligned(reinterpret_cast<const std::int32_t*>(child) + lane);
    store_packed(codes, Codes::Mask::of_bits(part), reinterpret_cast<std::int32_t*>(to) + count);
    Codes::all(job).store(jobs + count);
    count += static_cast<std::size_t>(std::popcount(part));
  }
  return count;
}

template <class Kernels>
void list_stabbed(std::span<const StabJob> jobs, StabLists& found) {
  using Codes = typename Kernels::Codes;
  constexpr std::size_t ahead = 4;
  found.node_count = found.leaf_count = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (jobs[i].tree->nodes.empty()) continue;
    found.make_room();
    found.nodes[found.node_count] = WideChild::node(0);
    found.node_jobs[found.node_count++] = static_cast<std::int32_t>(i);
  }
  const auto node_at = [&](std::size_t i) -> const WideNode& {
    return jobs[static_cast<std::size_t>(found.node_jobs[i])].tree->nodes[found.nodes[i].node()];
  };
  for (std::size_t next = 0; next < found.node_count; ++next) {
    found.make_room();
    if (next + ahead < found.node_count) prefetch(node_at(next + ahead));
    const std::int32_t job = found.node_jobs[next];
    const WideNode& node = node_at(next);
    const LaneKinds kinds = PacketKernels::kinds(node);
    const std::uint32_t met = kinds.filled & Kernels::meeting(*jobs[static_cast<std::size_t>(job)].segment, node.boxes);
    found.node_count += pack<Codes>(node.child, met & ~kinds.leaves, job, &found.nodes[found.node_count],
                                    &found.node_jobs[found.node_count]);
    found.leaf_count += pack<Codes>(node.child, met & kinds.leaves, job, &found.leaves[found.leaf_count],
                                    &found.leaf_jobs[found.leaf_count]);
  }
}

void list_stabbed_by_packets(std::span<const StabJob> jobs, StabLists& found) { list_stabbed<PacketStab>(jobs, found); }

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(stabbed_by_packets);
HWY_EXPORT(list_stabbed_by_packets);

Visited visit_stabbed(const WideTree& tree, const InnerSegment& segment, Simd simd, const BudgetWatch& watch,
                      StabSink& sink) {
  if (tree.nodes.empty()) return {};
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::stabbed<HWY_NAMESPACE::PlainStab>(tree, segment, watch, sink);
  return ABUT_VERSION_FOR(target, stabbed_by_packets)(tree, segment, watch, sink);
}

void StabbedLeaves::list(std::span<const StabJob> jobs, Simd simd) {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::list_stabbed<HWY_NAMESPACE::PlainStab>(jobs, lists_);
  ABUT_VERSION_FOR(target, list_stabbed_by_packets)(jobs, lists_);
}

}  // namespace abut
#endif
