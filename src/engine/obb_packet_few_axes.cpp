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

/// A few triangles a lane, seen from their first corner and scaled to coordinates of at most 1.
struct Few {
  Space3 at[3 * PacketCorners::most_triangles];
  int triangles;

  HWY_INLINE Few(const PacketCorners& corners, int lane) : triangles(static_cast<int>(corners.triangles)) {
    const D d;
    const Space3 origin = load(corners.at[0], lane);
    V size = hn::Zero(d);
    for (int v = 0; v < 3 * triangles; ++v) {
      at[v] = load(corners.at[v], lane) - origin;
      size = hn::Max(size, hn::Max(hn::Abs(at[v].x), hn::Max(hn::Abs(at[v].y), hn::Abs(at[v].z))));
    }
    const V one = hn::Set(d, 1);
    const V scale = hn::Div(one, hn::IfThenElse(hn::Gt(size, hn::Set(d, 0x1p-100f)), size, one));
    for (int v = 0; v < 3 * triangles; ++v) at[v] = at[v] * scale;
  }
  HWY_INLINE Space3 edge(int i) const { return at[i % 3 == 2 ? i - 2 : i + 1] - at[i]; }
};

struct Frame {
  Space3 x, y, z;
};

/// z across the triangles' mean plane, x along their longest edge.
HWY_INLINE Frame frame_of(const Few& few) {
  const D d;
  Space3 normal = cross(few.edge(0), few.edge(1)), longest = few.edge(0);
  V square = dot(longest, longest);
  for (int t = 1; t < few.triangles; ++t) {
    const Space3 next = cross(few.edge(3 * t), few.edge(3 * t + 1));
    // Two sheets that face each other count as one, whatever their orientation.
    normal = select(hn::Lt(dot(normal, next), hn::Zero(d)), normal - next, normal + next);
  }
  for (int i = 1; i < 3 * few.triangles; ++i) {
    const Space3 next = few.edge(i);
    const V next_square = dot(next, next);
    const M longer = hn::Gt(next_square, square);
    longest = select(longer, next, longest);
    square = hn::IfThenElse(longer, next_square, square);
  }
  const V zero = hn::Zero(d), one = hn::Set(d, 1);
  const Space3 along = select(hn::Gt(square, zero), normalised(longest), Space3{one, zero, zero});
  // A sliver's normal is noise: there the edge is what counts, elsewhere the plane.
  const V flatness = hn::Div(dot(normal, normal), hn::Max(hn::Mul(square, square), hn::Set(d, 0x1p-100f)));
  const Space3 rest = without(normal, along);
  const M noise = hn::Le(dot(rest, rest), hn::Mul(hn::Mul(square, square), hn::Set(d, 1e-12f)));
  const Space3 across = select(noise, perpendicular(along), normalised(rest));

  const M plane_counts = hn::Gt(flatness, hn::Set(d, 1e-6f));
  const Space3 z = select(plane_counts, normalised(normal), across);
  const Space3 in_plane = without(along, z);
  const M upright = hn::Le(dot(in_plane, in_plane), hn::Set(d, 1e-6f));
  const Space3 x = select(upright, perpendicular(z), normalised(in_plane));
  return {x, cross(z, x), z};
}

void ChooseFewAxes(const PacketCorners& corners, ObbPacket& boxes) {
  const D d;
  for (int i = 0; i < lanes; i += width) {
    const Few few(corners, i);
    const Frame frame = frame_of(few);
    V a[3 * PacketCorners::most_triangles], b[3 * PacketCorners::most_triangles];
    V low = hn::Zero(d), high = low;
    for (int v = 0; v < 3 * few.triangles; ++v) {
      a[v] = dot(frame.x, few.at[v]), b[v] = dot(frame.y, few.at[v]);
      const V h = dot(frame.z, few.at[v]);
      low = hn::Min(low, h), high = hn::Max(high, h);
    }
    const V thickness = hn::Sub(high, low);
    V least = hn::Set(d, 1e30f), best_cosine = hn::Set(d, 1), best_sine = hn::Zero(d);
    // The smallest rectangle around points has a side along an edge of their hull.
    for (int e = 0; e < 3 * few.triangles; ++e) {
      const int to = e % 3 == 2 ? e - 2 : e + 1;
      const V da = hn::Sub(a[to], a[e]), db = hn::Sub(b[to], b[e]);
      const V square = hn::Add(hn::Mul(da, da), hn::Mul(db, db));
      const V length = hn::Sqrt(square), c = hn::Div(da, length), s = hn::Div(db, length);
      Rectangle r(turned_a(a[0], b[0], c, s), turned_b(a[0], b[0], c, s));
      for (int v = 1; v < 3 * few.triangles; ++v) r.add(turned_a(a[v], b[v], c, s), turned_b(a[v], b[v], c, s));
      const V area = half_area(hn::Sub(r.a_high, r.a_low), hn::Sub(r.b_high, r.b_low), thickness);
      const M better = hn::And(hn::Lt(area, least), hn::Gt(square, hn::Set(d, 1e-8f)));
      least = hn::IfThenElse(better, area, least);
      best_cosine = hn::IfThenElse(better, c, best_cosine);
      best_sine = hn::IfThenElse(better, s, best_sine);
    }
    store(frame.x * best_cosine + frame.y * best_sine, boxes.axes[0], i);
    store(frame.y * best_cosine - frame.x * best_sine, boxes.axes[1], i);
    store(frame.z, boxes.axes[2], i);
  }
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
