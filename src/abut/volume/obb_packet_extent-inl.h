// How points and boxes are measured along the axes of a packet's boxes, compiled once per instruction set: include from
// sources that Highway's foreach_target.h repeats. Every set gives the same bytes.

#if defined(ABUT_VOLUME_OBB_PACKET_EXTENT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_VOLUME_OBB_PACKET_EXTENT_INL_H_
#undef ABUT_VOLUME_OBB_PACKET_EXTENT_INL_H_
#else
#define ABUT_VOLUME_OBB_PACKET_EXTENT_INL_H_
#endif

#include <abut/volume/obb_packet_extent.h>

#include <algorithm>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {
namespace extent {

namespace hn = hwy::HWY_NAMESPACE;

// Fused multiply-adds would round differently from one instruction set to the next: products and sums stay apart.
using D = hn::CappedTag<float, ObbPacket::lanes>;
using V = hn::Vec<D>;
constexpr int width = static_cast<int>(hn::MaxLanes(D()));

HWY_INLINE V dot(V ax, V ay, V az, V x, V y, V z) {
  return hn::Add(hn::Add(hn::Mul(ax, x), hn::Mul(ay, y)), hn::Mul(az, z));
}

/// One point of each lane.
struct Points {
  V x, y, z;
};
HWY_INLINE Points operator-(const Points& a, const Points& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

#if HWY_TARGET == HWY_SCALAR
template <int offset, int before>
HWY_INLINE Points points_at(const float* const* from) {
  const D d;
  return {hn::Set(d, from[0][offset]), hn::Set(d, from[0][offset + 1]), hn::Set(d, from[0][offset + 2])};
}
#else
/// Four floats from each of one or two places, as many as the vector holds.
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_fours(Tag d, const float* const* from, int offset) {
  if constexpr (hn::MaxLanes(Tag()) == 8) {
    const hn::Half<Tag> four;
    return hn::Combine(d, hn::LoadU(four, from[4] + offset), hn::LoadU(four, from[0] + offset));
  } else {
    return hn::LoadU(d, from[0] + offset);
  }
}

/// The points that lie `offset` floats after the places given, one place a lane. `before`: how many floats before the
/// points may be read, for the vectors hold four; 0 or 1, and at 0 one after them may be.
template <int offset, int before>
HWY_INLINE Points points_at(const float* const* from) {
  const D d;
  const hn::Repartition<double, D> pairs;
  const V a = load_fours(d, from, offset - before), b = load_fours(d, from + 1, offset - before),
          c = load_fours(d, from + 2, offset - before), e = load_fours(d, from + 3, offset - before);
  const auto ab_low = hn::BitCast(pairs, hn::InterleaveLower(d, a, b)),
             ce_low = hn::BitCast(pairs, hn::InterleaveLower(d, c, e));
  const auto ab_high = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b)),
             ce_high = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
  const V second = hn::BitCast(d, hn::InterleaveUpper(pairs, ab_low, ce_low)),
          third = hn::BitCast(d, hn::InterleaveLower(pairs, ab_high, ce_high));
  if constexpr (before == 0)
    return {hn::BitCast(d, hn::InterleaveLower(pairs, ab_low, ce_low)), second, third};
  else
    return {second, third, hn::BitCast(d, hn::InterleaveUpper(pairs, ab_high, ce_high))};
}
#endif

/// Lows and highs of points along three axes, from a point at 0.
struct Reach {
  V low[3], high[3];

  HWY_INLINE Reach() {
    for (int k = 0; k < 3; ++k) low[k] = high[k] = hn::Zero(D());
  }
  HWY_INLINE void add(const V (&axes)[3][3], const Points& p) {
    for (int k = 0; k < 3; ++k) {
      const V along = dot(axes[k][0], axes[k][1], axes[k][2], p.x, p.y, p.z);
      low[k] = hn::Min(low[k], along);
      high[k] = hn::Max(high[k], along);
    }
  }
  HWY_INLINE void store(int lane, PacketExtents& extents) const {
    const D d;
    for (int k = 0; k < 3; ++k) {
      extents.low[k][lane] = std::min(extents.low[k][lane], hn::GetLane(hn::MinOfLanes(d, low[k])));
      extents.high[k][lane] = std::max(extents.high[k][lane], hn::GetLane(hn::MaxOfLanes(d, high[k])));
    }
  }
};

/// The axes of one lane and the origin of its extents, for many points at once.
struct LaneAxes {
  V axes[3][3];
  Points origin;

