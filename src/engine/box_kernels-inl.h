// What a visit of two wide trees asks of a node, in plain C++ and in vector instructions; compiled once per instruction
// set: include from sources that Highway's foreach_target.h repeats. Whether boxes may touch is defined by the scalar
// twins in engine/closed_box.h.

#if defined(ABUT_ENGINE_BOX_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_BOX_KERNELS_INL_H_
#undef ABUT_ENGINE_BOX_KERNELS_INL_H_
#else
#define ABUT_ENGINE_BOX_KERNELS_INL_H_
#endif

#include "engine/closed_box.h"
#include "engine/tree.h"
#include "leaf/distance_packet-inl.h"
#include "leaf/triangle_packet-inl.h"
#include "math/lanes-inl.h"

#include <limits>

#include <hwy/cache_control.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// As closed_box_scalar. Centre and functionals have the very same bits on every instruction set, because the order of
/// a search rests on them: no fused operations.
template <bool rigid>
HWY_INLINE void close_box(const ClosedFrame& frame, const ObbPacket& boxes, int lane, ClosedBox& closed) {
  using Doubles = Lanes<double, 4>;
  for (int c = 0; c < 4; c += Doubles::lanes) {
    const auto term = [&](int i) HWY_ATTR {
      return Doubles::load_aligned(frame.centre_columns[i] + c) * Doubles::all(boxes.centre[i][lane]);
    };
    (term(0) + term(1) + term(2) + Doubles::load_aligned(frame.offset + c)).store_rounded(closed.centre + c);
  }
  carry_extents<rigid>(frame, boxes, lane, closed);
  using Floats = Lanes<float, 4>;
  const auto carry = [&](const float(&map)[3][4], float(&to)[3][4]) HWY_ATTR {
    for (int c = 0; c < 4; c += Floats::lanes) {
      const auto columns = Vec3Of<Floats>::load_aligned(map, c);
      for (int i = 0; i < 3; ++i) {
        const auto entry = [&](int k) HWY_ATTR { return Floats::all(boxes.axes[i][k][lane]); };
        dot({entry(0), entry(1), entry(2)}, columns).store(to[i] + c);
      }
    }
  };
  carry(frame.functionals, closed.functionals);
  if constexpr (!rigid) carry(frame.directions, closed.directions);
}

/// may_touch_scalar for as many lanes as the registers hold, from `lane` on. With `by`, which is for rigid placements
/// only, may_touch_or_by_scalar.
template <bool rigid, bool by>
HWY_INLINE std::uint32_t may_touch_lanes(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened,
                                         int lane, float* gaps) {
  static_assert(rigid || !by);
  using N = Lanes<float, ObbPacket::lanes, true>;
  using V = Vec3Of<N>;
  const N half[3] = {N::load_aligned(opened.half[0] + lane), N::load_aligned(opened.half[1] + lane),
                     N::load_aligned(opened.half[2] + lane)};
  const V way = V::load_aligned(opened.centre, lane) - V::all(closed.centre);
  N reach_own[3] = {N::all(closed.half[0]), N::all(closed.half[1]), N::all(closed.half[2])};
  N gap_other = N::all(0);
  for (int k = 0; k < 3; ++k) {
    const V axis = V::load_aligned(opened.axes[k], lane);
    N reach = half[k];
    for (int i = 0; i < 3; ++i) {
      const N cosine = abs(dot(V::all(closed.functionals[i]), axis));
      reach_own[i] = mul_add(half[k], cosine, reach_own[i]);
      if constexpr (rigid)
        reach = mul_add(N::all(closed.half[i]), cosine, reach);
      else
        reach = mul_add(N::all(closed.half[i]), abs(dot(V::all(closed.directions[i]), axis)), reach);
    }
    const N gap = abs(dot(way, axis)) - reach;
    gap_other = k == 0 ? gap : max(gap_other, gap);
  }
  const N halves = half[0] + half[1] + half[2];
  const N slack = mul_add(N::all(ClosedBox::slack_per_half), halves, N::all(closed.slack));
  N gap_own = N::all(0);
  for (int i = 0; i < 3; ++i) {
    N gap = abs(dot(V::all(closed.functionals[i]), way)) - reach_own[i];
    if constexpr (!rigid) gap = neg_mul_add(N::all(closed.own_sizes[i]), slack, gap);
    gap_own = i == 0 ? gap : max(gap_own, gap);
  }
  constexpr std::uint32_t all = (1u << N::lanes) - 1;
  if constexpr (by) (max(gap_own, gap_other) - slack).store(gaps + lane);
  if constexpr (rigid)
    return ~(max(gap_own, gap_other) > slack).bits() & all;
  else
    return ~((gap_own > N::all(frame.own_margin)) | (gap_other - slack > N::all(frame.other_margin))).bits() & all;
}

/// As may_touch_scalar.
template <bool rigid>
HWY_INLINE std::uint32_t may_touch(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened) {
  std::uint32_t touching = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += Lanes<float, ObbPacket::lanes>::lanes)
    touching |= may_touch_lanes<rigid, false>(frame, closed, opened, lane, nullptr) << lane;
  return touching;
}

/// As may_touch_or_by_scalar.
HWY_INLINE std::uint32_t may_touch_or_by(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened,
                                         float* gaps) {
  std::uint32_t touching = 0;
  for (int lane = 0; lane < ObbPacket::lanes; lane += Lanes<float, ObbPacket::lanes>::lanes)
    touching |= may_touch_lanes<true, true>(frame, closed, opened, lane, gaps) << lane;
  return touching;
}

/// The lanes of a node that hold a box, and those whose box is a leaf's, as bits.
struct LaneKinds {
  std::uint32_t filled, leaves;
};

