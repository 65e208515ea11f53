#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/obb_packet_extent.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/obb_packet_extent.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/obb_packet_extent-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

using namespace extent;

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
    for (int i = 0; i < ObbPacket::lanes; i += N::lanes) {
      corners_at<0>(from + i).store(corners.at[3 * t], i);
      corners_at<1>(from + i).store(corners.at[3 * t + 1], i);
      corners_at<2>(from + i).store(corners.at[3 * t + 2], i);
    }
  }
}

/// Measures lanes of few triangles side by side; the others' extents mean nothing.
HWY_INLINE void measure_few(const ObbPacket& boxes, const PacketCorners& corners, PacketExtents& extents) {
  for (int i = 0; i < ObbPacket::lanes; i += N::lanes) {
    const auto origin = Points::load(corners.at[0], i);
    Points axes[3];
    load_axes(boxes, i, axes);
    Reach reach;
    for (std::uint32_t v = 1; v < 3 * corners.triangles; ++v) reach.add(axes, Points::load(corners.at[v], i) - origin);
    reach.store_lanes(i, origin, extents);
  }
}

void GrowExtents(const ObbPacket& boxes, int lane, const CornerRun& run, PacketExtents& extents) {
  const std::size_t count = 3 * std::size_t{run.triangles};
  if (count >= N::lanes) return grow_by_points(boxes, lane, run.corners, count, extents);
  // Two triangles at most: the first corner fills the vector up.
  float few[3 * N::lanes];
  for (std::size_t i = 0; i < N::lanes; ++i) std::copy_n(run.corners + (i < count ? 3 * i : 0), 3, few + 3 * i);
  grow_by_points(boxes, lane, few, N::lanes, extents);
}

// A box holds every x with B(x - centre) = y, |y_i| <= half_i, and B B' is within 2^-22 of the identity: along an axis
// x lies within sum |axis . b_i| half_i of the centre, and within 9 * 2^-22 = 36u times the largest half more. The
// products and sums here err by 7u times the sum of the halves: 48u of it cover both.
HWY_INLINE void add_boxes(const LaneAxes& at, const ObbPacket& by, std::uint32_t bits, int i, Reach& reach) {
  const Mask wanted = Mask::of_bits(bits >> i);
  const Points centre = Points::load(by.centre, i) - at.origin;
  const N half[3] = {N::load(by.half[0] + i), N::load(by.half[1] + i), N::load(by.half[2] + i)};
  const N slack = (half[0] + half[1] + half[2]) * N::all(48 * 0x1p-24f);
  for (int k = 0; k < 3; ++k) {
    N radius = slack;
    for (int j = 0; j < 3; ++j) radius = radius + half[j] * abs(dot(at.axes[k], Points::load(by.axes[j], i)));
    const N along = dot(at.axes[k], centre);
    reach.low[k] = min(reach.low[k], where(wanted, along - radius));
    reach.high[k] = max(reach.high[k], where(wanted, along + radius));
  }
}

void GrowExtentsByBoxes(const ObbPacket& boxes, int lane, std::span<const SomeBoxes> by, PacketExtents& extents) {
  const LaneAxes at(boxes, lane, extents);
  Reach reach;
  for (const SomeBoxes& some : by)
    for (int i = 0; i < ObbPacket::lanes; i += N::lanes) add_boxes(at, *some.boxes, some.lanes, i, reach);
  reach.store(lane, extents);
}

void StoreBoxes(const PacketExtents& extents, std::uint32_t lanes, ObbPacket& boxes) {
  set_boxes(extents, lanes, boxes);
}

void BoundFew(const PacketCorners& corners, std::uint32_t lanes, ObbPacket& boxes) {
  PacketExtents extents{};
  measure_few(boxes, corners, extents);
  set_boxes(extents, lanes, boxes);
}

void BoundRuns(const PacketRuns& runs, ObbPacket& boxes) {
  PacketCorners few;
  PacketExtents extents{};
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
  if (all != 0) set_boxes(extents, all, boxes);
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
HWY_EXPORT(BoundFew);
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

void bound_few(const PacketCorners& corners, std::uint32_t lanes, ObbPacket& boxes) {
  HWY_DYNAMIC_DISPATCH(BoundFew)(corners, lanes, boxes);
}

void bound_runs(const PacketRuns& runs, ObbPacket& boxes) { HWY_DYNAMIC_DISPATCH(BoundRuns)(runs, boxes); }

}  // namespace abut
#endif
