// How points and boxes are measured along the axes of a packet's boxes, compiled once per instruction set: include from
// sources that Highway's foreach_target.h repeats. Every set gives the same bytes.

#if defined(ABUT_ENGINE_OBB_PACKET_EXTENT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_OBB_PACKET_EXTENT_INL_H_
#undef ABUT_ENGINE_OBB_PACKET_EXTENT_INL_H_
#else
#define ABUT_ENGINE_OBB_PACKET_EXTENT_INL_H_
#endif

#include "engine/obb_packet_extent.h"
#include "math/lanes-inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {
namespace extent {

// Fused multiply-adds would round differently from one instruction set to the next: products and sums stay apart.
using N = Lanes<float, ObbPacket::lanes>;
using Mask = N::Mask;
using Points = Vec3Of<N>;

/// The points at place(0), place(1) and so on, one a lane. Four floats are read: `before` is how many of them come
/// before each point; 0 or 1.
template <int before, class Place>
HWY_INLINE Points points_at(Place place) {
  N four[4];
  N::load_columns([place](int lane) HWY_ATTR { return place(lane) - before; }, four);
  return {four[before], four[before + 1], four[before + 2]};
}

/// A corner of each lane's triangle, 0 to 2, where triangles lie corner by corner: nothing is read outside of them.
template <int corner>
HWY_INLINE Points corners_at(const float* const* triangles) {
  return points_at < corner == 0 ? 0 : 1 > ([triangles](int lane) HWY_ATTR { return triangles[lane] + 3 * corner; });
}

/// Lows and highs of points along three axes, from a point at 0.
struct Reach {
  N low[3], high[3];

  HWY_INLINE Reach() : low{N::all(0), N::all(0), N::all(0)}, high{N::all(0), N::all(0), N::all(0)} {}
  HWY_INLINE void add(const Points (&axes)[3], const Points& p) {
    for (int k = 0; k < 3; ++k) {
      const N along = dot(axes[k], p);
      low[k] = min(low[k], along);
      high[k] = max(high[k], along);
    }
  }
  HWY_INLINE void store_lanes(int first, const Points& origin, PacketExtents& extents) const {
    for (int k = 0; k < 3; ++k) {
      low[k].store(extents.low[k] + first);
      high[k].store(extents.high[k] + first);
    }
    origin.store(extents.origin, first);
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
#if HWY_TARGET != HWY_SCALAR
    if constexpr (N::lanes == 8) {
      const N::Tag d;
      const auto a = least_of_fours(low[0], low[1], low[2]), b = least_of_fours(-high[0], -high[1], -high[2]);
      hn::StoreU(hn::Min(hn::ConcatLowerLower(d, b, a), hn::ConcatUpperUpper(d, b, a)), d, ends);
      return;
    }
#endif
    for (int k = 0; k < 3; ++k) {
      ends[k] = least_of(low[k]);
      ends[4 + k] = -most_of(high[k]);
    }
  }

 private:
#if HWY_TARGET != HWY_SCALAR
  /// In every four lanes: the least of a's four, of b's and of c's.
  static HWY_INLINE hn::Vec<N::Tag> least_of_fours(const N& a, const N& b, const N& c) {
    const N::Tag d;
    const hn::Repartition<double, N::Tag> pairs;
    const auto ab = hn::Min(hn::InterleaveLower(d, a.v, b.v), hn::InterleaveUpper(d, a.v, b.v)),
               cc = hn::Min(hn::InterleaveLower(d, c.v, c.v), hn::InterleaveUpper(d, c.v, c.v));
    const auto ab_pairs = hn::BitCast(pairs, ab), cc_pairs = hn::BitCast(pairs, cc);
    return hn::Min(hn::BitCast(d, hn::InterleaveLower(pairs, ab_pairs, cc_pairs)),
                   hn::BitCast(d, hn::InterleaveUpper(pairs, ab_pairs, cc_pairs)));
  }
#endif
};

HWY_INLINE void load_axes(const ObbPacket& boxes, int first_lane, Points (&axes)[3]) {
  for (int k = 0; k < 3; ++k) axes[k] = Points::load(boxes.axes[k], first_lane);
}

/// The axes of one lane and the origin of its extents, for many points at once.
struct LaneAxes {
  Points axes[3], origin;

