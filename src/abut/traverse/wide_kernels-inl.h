// What visits of wide trees compute on packets, in plain C++ and compiled once per instruction set: include from
// sources that Highway's foreach_target.h repeats.

#if defined(ABUT_TRAVERSE_WIDE_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_TRAVERSE_WIDE_KERNELS_INL_H_
#undef ABUT_TRAVERSE_WIDE_KERNELS_INL_H_
#else
#define ABUT_TRAVERSE_WIDE_KERNELS_INL_H_
#endif

#include <abut/leaf/triangle_packet-inl.h>
#include <abut/tree/wide_tree.h>
#include <abut/volume/obb_packet-inl.h>

#include <algorithm>
#include <bit>
#include <cmath>

#ifndef ABUT_TRAVERSE_WIDE_KERNELS_ONCE
#define ABUT_TRAVERSE_WIDE_KERNELS_ONCE
namespace abut {

/// The lanes of a node that hold a box, and those whose box is a leaf's, as bits.
struct LaneKinds {
  std::uint32_t filled, leaves;
};

}  // namespace abut
#endif

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

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
  static std::uint32_t smaller(const ClosedBox& closed, const ObbPacket& opened, bool or_equal) {
    const float size =
        closed.half[0] * closed.half[0] + closed.half[1] * closed.half[1] + closed.half[2] * closed.half[2];
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      const float x = opened.half[0][lane], y = opened.half[1][lane], z = opened.half[2][lane];
      const float other = x * x + y * y + z * z;
      lanes |= static_cast<std::uint32_t>(other < size || (or_equal && other == size)) << lane;
    }
    return lanes;
  }
  static void outside_by(const ClosedBox& closed, const ObbPacket& opened, float* distances) {
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      const float x = opened.centre[0][lane] - closed.centre[0], y = opened.centre[1][lane] - closed.centre[1],
                  z = opened.centre[2][lane] - closed.centre[2];
      for (int i = 0; i < 3; ++i) {
        const float(&v)[4] = closed.functionals[i];
        const float by = std::abs(v[0] * x + v[1] * y + v[2] * z) - closed.half[i];
        distances[lane] = i == 0 || by > distances[lane] ? by : distances[lane];
      }
    }
  }
  static PairVerdicts decided(const TriangleFilter& filter, std::uint32_t* a, std::uint32_t* b, int count) {
    return decide<Single>(filter, a, b, count);
  }
  static LaneKinds kinds(const WideNode& node) {
    LaneKinds kinds{};
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
      kinds.filled |= static_cast<std::uint32_t>(!node.child[lane].is_empty()) << lane;
      kinds.leaves |= static_cast<std::uint32_t>(node.child[lane].is_leaf()) << lane;
    }
    return kinds;
  }
};

#if HWY_TARGET == HWY_SCALAR
using PacketKernels = PlainKernels;
#else
struct PacketKernels {
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
    const hn::CappedTag<float, ObbPacket::lanes> d;
    auto least = hn::Set(d, std::numeric_limits<float>::infinity());
    for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
      const std::uint8_t bits[8] = {static_cast<std::uint8_t>(lanes >> lane)};
      least = hn::Min(least, hn::IfThenElse(hn::LoadMaskBits(d, bits), hn::LoadU(d, values + lane), least));
    }
    return hn::GetLane(hn::MinOfLanes(d, least));
  }
  static HWY_INLINE std::uint32_t smaller(const ClosedBox& closed, const ObbPacket& opened, bool or_equal) {
    const hn::CappedTag<float, ObbPacket::lanes> d;
    const float own =
        closed.half[0] * closed.half[0] + closed.half[1] * closed.half[1] + closed.half[2] * closed.half[2];
    const auto size = hn::Set(d, own);
    std::uint32_t lanes = 0;
    for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
      const auto x = hn::Load(d, opened.half[0] + lane), y = hn::Load(d, opened.half[1] + lane),
                 z = hn::Load(d, opened.half[2] + lane);
      const auto other = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
      lanes |= bits_of(d, or_equal ? hn::Le(other, size) : hn::Lt(other, size)) << lane;
    }
    return lanes;
  }
  static HWY_INLINE void outside_by(const ClosedBox& closed, const ObbPacket& opened, float* distances) {
    const hn::CappedTag<float, ObbPacket::lanes> d;
    for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
      const auto x = hn::Sub(hn::Load(d, opened.centre[0] + lane), hn::Set(d, closed.centre[0]));
      const auto y = hn::Sub(hn::Load(d, opened.centre[1] + lane), hn::Set(d, closed.centre[1]));
      const auto z = hn::Sub(hn::Load(d, opened.centre[2] + lane), hn::Set(d, closed.centre[2]));
      const auto along = [&](int i) HWY_ATTR {
        const float(&v)[4] = closed.functionals[i];
        const auto sum = hn::Add(hn::Mul(hn::Set(d, v[0]), x), hn::Mul(hn::Set(d, v[1]), y));
        return hn::Sub(hn::Abs(hn::Add(sum, hn::Mul(hn::Set(d, v[2]), z))), hn::Set(d, closed.half[i]));
      };
      hn::StoreU(hn::Max(hn::Max(along(0), along(1)), along(2)), d, distances + lane);
    }
  }
  static HWY_NOINLINE PairVerdicts decided(const TriangleFilter& filter, std::uint32_t* a, std::uint32_t* b,
                                           int count) {
    return decide<Packet>(filter, a, b, count);
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
};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
