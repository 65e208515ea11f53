#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "leaf/curved_path.h"
#include "leaf/point_triangle.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "leaf/curved_path.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "leaf/path_narrower-inl.h"
#include "math/rows-inl.h"

#include <algorithm>
#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The points that begin at point(0), point(1) and so on; one number more is read of each.
template <class N, class PointAt>
HWY_INLINE Vec3Of<N> load_points(const PointAt& point) {
  if constexpr (N::lanes >= 4) {
    using Floats = Lanes<float, N::lanes>;
    Floats four[4];
    Floats::load_columns(point, four);
    float rows[3][N::lanes];
    for (int k = 0; k < 3; ++k) four[k].store(rows[k]);
    return Vec3Of<N>::widened(rows, 0);
  } else {
    double rows[3][N::lanes];
    for (int lane = 0; lane < N::lanes; ++lane)
      for (int k = 0; k < 3; ++k) rows[k][lane] = point(lane)[k];
    return Vec3Of<N>::load(rows, 0);
  }
}

template <class N>
void list_meetings(std::span<const PathJob> jobs, std::vector<PathMeeting>& meetings) {
  for (std::size_t first = 0; first < jobs.size(); first += N::lanes) {
    const std::size_t count = std::min<std::size_t>(N::lanes, jobs.size() - first);
    const auto job = [&](int lane) -> const PathJob& {
      const auto i = static_cast<std::size_t>(lane);
      return jobs[first + (i < count ? i : 0)];
    };
    const RowsOf<N, PlacedPath> paths([&](int lane) HWY_ATTR { return job(lane).path; });
    const Vec3Of<N> origin = paths.vector(offsetof(PlacedPath, origin));
    Vec3Of<N> seen[3];
    for (int c = 0; c < 3; ++c)
      seen[c] = load_points<N>([&](int lane) HWY_ATTR { return job(lane).of.corner(job(lane).place, c); }) - origin;
    PathNarrower<N> narrower(
        {paths.vector(offsetof(PlacedPath, path.travel)), paths.vector(offsetof(PlacedPath, path.bend)),
         paths.number(offsetof(PlacedPath, path.rest))},
        paths.number(offsetof(PlacedPath, size)), seen);
    narrow_to_triangle(narrower);
    double low[N::lanes], high[N::lanes];
    narrower.low().store(low), narrower.high().store(high);
    for (std::size_t lane = 0; lane < count; ++lane)
      if (low[lane] <= high[lane])
        meetings.push_back({static_cast<std::uint32_t>(first + lane), {low[lane], high[lane]}});
  }
}

void list_meetings_by_packets(std::span<const PathJob> jobs, std::vector<PathMeeting>& meetings) {
  list_meetings<Lanes<double, 8>>(jobs, meetings);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(list_meetings_by_packets);

namespace {

using HWY_NAMESPACE::One, HWY_NAMESPACE::PathsOf, HWY_NAMESPACE::Vec3Of;
using Narrower = HWY_NAMESPACE::PathNarrower<One<double>>;

Vec3Of<One<double>> one(const Vec3& v) { return {{v.x}, {v.y}, {v.z}}; }

Narrower narrower_for(const CurvedPath& path, double size, const std::array<Vec3, 3>& corners) {
  return {PathsOf<One<double>>::all(path), {size}, {one(corners[0]), one(corners[1]), one(corners[2])}};
}

}  // namespace

PathRange may_meet(const CurvedPath& path, double size, const std::array<Vec3, 3>& corners) {
  Narrower narrower = narrower_for(path, size, corners);
  HWY_NAMESPACE::narrow_to_triangle(narrower);
  return {narrower.low().v, narrower.high().v};
}

// A segment is passed beside it, across both; a point, or an end of a segment, along the way to it.
PathRange may_meet_degenerate(const CurvedPath& path, double size, const std::array<Vec3, 3>& corners) {
  Narrower narrower = narrower_for(path, size, corners);
  narrower.along(one(nearest_on_triangle({}, corners)));
  for (int i = 0; i < 3 && !narrower.is_empty().v; ++i) {
    const auto across = cross(narrower.side(i), narrower.travel());
    narrower.along(across);
    narrower.along(cross(narrower.side(i), across));
    narrower.along(narrower.side(i));
  }
  if (!narrower.is_empty().v) narrower.along(narrower.travel());
  return {narrower.low().v, narrower.high().v};
}

void list_meetings(std::span<const PathJob> jobs, Simd simd, std::vector<PathMeeting>& meetings) {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::list_meetings<One<double>>(jobs, meetings);
  ABUT_VERSION_FOR(target, list_meetings_by_packets)(jobs, meetings);
}

}  // namespace abut
#endif