  HWY_INLINE LaneAxes(const ObbPacket& boxes, int lane, const PacketExtents& extents) {
    const auto all = [lane](const float(&rows)[3][ObbPacket::lanes]) HWY_ATTR {
      return Points{N::all(rows[0][lane]), N::all(rows[1][lane]), N::all(rows[2][lane])};
    };
    for (int k = 0; k < 3; ++k) axes[k] = all(boxes.axes[k]);
    origin = all(extents.origin);
  }
};

/// Grows a lane's extents by points of which there are at least as many as a vector has lanes. (Sixteen lanes measured
/// slower than eight.)
HWY_INLINE void grow_by_points(const ObbPacket& boxes, int lane, const float* points, std::size_t count,
                               PacketExtents& extents) {
  const LaneAxes at(boxes, lane, extents);
  Reach reach;
  const auto add = [&](const float* from) HWY_ATTR { reach.add(at.axes, Points::load_points(from) - at.origin); };
  std::size_t i = 0;
  for (; i + N::lanes <= count; i += N::lanes) add(points + 3 * i);
  // The last few again with those before them: extents do not mind.
  if (i < count) add(points + 3 * (count - N::lanes));
  reach.store(lane, extents);
}

// Rounding, with u = 2^-24, d = point - origin and S the sum over the axes of the largest |axis . d|. A difference d is
// off by u|d|, the sum of three products by 3u|d| more, and |d| <= S (1 + 2^-20): 4u S and a little. The centre's
// offset from the origin, which is no longer than S, is projected with the same error; taking it from low and high adds
// 2u S. Together at most 12u S. The points themselves are rounded: sqrt(3) (2^-25 + 2^-53) < 2^-24, which leaves room
// for products that underflow. The last factor covers the sums that apply all this.
HWY_INLINE void set_boxes(const Reach& extents, const Points& origin, const Mask& wanted, int first, ObbPacket& boxes) {
  constexpr float u = 0x1p-24f;
  const auto store = [&](const N& value, float(&to)[ObbPacket::lanes])
                         HWY_ATTR { select(wanted, value, N::load(to + first)).store(to + first); };
  const N zero = N::all(0), half = N::all(0.5f);
  N low[3], high[3], reach = zero;
  Points middle;
  const auto add = [&](int k, N& to) HWY_ATTR {
    // A zero of either sign becomes +0, so that the order of minima leaves no trace.
    low[k] = extents.low[k] + zero;
    high[k] = extents.high[k] + zero;
    reach = reach + max(-low[k], high[k]);
    to = (low[k] + high[k]) * half;
  };
  add(0, middle.x), add(1, middle.y), add(2, middle.z);
  Points axes[3];
  load_axes(boxes, first, axes);
  const Points across[3] = {
      {axes[0].x, axes[1].x, axes[2].x}, {axes[0].y, axes[1].y, axes[2].y}, {axes[0].z, axes[1].z, axes[2].z}};
  const Points centre = origin + Points{dot(across[0], middle), dot(across[1], middle), dot(across[2], middle)};
  store(centre.x, boxes.centre[0]), store(centre.y, boxes.centre[1]), store(centre.z, boxes.centre[2]);
  const Points offset = centre - origin;
  const N slack = reach * N::all(12 * u) + N::all(u);
  for (int k = 0; k < 3; ++k) {
    const N shift = dot(axes[k], offset), length = max(high[k] - shift, shift - low[k]);
    store((length + slack) * N::all(1 + 4 * u), boxes.half[k]);
  }
}

HWY_INLINE void set_boxes(const PacketExtents& extents, std::uint32_t lanes, ObbPacket& boxes) {
  for (int i = 0; i < ObbPacket::lanes; i += N::lanes) {
    Reach reach;
    for (int k = 0; k < 3; ++k)
      reach.low[k] = N::load(extents.low[k] + i), reach.high[k] = N::load(extents.high[k] + i);
    set_boxes(reach, Points::load(extents.origin, i), Mask::of_bits(lanes >> i), i, boxes);
  }
}

}  // namespace extent
}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
