// What a visit of two wide trees asks of a node, in plain C++ and in vector instructions; compiled once per instruction
// set: include from sources that Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_BOX_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_BOX_KERNELS_INL_H_
#undef ABUT_ENGINE_BOX_KERNELS_INL_H_
#else
#define ABUT_ENGINE_BOX_KERNELS_INL_H_
#endif

#include "engine/obb_packet-inl.h"
#include "engine/tree.h"
#include "leaf/triangle_packet-inl.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <hwy/cache_control.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The lanes of a node that hold a box, and those whose box is a leaf's, as bits.
struct LaneKinds {
  std::uint32_t filled, leaves;
};

// Which box is opened and where is looked first decide in which order contacts are found, which must not depend on the
// instruction set: `smaller` and `outside_by` give the same bits everywhere, without fused operations.

/// A distance that is no number, or beyond this, is this: such boxes come last, in the order of their lanes.
inline constexpr float farthest = 0x1p100f;

struct PlainKernels {
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
  /// The least of the values whose lanes' bits are set; infinity when none is.
  static float least(const float* values, std::uint32_t lanes) {
    float least = std::numeric_limits<float>::infinity();
    for (; lanes != 0; lanes &= lanes - 1) least = std::min(least, values[std::countr_zero(lanes)]);
    return least;
  }
  static LaneKinds kinds(const WideNode& node) {
    LaneKinds kinds{};
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      kinds.filled |= static_cast<std::uint32_t>(!node.child[lane].is_empty()) << lane;
      kinds.leaves |= static_cast<std::uint32_t>(node.child[lane].is_leaf()) << lane;
    }
    return kinds;
  }
  /// The boxes whose squared size is below a closed box's, or equal to it.
  static std::uint32_t smaller(float size, const ObbPacket& opened, bool or_equal) {
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      const float x = opened.half[0][lane], y = opened.half[1][lane], z = opened.half[2][lane];
      const float other = x * x + y * y + z * z;
      lanes |= static_cast<std::uint32_t>(other < size || (or_equal && other == size)) << lane;
    }
    return lanes;
  }
  /// How far the centres of boxes are outside of a closed box, along the axis on which they are farthest out.
  static void outside_by(const ClosedBox& closed, const ObbPacket& opened, float* distances) {
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      const float x = opened.centre[0][lane] - closed.centre[0], y = opened.centre[1][lane] - closed.centre[1],
                  z = opened.centre[2][lane] - closed.centre[2];
      float by[3];
      for (int i = 0; i < 3; ++i) {
        const float(&v)[4] = closed.functionals[i];
        by[i] = std::abs(v[0] * x + v[1] * y + v[2] * z) - closed.half[i];
      }
      const float most = by[0] > by[1] ? by[0] : by[1], distance = most > by[2] ? most : by[2];
      distances[lane] = distance < farthest ? distance : farthest;
    }
  }
  static PairVerdicts decided(const TriangleFilter& filter, std::uint32_t* a, std::uint32_t* b, int count) {
    return decide<Single>(filter, a, b, count);
  }
};

#if HWY_TARGET == HWY_SCALAR
using PacketKernels = PlainKernels;
#else
struct PacketKernels {
  using D = hn::CappedTag<float, ObbPacket::lanes>;

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
  static HWY_INLINE float least(const float* values, std::uint32_t lanes) {
    const D d;
    auto least = hn::Set(d, std::numeric_limits<float>::infinity());
    for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
      const std::uint8_t bits[8] = {static_cast<std::uint8_t>(lanes >> lane)};
      least = hn::Min(least, hn::IfThenElse(hn::LoadMaskBits(d, bits), hn::LoadU(d, values + lane), least));
    }
    return hn::GetLane(hn::MinOfLanes(d, least));
  }
  static HWY_INLINE LaneKinds kinds(const WideNode& node) {
    const hn::CappedTag<std::int32_t, ObbPacket::lanes> d;
    LaneKinds kinds{};
    for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
      const auto codes = hn::Load(d, reinterpret_cast<const std::int32_t*>(node.child) + lane);
      const auto filled = hn::Ne(codes, hn::Set(d, std::numeric_limits<std::int32_t>::min()));
      kinds.filled |= bits_of(d, filled) << lane;
      kinds.leaves |= bits_of(d, hn::And(filled, hn::Lt(codes, hn::Zero(d)))) << lane;
    }
    return kinds;
  }
  static HWY_INLINE std::uint32_t smaller(float size, const ObbPacket& opened, bool or_equal) {
    const D d;
    const auto own = hn::Set(d, size);
    std::uint32_t below = 0, equal = 0;
    for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
      const auto x = hn::Load(d, opened.half[0] + lane), y = hn::Load(d, opened.half[1] + lane),
                 z = hn::Load(d, opened.half[2] + lane);
      const auto other = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
      below |= bits_of(d, hn::Lt(other, own)) << lane;
      equal |= bits_of(d, hn::Eq(other, own)) << lane;
    }
    return below | (or_equal ? equal : 0);
  }
  static HWY_INLINE void outside_by(const ClosedBox& closed, const ObbPacket& opened, float* distances) {
    const D d;
    for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
      const auto x = hn::Sub(hn::Load(d, opened.centre[0] + lane), hn::Set(d, closed.centre[0]));
      const auto y = hn::Sub(hn::Load(d, opened.centre[1] + lane), hn::Set(d, closed.centre[1]));
      const auto z = hn::Sub(hn::Load(d, opened.centre[2] + lane), hn::Set(d, closed.centre[2]));
      const auto by = [&](int i) HWY_ATTR {
        const float(&v)[4] = closed.functionals[i];
        const auto sum = hn::Add(hn::Mul(hn::Set(d, v[0]), x), hn::Mul(hn::Set(d, v[1]), y));
        return hn::Sub(hn::Abs(hn::Add(sum, hn::Mul(hn::Set(d, v[2]), z))), hn::Set(d, closed.half[i]));
      };
      const auto larger = [&](const hn::Vec<D>& p, const hn::Vec<D>& q)
                              HWY_ATTR { return hn::IfThenElse(hn::Gt(p, q), p, q); };
      const auto distance = larger(larger(by(0), by(1)), by(2)), limit = hn::Set(d, farthest);
      hn::StoreU(hn::IfThenElse(hn::Lt(distance, limit), distance, limit), d, distances + lane);
    }
  }
  static HWY_NOINLINE PairVerdicts decided(const TriangleFilter& filter, std::uint32_t* a, std::uint32_t* b,
                                           int count) {
    return decide<Packet>(filter, a, b, count);
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
