// How points and boxes are measured along the axes of a packet's boxes, compiled once per instruction set: include from
// sources that Highway's foreach_target.h repeats. Every set gives the same bytes.

#if defined(ABUT_ENGINE_OBB_PACKET_EXTENT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_OBB_PACKET_EXTENT_INL_H_
#undef ABUT_ENGINE_OBB_PACKET_EXTENT_INL_H_
#else
#define ABUT_ENGINE_OBB_PACKET_EXTENT_INL_H_
#endif

#include "engine/obb_packet_extent.h"

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
template <int before, class Place>
HWY_INLINE Points points_at(Place place) {
  const D d;
  const float* at = place(0);
  return {hn::Set(d, at[0]), hn::Set(d, at[1]), hn::Set(d, at[2])};
}
#else
/// Four floats from each of one or two places, as many as the vector holds.
template <class Tag, class Place>
HWY_INLINE hn::Vec<Tag> load_fours(Tag d, Place place, int first, int before) {
  if constexpr (hn::MaxLanes(Tag()) == 8) {
    const hn::Half<Tag> four;
    return hn::Combine(d, hn::LoadU(four, place(first + 4) - before), hn::LoadU(four, place(first) - before));
  } else {
    return hn::LoadU(d, place(first) - before);
  }
}

/// The points at place(0), place(1) and so on, one a lane. The vectors hold four floats: `before` is how many of them
/// may be read before each point; 0 or 1, and at 0 one after them may be.
template <int before, class Place>
HWY_INLINE Points points_at(Place place) {
  const D d;
  const hn::Repartition<double, D> pairs;
  const V a = load_fours(d, place, 0, before), b = load_fours(d, place, 1, before), c = load_fours(d, place, 2, before),
          e = load_fours(d, place, 3, before);
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

/// A corner of each lane's triangle, 0 to 2, where triangles lie corner by corner: nothing is read outside of them.
template <int corner>
HWY_INLINE Points corners_at(const float* const* triangles) {
  return points_at < corner == 0 ? 0 : 1 > ([triangles](int lane) HWY_ATTR { return triangles[lane] + 3 * corner; });
}

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
  HWY_INLINE void store_lanes(int first, const Points& origin, PacketExtents& extents) const {
    const D d;
    for (int k = 0; k < 3; ++k) {
      hn::StoreU(low[k], d, extents.low[k] + first);
      hn::StoreU(high[k], d, extents.high[k] + first);
    }
    hn::StoreU(origin.x, d, extents.origin[0] + first);
    hn::StoreU(origin.y, d, extents.origin[1] + first);
    hn::StoreU(origin.z, d, extents.origin[2] + first);
  }
  /// Grows one lane's extents by all of these.
  HWY_INLINE void store(int lane, PacketExtents& extents) const {
    float ends[8];
    store_ends(ends);
    for (int k = 0; k < 3; ++k) {
      extents.low[k][lane] = std::min(extents.low[k][lane], ends[k]);
      extents.high[k][lane] = std::max(extents.high[k][lane], -ends[4 + k]);
    }
  }

  /// The lowest of all lanes' lows along each axis; from the fourth on, of their highs, negated.
  HWY_INLINE void store_ends(float (&ends)[8]) const {
    const D d;
#if HWY_TARGET != HWY_SCALAR
    if constexpr (width == 8) {
      const V a = least_of_fours(low[0], low[1], low[2]),
              b = least_of_fours(hn::Neg(high[0]), hn::Neg(high[1]), hn::Neg(high[2]));
      hn::StoreU(hn::Min(hn::ConcatLowerLower(d, b, a), hn::ConcatUpperUpper(d, b, a)), d, ends);
      return;
    }
#endif
    for (int k = 0; k < 3; ++k) {
      ends[k] = hn::GetLane(hn::MinOfLanes(d, low[k]));
      ends[4 + k] = -hn::GetLane(hn::MaxOfLanes(d, high[k]));
    }
  }

 private:
#if HWY_TARGET != HWY_SCALAR
  /// In every four lanes: the least of a's four, of b's and of c's.
  static HWY_INLINE V least_of_fours(V a, V b, V c) {
    const D d;
    const hn::Repartition<double, D> pairs;
    const V ab = hn::Min(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b)),
            cc = hn::Min(hn::InterleaveLower(d, c, c), hn::InterleaveUpper(d, c, c));
    const auto ab_pairs = hn::BitCast(pairs, ab), cc_pairs = hn::BitCast(pairs, cc);
    return hn::Min(hn::BitCast(d, hn::InterleaveLower(pairs, ab_pairs, cc_pairs)),
                   hn::BitCast(d, hn::InterleaveUpper(pairs, ab_pairs, cc_pairs)));
  }
#endif
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
HWY_INLINE void set_boxes(const Reach& extents, const Points& from, hn::Mask<D> wanted, int first, ObbPacket& boxes) {
  const D d;
  constexpr float u = 0x1p-24f;
  const auto load = [first](const float(&row)[ObbPacket::lanes]) HWY_ATTR { return hn::LoadU(D(), row + first); };
  const auto store = [&](V value, float(&to)[ObbPacket::lanes])
                         HWY_ATTR { hn::StoreU(hn::IfThenElse(wanted, value, load(to)), d, to + first); };
  const V zero = hn::Zero(d), half = hn::Set(d, 0.5f);
  V low[3], high[3], middle[3], offset[3], reach = zero;
  for (int k = 0; k < 3; ++k) {
    // A zero of either sign becomes +0, so that the order of minima leaves no trace.
    low[k] = hn::Add(extents.low[k], zero);
    high[k] = hn::Add(extents.high[k], zero);
    reach = hn::Add(reach, hn::Max(hn::Neg(low[k]), high[k]));
    middle[k] = hn::Mul(hn::Add(low[k], high[k]), half);
  }
  const V origin[3] = {from.x, from.y, from.z};
  for (int c = 0; c < 3; ++c) {
    const V centre = hn::Add(origin[c], dot(load(boxes.axes[0][c]), load(boxes.axes[1][c]), load(boxes.axes[2][c]),
                                            middle[0], middle[1], middle[2]));
    store(centre, boxes.centre[c]);
    offset[c] = hn::Sub(centre, origin[c]);
  }
  const V slack = hn::Add(hn::Mul(reach, hn::Set(d, 12 * u)), hn::Set(d, u));
  for (int k = 0; k < 3; ++k) {
    const V shift =
        dot(load(boxes.axes[k][0]), load(boxes.axes[k][1]), load(boxes.axes[k][2]), offset[0], offset[1], offset[2]);
    const V length = hn::Max(hn::Sub(high[k], shift), hn::Sub(shift, low[k]));
    store(hn::Mul(hn::Add(length, slack), hn::Set(d, 1 + 4 * u)), boxes.half[k]);
  }
}

HWY_INLINE void set_boxes(const PacketExtents& extents, std::uint32_t lanes, ObbPacket& boxes) {
  for (int i = 0; i < ObbPacket::lanes; i += width) {
    const auto load = [i](const float(&from)[ObbPacket::lanes]) HWY_ATTR { return hn::LoadU(D(), from + i); };
    Reach reach;
    for (int k = 0; k < 3; ++k) reach.low[k] = load(extents.low[k]), reach.high[k] = load(extents.high[k]);
    const Points origin{load(extents.origin[0]), load(extents.origin[1]), load(extents.origin[2])};
    set_boxes(reach, origin, lanes_of(lanes, i), i, boxes);
  }
}

}  // namespace extent
}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
