#include <abut/math/simd_dispatch.h>
// Highway compiles what follows once per instruction set; the line above says for which.
#include <abut/volume/obb_packet_extent.h>

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "abut/volume/obb_packet_extent.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Fused multiply-adds would round differently from one instruction set to the next: products and sums stay apart.
using D = hn::CappedTag<float, ObbPacket::lanes>;
using V = hn::Vec<D>;
constexpr int width = static_cast<int>(hn::MaxLanes(D()));

HWY_INLINE V dot(V ax, V ay, V az, V x, V y, V z) {
  return hn::Add(hn::Add(hn::Mul(ax, x), hn::Mul(ay, y)), hn::Mul(az, z));
}

#if HWY_TARGET == HWY_SCALAR
template <int offset, int before>
HWY_INLINE void transpose(const float* const (&from)[ObbPacket::lanes], float (&to)[3][ObbPacket::lanes]) {
  for (int c = 0; c < 3; ++c)
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) to[c][lane] = from[lane][offset + c];
}
#else
/// Four floats from each of one or two places, as many as the vector holds.
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_fours(Tag d, const float* low, const float* high) {
  if constexpr (hn::MaxLanes(Tag()) == 8) {
    const hn::Half<Tag> four;
    return hn::Combine(d, hn::LoadU(four, high), hn::LoadU(four, low));
  } else {
    return hn::LoadU(d, low);
  }
}

/// Turns one point of each lane into rows of coordinates. `before`: how many floats before the points may be read, for
/// the vectors hold four; 0 or 1, and then one after them may be.
template <int offset, int before>
HWY_INLINE void transpose(const float* const (&from)[ObbPacket::lanes], float (&to)[3][ObbPacket::lanes]) {
  const D d;
  const hn::Repartition<double, D> pairs;
  for (int i = 0; i < ObbPacket::lanes; i += width) {
    const auto row = [&](int j) HWY_ATTR {
      return load_fours(d, from[i + j] + (offset - before), from[j + 4] + (offset - before));
    };
    const V a = row(0), b = row(1), c = row(2), e = row(3);
    const auto ab_low = hn::BitCast(pairs, hn::InterleaveLower(d, a, b)),
               ce_low = hn::BitCast(pairs, hn::InterleaveLower(d, c, e));
    const auto ab_high = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b)),
               ce_high = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
    const V first = hn::BitCast(d, hn::InterleaveLower(pairs, ab_low, ce_low)),
            second = hn::BitCast(d, hn::InterleaveUpper(pairs, ab_low, ce_low)),
            third = hn::BitCast(d, hn::InterleaveLower(pairs, ab_high, ce_high)),
            fourth = hn::BitCast(d, hn::InterleaveUpper(pairs, ab_high, ce_high));
    hn::StoreU(before == 0 ? first : second, d, to[0] + i);
    hn::StoreU(before == 0 ? second : third, d, to[1] + i);
    hn::StoreU(before == 0 ? third : fourth, d, to[2] + i);
  }
}
#endif

void GatherCorners(const PacketRuns& runs, PacketCorners& corners) {
  std::size_t first[ObbPacket::lanes];
  corners.triangles = 0;
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
    const std::uint32_t count = runs.count[lane] <= PacketCorners::most_triangles ? runs.count[lane] : 0;
    first[lane] = count > 0 ? runs.first[lane] : 0;
    corners.count[lane] = count;
    corners.triangles = std::max(corners.triangles, count);
  }
  for (std::uint32_t t = 0; t < corners.triangles; ++t) {
    const float* from[ObbPacket::lanes];
    for (int lane = 0; lane < ObbPacket::lanes; ++lane)
      from[lane] = runs.corners + 9 * (first[lane] + (t < corners.count[lane] ? t : 0));
    // After a triangle's last corner there may be nothing to read, before its first neither.
    transpose<0, 0>(from, corners.at[3 * t]);
    transpose<3, 1>(from, corners.at[3 * t + 1]);
    transpose<6, 1>(from, corners.at[3 * t + 2]);
  }
}

/// Lows and highs of points along three axes, from a point at 0.
struct Reach {
  V low[3], high[3];