  HWY_INLINE LaneAxes(const ObbPacket& boxes, int lane, const PacketExtents& extents) {
    const D d;
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c) axes[k][c] = hn::Set(d, boxes.axes[k][c][lane]);
    origin = {hn::Set(d, extents.origin[0][lane]), hn::Set(d, extents.origin[1][lane]),
              hn::Set(d, extents.origin[2][lane])};
  }
};

/// Grows a lane's extents by points of which there are at least as many as a vector has lanes. (Sixteen lanes measured
/// slower than eight.)
HWY_INLINE void grow_by_points(const ObbPacket& boxes, int lane, const float* points, std::size_t count,
                               PacketExtents& extents) {
  const D d;
  const LaneAxes at(boxes, lane, extents);
  Reach reach;
  const auto add = [&](const float* from) HWY_ATTR {
    Points p;
    hn::LoadInterleaved3(d, from, p.x, p.y, p.z);
    reach.add(at.axes, p - at.origin);
  };
  std::size_t i = 0;
  for (; i + width <= count; i += width) add(points + 3 * i);
  // The last few again with those before them: extents do not mind.
  if (i < count) add(points + 3 * (count - width));
  reach.store(lane, extents);
}

/// Which of a vector's lanes have their bits set.
HWY_INLINE hn::Mask<D> lanes_of(std::uint32_t bits, int first) {
  const hn::RebindToUnsigned<D> du;
  const auto bit = hn::Shl(hn::Set(du, 1u << first), hn::Iota(du, 0));
  return hn::RebindMask(D(), hn::TestBit(hn::Set(du, bits), bit));
}

// Rounding, with u = 2^-24, d = point - origin and S the sum over the axes of the largest |axis . d|. A difference d is
// off by u|d|, the sum of three products by 3u|d| more, and |d| <= S (1 + 2^-20): 4u S and a little. The centre's
// offset from the origin, which is no longer than S, is projected with the same error; taking it from low and high adds
// 2u S. Together at most 12u S. The points themselves are rounded: sqrt(3) (2^-25 + 2^-53) < 2^-24, which leaves room
// for products that underflow. The last factor covers the sums that apply all this.
HWY_INLINE void set_boxes(const PacketExtents& extents, std::uint32_t lanes, ObbPacket& boxes) {
  const D d;
  constexpr float u = 0x1p-24f;
  for (int i = 0; i < ObbPacket::lanes; i += width) {
    const auto load = [&](const float(&from)[ObbPacket::lanes]) HWY_ATTR { return hn::LoadU(d, from + i); };
    const hn::Mask<D> wanted = lanes_of(lanes, i);
    const auto store = [&](V value, float(&to)[ObbPacket::lanes])
                           HWY_ATTR { hn::StoreU(hn::IfThenElse(wanted, value, load(to)), d, to + i); };
    const V zero = hn::Zero(d), half = hn::Set(d, 0.5f);
    V low[3], high[3], middle[3], offset[3], reach = zero;
    for (int k = 0; k < 3; ++k) {
      // A zero of either sign becomes +0, so that the order of minima leaves no trace.
      low[k] = hn::Add(load(extents.low[k]), zero);
      high[k] = hn::Add(load(extents.high[k]), zero);
      reach = hn::Add(reach, hn::Max(hn::Neg(low[k]), high[k]));
      middle[k] = hn::Mul(hn::Add(low[k], high[k]), half);
    }
    for (int c = 0; c < 3; ++c) {
      const V origin = load(extents.origin[c]);
      const V centre = hn::Add(origin, dot(load(boxes.axes[0][c]), load(boxes.axes[1][c]), load(boxes.axes[2][c]),
                                           middle[0], middle[1], middle[2]));
      store(centre, boxes.centre[c]);
      offset[c] = hn::Sub(centre, origin);
    }
    const V slack = hn::Add(hn::Mul(reach, hn::Set(d, 12 * u)), hn::Set(d, u));
    for (int k = 0; k < 3; ++k) {
      const V shift =
          dot(load(boxes.axes[k][0]), load(boxes.axes[k][1]), load(boxes.axes[k][2]), offset[0], offset[1], offset[2]);
      const V length = hn::Max(hn::Sub(high[k], shift), hn::Sub(shift, low[k]));
      store(hn::Mul(hn::Add(length, slack), hn::Set(d, 1 + 4 * u)), boxes.half[k]);
    }
  }
}

}  // namespace extent
}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
