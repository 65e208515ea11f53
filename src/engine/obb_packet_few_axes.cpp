#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/obb_packet_axes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/obb_packet_few_axes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/obb_packet_space-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// A few triangles a lane, seen from their first corner and scaled to coordinates of at most 1. How many is a number
/// that the compiler knows: it keeps them in registers then.
template <int triangles>
struct Few {
  Space at[3 * triangles];

  HWY_INLINE Few(const PacketCorners& corners, int lane) {
    const auto origin = Space::load(corners.at[0], lane);
    N size = N::all(0);
    for (int v = 0; v < 3 * triangles; ++v) {
      at[v] = Space::load(corners.at[v], lane) - origin;
      size = max(size, max(abs(at[v].x), max(abs(at[v].y), abs(at[v].z))));
    }
    const N one = N::all(1), scale = one / select(size > N::all(0x1p-100f), size, one);
    for (int v = 0; v < 3 * triangles; ++v) at[v] = at[v] * scale;
  }
  HWY_INLINE Space edge(int i) const { return at[i % 3 == 2 ? i - 2 : i + 1] - at[i]; }
};

struct Frame {
  Space x, y, z;
};

/// z across the triangles' mean plane, x along their longest edge.
template <int triangles>
HWY_INLINE Frame frame_of(const Few<triangles>& few) {
  const N zero = N::all(0), one = N::all(1);
  Space normal = cross(few.edge(0), few.edge(1)), longest = few.edge(0);
  N square = dot(longest, longest);
  for (int t = 1; t < triangles; ++t) {
    const Space next = cross(few.edge(3 * t), few.edge(3 * t + 1));
    // Two sheets that face each other count as one, whatever their orientation.
    normal = select(dot(normal, next) < zero, normal - next, normal + next);
  }
  // All of it: by itself g++ stops short.
  HWY_UNROLL(11)
  for (int i = 1; i < 3 * triangles; ++i) {
    const Space next = few.edge(i);
    const N next_square = dot(next, next);
    const Mask longer = next_square > square;
    longest = select(longer, next, longest);
    square = select(longer, next_square, square);
  }
  const Space along = select(square > zero, normalised(longest), Space{one, zero, zero});
  // A sliver's normal is noise: there the edge is what counts, elsewhere the plane.
  const N flatness = dot(normal, normal) / max(square * square, N::all(0x1p-100f));
  const Space rest = without(normal, along);
  const Mask noise = dot(rest, rest) <= square * square * N::all(1e-12f);
  const Space across = select(noise, perpendicular(along), normalised(rest));

  const Space z = select(flatness > N::all(1e-6f), normalised(normal), across);
  const Space in_plane = without(along, z);
  const Mask upright = dot(in_plane, in_plane) <= N::all(1e-6f);
  const Space x = select(upright, perpendicular(z), normalised(in_plane));
  return {x, cross(z, x), z};
}

template <int triangles>
HWY_INLINE void choose_axes_of(const PacketCorners& corners, ObbPacket& boxes) {
  for (int i = 0; i < lanes; i += N::lanes) {
    const Few<triangles> few(corners, i);
    const Frame frame = frame_of(few);
    N a[3 * triangles], b[3 * triangles];
    N low = N::all(0), high = low;
    for (int v = 0; v < 3 * triangles; ++v) {
      a[v] = dot(frame.x, few.at[v]), b[v] = dot(frame.y, few.at[v]);
      const N h = dot(frame.z, few.at[v]);
      low = min(low, h), high = max(high, h);
    }
    const N thickness = high - low;
    N least = N::all(1e30f), best_cosine = N::all(1), best_sine = N::all(0);
    // The smallest rectangle around points has a side along an edge of their hull.
    for (int e = 0; e < 3 * triangles; ++e) {
      const int to = e % 3 == 2 ? e - 2 : e + 1;
      const N da = a[to] - a[e], db = b[to] - b[e], square = da * da + db * db;
      const N length = root(square), c = da / length, s = db / length;
      Rectangle r(turned_a(a[0], b[0], c, s), turned_b(a[0], b[0], c, s));
      for (int v = 1; v < 3 * triangles; ++v) r.add(turned_a(a[v], b[v], c, s), turned_b(a[v], b[v], c, s));
      const N area = half_area(r.a_high - r.a_low, r.b_high - r.b_low, thickness);
      const Mask better = (area < least) & (square > N::all(1e-8f));
      least = select(better, area, least);
      best_cosine = select(better, c, best_cosine);
      best_sine = select(better, s, best_sine);
    }
    (frame.x * best_cosine + frame.y * best_sine).store(boxes.axes[0], i);
    (frame.y * best_cosine - frame.x * best_sine).store(boxes.axes[1], i);
    frame.z.store(boxes.axes[2], i);
  }
}

void ChooseFewAxes(const PacketCorners& corners, ObbPacket& boxes) {
  static_assert(PacketCorners::most_triangles == 4);
  if (corners.triangles == 2)
    choose_axes_of<2>(corners, boxes);
  else if (corners.triangles <= 1)
    choose_axes_of<1>(corners, boxes);
  else if (corners.triangles == 3)
    choose_axes_of<3>(corners, boxes);
  else
    choose_axes_of<4>(corners, boxes);
  orthonormalise(boxes.axes);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(ChooseFewAxes);

void choose_axes(const PacketCorners& corners, ObbPacket& boxes) {
  HWY_DYNAMIC_DISPATCH(ChooseFewAxes)(corners, boxes);
}

}  // namespace abut
#endif
