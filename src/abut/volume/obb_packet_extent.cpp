#include <abut/volume/obb_packet_extent.h>

#include <algorithm>
#include <limits>

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

void ExtentsAlongAxes(const ObbPacket& boxes, const PacketCorners& corners, PacketExtents& extents) {
  const D d;
  for (int i = 0; i < ObbPacket::lanes; i += width) {
    const auto load = [&](const float(&from)[ObbPacket::lanes]) HWY_ATTR { return hn::LoadU(d, from + i); };
    const V x0 = load(corners.at[0][0]), y0 = load(corners.at[0][1]), z0 = load(corners.at[0][2]);
    for (int k = 0; k < 3; ++k) {
      const V ax = load(boxes.axes[k][0]), ay = load(boxes.axes[k][1]), az = load(boxes.axes[k][2]);
      V low = hn::Zero(d), high = low;
      for (int v = 1; v < 3 * corners.triangles; ++v) {
        const auto& p = corners.at[v];
        const V along = dot(ax, ay, az, hn::Sub(load(p[0]), x0), hn::Sub(load(p[1]), y0), hn::Sub(load(p[2]), z0));
        low = hn::Min(low, along);
        high = hn::Max(high, along);
      }
      hn::StoreU(low, d, extents.low[k] + i);
      hn::StoreU(high, d, extents.high[k] + i);
    }
    hn::StoreU(x0, d, extents.origin[0] + i);
    hn::StoreU(y0, d, extents.origin[1] + i);
    hn::StoreU(z0, d, extents.origin[2] + i);
  }
}

/// Lows and highs of points along three axes.
struct Reach {
  V low[3], high[3];

  HWY_INLINE void add(const V (&axes)[3][3], V x, V y, V z) {
    for (int k = 0; k < 3; ++k) {
      const V along = dot(axes[k][0], axes[k][1], axes[k][2], x, y, z);
      low[k] = hn::Min(low[k], along);
      high[k] = hn::Max(high[k], along);
    }
  }
};

void GrowExtents(const ObbPacket& boxes, int lane, const CornerRun& run, PacketExtents& extents) {
  const D d;
  const float* points = run.corners;
  std::uint32_t count = 3 * run.triangles;
  float few[3 * width];
  if (count < width) {
    for (int i = 0; i < width; ++i) std::copy_n(points + 3 * std::min<std::uint32_t>(i, count - 1), 3, few + 3 * i);
    points = few;
    count = width;
  }
  V axes[3][3], origin[3];
  for (int k = 0; k < 3; ++k) {
    for (int c = 0; c < 3; ++c) axes[k][c] = hn::Set(d, boxes.axes[k][c][lane]);
    origin[k] = hn::Set(d, extents.origin[k][lane]);
  }
  Reach reach;
  for (int k = 0; k < 3; ++k) reach.low[k] = reach.high[k] = hn::Zero(d);
  const auto add = [&](const float* from) HWY_ATTR {
    V x, y, z;
    hn::LoadInterleaved3(d, from, x, y, z);
    reach.add(axes, hn::Sub(x, origin[0]), hn::Sub(y, origin[1]), hn::Sub(z, origin[2]));
  };
  std::uint32_t i = 0;
  for (; i + width <= count; i += width) add(points + 3 * std::size_t{i});
  // The last few again with those before them: extents do not mind.
  if (i < count) add(points + 3 * std::size_t{count - width});
  for (int k = 0; k < 3; ++k) {
    extents.low[k][lane] = std::min(extents.low[k][lane], hn::GetLane(hn::MinOfLanes(d, reach.low[k])));
    extents.high[k][lane] = std::max(extents.high[k][lane], hn::GetLane(hn::MaxOfLanes(d, reach.high[k])));
  }
}

// Rounding, with u = 2^-24, d = point - origin and S the sum over the axes of the largest |axis . d|. A difference d is
// off by u|d|, the sum of three products by 3u|d| more, and |d| <= S (1 + 2^-20): 4u S and a little. The centre's
// offset from the origin, which is no longer than S, is projected with the same error; taking it from low and high adds
// 2u S. Together at most 12u S. The points themselves are rounded: sqrt(3) (2^-25 + 2^-53) < 2^-24, which leaves room
// for products that underflow. The last factor covers the sums that apply all this.
void StoreBoxes(const PacketExtents& extents, std::uint32_t lanes, ObbPacket& boxes) {
  const D d;
  const hn::RebindToUnsigned<D> du;
  constexpr float u = 0x1p-24f;
  for (int i = 0; i < ObbPacket::lanes; i += width) {
    const auto load = [&](const float(&from)[ObbPacket::lanes]) HWY_ATTR { return hn::LoadU(d, from + i); };
    const auto bit = hn::Shl(hn::Set(du, 1u << i), hn::Iota(du, 0));
    const auto wanted = hn::RebindMask(d, hn::TestBit(hn::Set(du, lanes), bit));
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

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(ExtentsAlongAxes);
HWY_EXPORT(GrowExtents);
HWY_EXPORT(StoreBoxes);

PacketCorners::PacketCorners(const CornerRun (&runs)[ObbPacket::lanes]) {
  for (const CornerRun& run : runs) triangles = std::max(triangles, static_cast<int>(run.triangles));
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
    count[lane] = runs[lane].triangles;
    for (int t = 0; t < triangles; ++t) {
      const float* from = runs[lane].corners + (t < static_cast<int>(count[lane]) ? 9 * t : 0);
      for (int i = 0; i < 9; ++i) at[3 * t + i / 3][i % 3][lane] = count[lane] > 0 ? from[i] : 0;
    }
  }
}

PacketExtents extents_along_axes(const ObbPacket& boxes, const PacketCorners& corners) {
  PacketExtents extents;
  HWY_DYNAMIC_DISPATCH(ExtentsAlongAxes)(boxes, corners, extents);
  return extents;
}

void grow_extents(const ObbPacket& boxes, int lane, const CornerRun& run, PacketExtents& extents) {
  HWY_DYNAMIC_DISPATCH(GrowExtents)(boxes, lane, run, extents);
}

void store_boxes(const PacketExtents& extents, std::uint32_t lanes, ObbPacket& boxes) {
  HWY_DYNAMIC_DISPATCH(StoreBoxes)(extents, lanes, boxes);
}

}  // namespace abut
#endif