/// A distance that is no number, or beyond this, is this: such boxes come last, in the order of their lanes.
inline constexpr float farthest = 0x1p100f;

/// The kernels that are the same code for vectors and for single numbers.
// Which box is opened and where is looked first decide in which order contacts are found, which must not depend on the
// instruction set: `smaller` and `outside_by` give the same bits everywhere, without fused operations.
template <class Floats, class Codes>
struct NodeKernels {
  static HWY_INLINE LaneKinds kinds(const WideNode& node) {
    LaneKinds kinds{};
    for (int lane = 0; lane < ObbPacket::lanes; lane += Codes::lanes) {
      const Codes codes = Codes::load_aligned(reinterpret_cast<const std::int32_t*>(node.child) + lane);
      const auto filled = codes != Codes::all(std::numeric_limits<std::int32_t>::min());
      kinds.filled |= filled.bits() << lane;
      kinds.leaves |= (filled & (codes < Codes::all(0))).bits() << lane;
    }
    return kinds;
  }
  /// The boxes whose squared size is below a closed box's, or equal to it.
  static HWY_INLINE std::uint32_t smaller(float size, const ObbPacket& opened, bool or_equal) {
    const Floats own = Floats::all(size);
    std::uint32_t below = 0, equal = 0;
    for (int lane = 0; lane < ObbPacket::lanes; lane += Floats::lanes) {
      const auto half = Vec3Of<Floats>::load_aligned(opened.half, lane);
      const Floats other = dot(half, half);
      below |= (other < own).bits() << lane;
      equal |= (other == own).bits() << lane;
    }
    return below | (or_equal ? equal : 0);
  }
  /// How far the centres of boxes are outside of a closed box, along the axis on which they are farthest out.
  static HWY_INLINE void outside_by(const ClosedBox& closed, const ObbPacket& opened, float* distances) {
    using V = Vec3Of<Floats>;
    for (int lane = 0; lane < ObbPacket::lanes; lane += Floats::lanes) {
      const V way = V::load_aligned(opened.centre, lane) - V::all(closed.centre);
      const auto by = [&](int i) HWY_ATTR {
        return abs(dot(V::all(closed.functionals[i]), way)) - Floats::all(closed.half[i]);
      };
      const Floats distance = larger(larger(by(0), by(1)), by(2)), limit = Floats::all(farthest);
      select(distance < limit, distance, limit).store(distances + lane);
    }
  }
  /// The least of the values whose lanes' bits are set; infinity when none is.
  static HWY_INLINE float least(const float* values, std::uint32_t lanes) {
    Floats least = Floats::all(std::numeric_limits<float>::infinity());
    for (int lane = 0; lane < ObbPacket::lanes; lane += Floats::lanes)
      least = min(least, select(Floats::Mask::of_bits(lanes >> lane), Floats::load(values + lane), least));
    return least_of(least);
  }
};

struct PlainKernels : NodeKernels<One<float>, One<std::int32_t>> {
  template <bool rigid>
  static void close_box(const ClosedFrame& frame, const ObbPacket& boxes, int lane, ClosedBox& closed) {
    closed = closed_box_scalar(frame, boxes, lane);
  }
  template <bool rigid>
  static std::uint32_t touching(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened) {
    return may_touch_scalar(frame, closed, opened);
  }
  static std::uint32_t touching_or_by(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened,
                                      float* gaps) {
    return may_touch_or_by_scalar(frame, closed, opened, gaps);
  }
  static PairVerdicts decided(const TriangleFilter& filter, std::uint32_t* a, std::uint32_t* b, int count) {
    return decide<TriangleOne>(filter, a, b, count);
  }
  static std::uint32_t below(const DistanceFilter& filter, std::uint32_t* a, std::uint32_t* b, int count, float cutoff,
                             float* bounds) {
    return distances_below<DistanceOne>(filter, a, b, count, cutoff, bounds);
  }
};

#if HWY_TARGET == HWY_SCALAR
using PacketKernels = PlainKernels;
#else
struct PacketKernels : NodeKernels<Lanes<float, ObbPacket::lanes>, Lanes<std::int32_t, ObbPacket::lanes>> {
  template <bool rigid>
  static HWY_INLINE void close_box(const ClosedFrame& frame, const ObbPacket& boxes, int lane, ClosedBox& closed) {
    HWY_NAMESPACE::close_box<rigid>(frame, boxes, lane, closed);
  }
  template <bool rigid>
  static HWY_INLINE std::uint32_t touching(const ClosedFrame& frame, const ClosedBox& closed, const ObbPacket& opened) {
    return may_touch<rigid>(frame, closed, opened);
  }
  static HWY_INLINE std::uint32_t touching_or_by(const ClosedFrame& frame, const ClosedBox& closed,
                                                 const ObbPacket& opened, float* gaps) {
    return may_touch_or_by(frame, closed, opened, gaps);
  }
  static HWY_NOINLINE PairVerdicts decided(const TriangleFilter& filter, std::uint32_t* a, std::uint32_t* b,
                                           int count) {
    return decide<TriangleLanes>(filter, a, b, count);
  }
  static HWY_NOINLINE std::uint32_t below(const DistanceFilter& filter, std::uint32_t* a, std::uint32_t* b, int count,
                                          float cutoff, float* bounds) {
    return distances_below<DistanceLanes>(filter, a, b, count, cutoff, bounds);
  }
};
#endif

HWY_INLINE void prefetch(const WideNode& node) {
  for (std::size_t line = 0; line < sizeof(WideNode); line += 64)
    hwy::Prefetch(reinterpret_cast<const char*>(&node) + line);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