  HWY_INLINE Reach() {
    for (int k = 0; k < 3; ++k) low[k] = high[k] = hn::Zero(D());
  }
  HWY_INLINE void add(const V (&axes)[3][3], V x, V y, V z) {
    for (int k = 0; k < 3; ++k) {
      const V along = dot(axes[k][0], axes[k][1], axes[k][2], x, y, z);
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
  V axes[3][3], origin[3];

  HWY_INLINE LaneAxes(const ObbPacket& boxes, int lane, const PacketExtents& extents) {
    const D d;
    for (int k = 0; k < 3; ++k) {
      for (int c = 0; c < 3; ++c) axes[k][c] = hn::Set(d, boxes.axes[k][c][lane]);
      origin[k] = hn::Set(d, extents.origin[k][lane]);
    }
  }
};

/// Measures lanes of few triangles side by side; the others' extents mean nothing.
HWY_INLINE void measure_few(const ObbPacket& boxes, const PacketCorners& corners, PacketExtents& extents) {
  const D d;
  for (int i = 0; i < ObbPacket::lanes; i += width) {
    const auto load = [&](const float(&from)[ObbPacket::lanes]) HWY_ATTR { return hn::LoadU(d, from + i); };
    const V x0 = load(corners.at[0][0]), y0 = load(corners.at[0][1]), z0 = load(corners.at[0][2]);
    V axes[3][3];
    Reach reach;
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c) axes[k][c] = load(boxes.axes[k][c]);
    for (std::uint32_t v = 1; v < 3 * corners.triangles; ++v) {
      const auto& p = corners.at[v];
      reach.add(axes, hn::Sub(load(p[0]), x0), hn::Sub(load(p[1]), y0), hn::Sub(load(p[2]), z0));
    }
    for (int k = 0; k < 3; ++k) {
      hn::StoreU(reach.low[k], d, extents.low[k] + i);
      hn::StoreU(reach.high[k], d, extents.high[k] + i);
    }
    hn::StoreU(x0, d, extents.origin[0] + i);
    hn::StoreU(y0, d, extents.origin[1] + i);
    hn::StoreU(z0, d, extents.origin[2] + i);
  }
}

/// Grows a lane's extents by points of which there are at least as many as a vector has lanes. (Sixteen lanes measured
/// slower than eight.)
HWY_INLINE void grow_by_points(const ObbPacket& boxes, int lane, const float* points, std::size_t count,
                               PacketExtents& extents) {
  const D d;
  const LaneAxes at(boxes, lane, extents);
  Reach reach;
  const auto add = [&](const float* from) HWY_ATTR {
    V x, y, z;
    hn::LoadInterleaved3(d, from, x, y, z);
    reach.add(at.axes, hn::Sub(x, at.origin[0]), hn::Sub(y, at.origin[1]), hn::Sub(z, at.origin[2]));
  };
  std::size_t i = 0;
  for (; i + width <= count; i += width) add(points + 3 * i);
  // The last few again with those before them: extents do not mind.
  if (i < count) add(points + 3 * (count - width));
  reach.store(lane, extents);
}

void GrowExtents(const ObbPacket& boxes, int lane, const CornerRun& run, PacketExtents& extents) {
  const std::size_t count = 3 * std::size_t{run.triangles};
  if (count >= width) return grow_by_points(boxes, lane, run.corners, count, extents);
  // Two triangles at most: the first corner fills the vector up.
  float few[3 * width];
  for (std::size_t i = 0; i < width; ++i) std::copy_n(run.corners + (i < count ? 3 * i : 0), 3, few + 3 * i);
  grow_by_points(boxes, lane, few, width, extents);
}

/// Which of a vector's lanes have their bits set.
HWY_INLINE hn::Mask<D> lanes_of(std::uint32_t bits, int first) {
  const hn::RebindToUnsigned<D> du;
  const auto bit = hn::Shl(hn::Set(du, 1u << first), hn::Iota(du, 0));
  return hn::RebindMask(D(), hn::TestBit(hn::Set(du, bits), bit));
}

// A box holds every x with B(x - centre) = y, |y_i| <= half_i, and B B' is within 2^-22 of the identity: along an axis
// x lies within sum |axis . b_i| half_i of the centre, and within 9 * 2^-22 = 36u times the largest half more. The
// products and sums here err by 7u times the sum of the halves: 48u of it cover both.
HWY_INLINE void add_boxes(const V (&axes)[3][3], const V (&origin)[3], const ObbPacket& by, std::uint32_t bits, int i,
                          Reach& reach) {
  const D d;
  const auto load = [&](const float(&from)[ObbPacket::lanes]) HWY_ATTR { return hn::LoadU(d, from + i); };
  const hn::Mask<D> wanted = lanes_of(bits, i);
  const V x = hn::Sub(load(by.centre[0]), origin[0]), y = hn::Sub(load(by.centre[1]), origin[1]),
          z = hn::Sub(load(by.centre[2]), origin[2]);
  const V half[3] = {load(by.half[0]), load(by.half[1]), load(by.half[2])};
  const V slack = hn::Mul(hn::Add(hn::Add(half[0], half[1]), half[2]), hn::Set(d, 48 * 0x1p-24f));
  for (int k = 0; k < 3; ++k) {
    V radius = slack;
    for (int j = 0; j < 3; ++j) {
      const V cosine =
          dot(axes[k][0], axes[k][1], axes[k][2], load(by.axes[j][0]), load(by.axes[j][1]), load(by.axes[j][2]));
      radius = hn::Add(radius, hn::Mul(half[j], hn::Abs(cosine)));
    }
    const V along = dot(axes[k][0], axes[k][1], axes[k][2], x, y, z);
    reach.low[k] = hn::Min(reach.low[k], hn::IfThenElseZero(wanted, hn::Sub(along, radius)));
    reach.high[k] = hn::Max(reach.high[k], hn::IfThenElseZero(wanted, hn::Add(along, radius)));
  }
}

void GrowExtentsByBoxes(const ObbPacket& boxes, int lane, std::span<const SomeBoxes> by, PacketExtents& extents) {
  const LaneAxes lane_axes(boxes, lane, extents);
  Reach reach;
  for (const SomeBoxes& some : by)
    for (int i = 0; i < ObbPacket::lanes; i += width)
      add_boxes(lane_axes.axes, lane_axes.origin, *some.boxes, some.lanes, i, reach);
  reach.store(lane, extents);
}

// Rounding, with u = 2^-24, d = point - origin and S the sum over the axes of the largest |axis . d|. A difference d is
// off by u|d|, the sum of three products by 3u|d| more, and |d| <= S (1 + 2^-20): 4u S and a little. The centre's
// offset from the origin, which is no longer than S, is projected with the same error; taking it from low and high adds
// 2u S. Together at most 12u S. The points themselves are rounded: sqrt(3) (2^-25 + 2^-53) < 2^-24, which leaves room
// for products that underflow. The last factor covers the sums that apply all this.
void StoreBoxes(const PacketExtents& extents, std::uint32_t lanes, ObbPacket& boxes) {
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

void BoundRuns(const PacketRuns& runs, ObbPacket& boxes) {
  PacketCorners few;
  PacketExtents extents;
  GatherCorners(runs, few);
  if (few.triangles > 0) measure_few(boxes, few, extents);
  const std::uint32_t all = runs.lanes();
  std::uint32_t many = 0;
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) many |= std::uint32_t{runs.count[lane] > few.count[lane]} << lane;
  for (; many != 0; many &= many - 1) {
    const int lane = std::countr_zero(many);
    const CornerRun run = runs[lane];
    extents.restart(lane, run.corners);
    GrowExtents(boxes, lane, run, extents);
  }
  if (all != 0) StoreBoxes(extents, all, boxes);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(GatherCorners);
HWY_EXPORT(GrowExtents);
HWY_EXPORT(GrowExtentsByBoxes);
HWY_EXPORT(StoreBoxes);
HWY_EXPORT(BoundRuns);

PacketCorners::PacketCorners(const PacketRuns& runs) { HWY_DYNAMIC_DISPATCH(GatherCorners)(runs, *this); }

void grow_extents(const ObbPacket& boxes, int lane, const CornerRun& run, PacketExtents& extents) {
  HWY_DYNAMIC_DISPATCH(GrowExtents)(boxes, lane, run, extents);
}

void grow_extents(const ObbPacket& boxes, int lane, std::span<const SomeBoxes> by, PacketExtents& extents) {
  HWY_DYNAMIC_DISPATCH(GrowExtentsByBoxes)(boxes, lane, by, extents);
}

void store_boxes(const PacketExtents& extents, std::uint32_t lanes, ObbPacket& boxes) {
  HWY_DYNAMIC_DISPATCH(StoreBoxes)(extents, lanes, boxes);
}

void bound_runs(const PacketRuns& runs, ObbPacket& boxes) { HWY_DYNAMIC_DISPATCH(BoundRuns)(runs, boxes); }

}  // namespace abut
#endif
