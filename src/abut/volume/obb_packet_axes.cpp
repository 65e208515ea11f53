#include <abut/math/simd_dispatch.h>
// Highway compiles what follows once per instruction set; the line above says for which.
#include <abut/volume/obb_packet_axes.h>

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "abut/volume/obb_packet_axes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr int lanes = ObbPacket::lanes;
using D = hn::CappedTag<float, lanes>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
constexpr int width = static_cast<int>(hn::MaxLanes(D()));

/// A vector in space for each lane.
template <class Vector>
struct Space {
  Vector x, y, z;

  friend HWY_INLINE Space operator+(const Space& a, const Space& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
  }
  friend HWY_INLINE Space operator-(const Space& a, const Space& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
  }
  friend HWY_INLINE Space operator*(const Space& a, Vector s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
  }
  // No fused multiply-adds: they would round differently from one instruction set to the next.
  friend HWY_INLINE Vector dot(const Space& a, const Space& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
  }
  friend HWY_INLINE Space cross(const Space& a, const Space& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
  }
  friend HWY_INLINE Space without(const Space& a, const Space& unit) { return a - unit * dot(a, unit); }
  friend HWY_INLINE Space normalised(const Space& a) {
    const Vector square = dot(a, a);
    return a * hn::Div(hn::Set(hn::DFromV<Vector>(), 1), hn::Sqrt(square));
  }
};
using Space3 = Space<V>;

HWY_INLINE Space3 select(M mask, const Space3& yes, const Space3& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
}
HWY_INLINE Space3 load(const float (&from)[3][lanes], int lane) {
  const D d;
  return {hn::LoadU(d, from[0] + lane), hn::LoadU(d, from[1] + lane), hn::LoadU(d, from[2] + lane)};
}
HWY_INLINE void store(const Space3& v, float (&to)[3][lanes], int lane) {
  const D d;
  hn::StoreU(v.x, d, to[0] + lane);
  hn::StoreU(v.y, d, to[1] + lane);
  hn::StoreU(v.z, d, to[2] + lane);
}

/// Any unit vector perpendicular to a unit vector.
HWY_INLINE Space3 perpendicular(const Space3& unit) {
  const V zero = hn::Zero(D()), x = hn::Abs(unit.x), y = hn::Abs(unit.y), z = hn::Abs(unit.z);
  const Space3 across_x{zero, unit.z, hn::Neg(unit.y)}, across_y{hn::Neg(unit.z), zero, unit.x},
      across_z{unit.y, hn::Neg(unit.x), zero};
  const Space3 across_xy = select(hn::Le(x, y), across_x, across_y);
  return normalised(select(hn::Le(hn::Min(x, y), z), across_xy, across_z));
}

/// Rounding leaves a float frame some 2^-22 off orthonormal; done over in double, only the final rounding is left.
void orthonormalise(float (&axes)[3][3][lanes]) {
  using DD = hn::CappedTag<double, lanes>;
  using Wide = Space<hn::Vec<DD>>;
  const DD d;
  const hn::Rebind<float, DD> narrow;
  const auto from = [&](const float(&axis)[3][lanes], int i) HWY_ATTR {
    return Wide{hn::PromoteTo(d, hn::LoadU(narrow, axis[0] + i)), hn::PromoteTo(d, hn::LoadU(narrow, axis[1] + i)),
                hn::PromoteTo(d, hn::LoadU(narrow, axis[2] + i))};
  };
  const auto to = [&](const Wide& v, float(&axis)[3][lanes], int i) HWY_ATTR {
    hn::StoreU(hn::DemoteTo(narrow, v.x), narrow, axis[0] + i);
    hn::StoreU(hn::DemoteTo(narrow, v.y), narrow, axis[1] + i);
    hn::StoreU(hn::DemoteTo(narrow, v.z), narrow, axis[2] + i);
  };
  for (int i = 0; i < lanes; i += static_cast<int>(hn::MaxLanes(d))) {
    const Wide x = normalised(from(axes[0], i));
    const Wide y = normalised(without(from(axes[1], i), x));
    to(x, axes[0], i);
    to(y, axes[1], i);
    to(cross(x, y), axes[2], i);
  }
}

/// Extents in the plane of axes that are turned by an angle with the given cosine and sine.
struct Rectangle {
  V a_low, a_high, b_low, b_high;

  explicit HWY_INLINE Rectangle(V a, V b) : a_low(a), a_high(a), b_low(b), b_high(b) {}
  HWY_INLINE void add(V a, V b) {
    a_low = hn::Min(a_low, a), a_high = hn::Max(a_high, a);
    b_low = hn::Min(b_low, b), b_high = hn::Max(b_high, b);
  }
};
HWY_INLINE V turned_a(V a, V b, V c, V s) { return hn::Add(hn::Mul(c, a), hn::Mul(s, b)); }
HWY_INLINE V turned_b(V a, V b, V c, V s) { return hn::Sub(hn::Mul(c, b), hn::Mul(s, a)); }
/// Half the surface of a box from its lengths.
HWY_INLINE V half_area(V a, V b, V c) { return hn::Add(hn::Mul(a, b), hn::Mul(hn::Add(a, b), c)); }

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

void MomentsOf(const PacketCorners& corners, SurfaceMoments& total) {
  using DD = hn::CappedTag<double, lanes>;
  using Wide = Space<hn::Vec<DD>>;
  const DD d;
  const hn::Rebind<float, DD> narrow;
  alignas(64) double sums[10][lanes];
  for (int i = 0; i < lanes; i += static_cast<int>(hn::MaxLanes(d))) {
    const auto at = [&](std::uint32_t v) HWY_ATTR {
      const auto& p = corners.at[v];
      return Wide{hn::PromoteTo(d, hn::LoadU(narrow, p[0] + i)), hn::PromoteTo(d, hn::LoadU(narrow, p[1] + i)),
                  hn::PromoteTo(d, hn::LoadU(narrow, p[2] + i))};
    };
    const auto zero = hn::Zero(d);
    hn::Vec<DD> moments[10];
    for (auto& m : moments) m = zero;
    for (std::uint32_t t = 0; t < corners.triangles; ++t) {
      const Wide p = at(3 * t), q = at(3 * t + 1), r = at(3 * t + 2), normal = cross(q - p, r - p);
      alignas(64) double there[lanes];
      for (int lane = 0; lane < lanes; ++lane) there[lane] = corners.count[lane] > t;
      // Twice the area; 2^-8 of the squares of two edges for slivers and segments; something for points.
      const auto edges = hn::Add(dot(q - p, q - p), dot(r - p, r - p));
      auto weight = hn::Add(hn::Sqrt(dot(normal, normal)), hn::Mul(edges, hn::Set(d, 0x1p-8)));
      weight = hn::Mul(hn::Add(weight, hn::Set(d, 0x1p-60)), hn::Load(d, there + i));
      // The integral of x x' over the triangle is area / 12 (s s' + p p' + q q' + r r') with the sum s of its corners.
      const Wide s = p + q + r;
      const auto product = [&](auto Wide::*a, auto Wide::*b) HWY_ATTR {
        const auto pq = hn::Add(hn::Mul(p.*a, p.*b), hn::Mul(q.*a, q.*b));
        const auto rs = hn::Add(hn::Mul(r.*a, r.*b), hn::Mul(s.*a, s.*b));
        return hn::Mul(weight, hn::Add(pq, rs));
      };
      moments[0] = hn::Add(moments[0], weight);
      moments[1] = hn::Add(moments[1], hn::Mul(weight, s.x));
      moments[2] = hn::Add(moments[2], hn::Mul(weight, s.y));
      moments[3] = hn::Add(moments[3], hn::Mul(weight, s.z));
      moments[4] = hn::Add(moments[4], product(&Wide::x, &Wide::x));
      moments[5] = hn::Add(moments[5], product(&Wide::x, &Wide::y));
      moments[6] = hn::Add(moments[6], product(&Wide::x, &Wide::z));
      moments[7] = hn::Add(moments[7], product(&Wide::y, &Wide::y));
      moments[8] = hn::Add(moments[8], product(&Wide::y, &Wide::z));
      moments[9] = hn::Add(moments[9], product(&Wide::z, &Wide::z));
    }
    for (int m = 0; m < 10; ++m) hn::Store(moments[m], d, sums[m] + i);
  }
  const auto sum = [&](int m) {
    double result = 0;
    for (int lane = 0; lane < lanes; ++lane) result += sums[m][lane];
    return result;
  };
  total.mass = sum(0);
  for (int i = 0; i < 3; ++i) total.sum[i] = sum(1 + i) * (1.0 / 3);
  for (int i = 0; i < 6; ++i) total.products[i] = sum(4 + i) * (1.0 / 12);
}

/// One rotation of Jacobi's method in the plane (p, q) of a symmetric matrix; r is the third index.
HWY_INLINE void rotate(V& pp, V& qq, V& pq, V& pr, V& qr, Space3& p, Space3& q) {
  const D d;
  const V zero = hn::Zero(d), one = hn::Set(d, 1);
  const V theta = hn::Div(hn::Sub(qq, pp), hn::Add(pq, pq));
  const V root = hn::Sqrt(hn::Add(hn::Mul(theta, theta), one));
  const V size = hn::Div(one, hn::Add(hn::Abs(theta), root));
  const V t = hn::IfThenElse(hn::Eq(pq, zero), zero, hn::IfThenElse(hn::Lt(theta, zero), hn::Neg(size), size));
  const V c = hn::Div(one, hn::Sqrt(hn::Add(hn::Mul(t, t), one))), s = hn::Mul(t, c);
  pp = hn::Sub(pp, hn::Mul(t, pq));
  qq = hn::Add(qq, hn::Mul(t, pq));
  pq = zero;
  const V old = pr;
  pr = hn::Sub(hn::Mul(c, old), hn::Mul(s, qr));
  qr = hn::Add(hn::Mul(s, old), hn::Mul(c, qr));
  const Space3 before = p;
  p = before * c - q * s;
  q = before * s + q * c;
}

HWY_INLINE void order(V& a, V& b, Space3& p, Space3& q) {
  const M swap = hn::Lt(a, b);
  const V larger = hn::Max(a, b);
  b = hn::Min(a, b);
  a = larger;
  const Space3 before = p;
  p = select(swap, q, p);
  q = select(swap, before, q);
}

/// Axes of the largest, middle and least variance; `covariance` as SurfaceMoments::products, scaled to a trace of 1.
void principal_axes(const float (&covariance)[6][lanes], float (&axes)[3][3][lanes]) {
  const D d;
  const V zero = hn::Zero(d), one = hn::Set(d, 1);
  for (int i = 0; i < lanes; i += width) {
    const auto entry = [&](int e) HWY_ATTR { return hn::LoadU(d, covariance[e] + i); };
    V xx = entry(0), xy = entry(1), xz = entry(2), yy = entry(3), yz = entry(4), zz = entry(5);
    Space3 x{one, zero, zero}, y{zero, one, zero}, z{zero, zero, one};
    // Convergence is quadratic: what is left after four sweeps is rounding.
    for (int sweep = 0; sweep < 4; ++sweep) {
      rotate(xx, yy, xy, xz, yz, x, y);
      rotate(xx, zz, xz, xy, yz, x, z);
      rotate(yy, zz, yz, xy, xz, y, z);
    }
    order(xx, yy, x, y);
    order(yy, zz, y, z);
    order(xx, yy, x, y);
    store(x, axes[0], i);
    store(y, axes[1], i);
    store(z, axes[2], i);
  }
}

/// Points in the coordinates of a frame that is being turned.
struct Sample {
  static constexpr int most = 96;
  float at[3][most + lanes];
  int count = 0;
};

/// Turns by `steps` multiples of an angle in the plane of two axes, about where they are, whichever gives the smallest
/// box; `least` is the half area now. Axes and sample are turned.
struct Turn {
  float cosine, sine;
};

HWY_INLINE float length_along(const float* x, int count) {
  const D d;
  V low = hn::LoadU(d, x), high = low;
  for (int i = width; i < count; i += width) {
    const V value = hn::LoadU(d, x + i);
    low = hn::Min(low, value), high = hn::Max(high, value);
  }
  return hn::GetLane(hn::MaxOfLanes(d, high)) - hn::GetLane(hn::MinOfLanes(d, low));
}

HWY_INLINE void turn_axes(Sample& sample, float (&axes)[3][3], int a, int b, const Turn& turn) {
  const D d;
  const V c = hn::Set(d, turn.cosine), s = hn::Set(d, turn.sine);
  for (int i = 0; i < sample.count; i += width) {
    const V x = hn::LoadU(d, sample.at[a] + i), y = hn::LoadU(d, sample.at[b] + i);
    hn::StoreU(turned_a(x, y, c, s), d, sample.at[a] + i);
    hn::StoreU(turned_b(x, y, c, s), d, sample.at[b] + i);
  }
  for (int i = 0; i < 3; ++i) {
    const float x = axes[a][i], y = axes[b][i];
    axes[a][i] = turn.cosine * x + turn.sine * y;
    axes[b][i] = turn.cosine * y - turn.sine * x;
  }
}

template <std::size_t turns>
HWY_INLINE void try_turns(Sample& sample, float (&axes)[3][3], float (&length)[3], int a, int b,
                          const Turn (&by)[turns]) {
  const D d;
  const int other = 3 - a - b;
  const auto area = [&](float x, float y) { return x * y + (x + y) * length[other]; };
  float least = area(length[a], length[b]);
  int best = -1;
  float best_length[2] = {};
  for (std::size_t t = 0; t < turns; ++t) {
    const V c = hn::Set(d, by[t].cosine), s = hn::Set(d, by[t].sine);
    const V x0 = hn::LoadU(d, sample.at[a]), y0 = hn::LoadU(d, sample.at[b]);
    Rectangle r(turned_a(x0, y0, c, s), turned_b(x0, y0, c, s));
    for (int i = width; i < sample.count; i += width) {
      const V x = hn::LoadU(d, sample.at[a] + i), y = hn::LoadU(d, sample.at[b] + i);
      r.add(turned_a(x, y, c, s), turned_b(x, y, c, s));
    }
    const float la = hn::GetLane(hn::MaxOfLanes(d, r.a_high)) - hn::GetLane(hn::MinOfLanes(d, r.a_low));
    const float lb = hn::GetLane(hn::MaxOfLanes(d, r.b_high)) - hn::GetLane(hn::MinOfLanes(d, r.b_low));
    if (area(la, lb) < least) {
      least = area(la, lb);
      best = static_cast<int>(t);
      best_length[0] = la, best_length[1] = lb;
    }
  }
  if (best < 0) return;
  turn_axes(sample, axes, a, b, by[best]);
  length[a] = best_length[0], length[b] = best_length[1];
}

// Cosines and sines of the angles, in degrees.
constexpr Turn quarter[] = {{0.9659258f, 0.25881905f},
                            {0.8660254f, 0.5f},
                            {0.70710677f, 0.70710677f},
                            {0.5f, 0.8660254f},
                            {0.25881905f, 0.9659258f}};                             // 15, 30, ..., 75
constexpr Turn coarse[] = {{0.9961947f, 0.08715574f}, {0.9961947f, -0.08715574f}};  // +- 5
constexpr Turn fine[] = {{0.9990482f, 0.04361939f}, {0.9990482f, -0.04361939f}};    // +- 2.5

void refine(const CornerRun& run, float (&axes)[3][3]) {
  const D d;
  Sample sample;
  const std::uint32_t points = 3 * run.triangles;
  sample.count = static_cast<int>(std::min<std::uint32_t>(points, Sample::most));
  for (int i = 0; i < sample.count; ++i) {
    const auto from = static_cast<std::size_t>(std::uint64_t(i) * points / sample.count);
    const float* p = run.corners + 3 * from;
    for (int c = 0; c < 3; ++c) sample.at[c][i] = p[c] - run.corners[c];
  }
  for (; sample.count % width != 0; ++sample.count)
    for (int c = 0; c < 3; ++c) sample.at[c][sample.count] = sample.at[c][0];
  for (int i = 0; i < sample.count; i += width) {
    const V x = hn::LoadU(d, sample.at[0] + i), y = hn::LoadU(d, sample.at[1] + i), z = hn::LoadU(d, sample.at[2] + i);
    const Space3 p{x, y, z};
    for (int k = 0; k < 3; ++k) {
      const Space3 axis{hn::Set(d, axes[k][0]), hn::Set(d, axes[k][1]), hn::Set(d, axes[k][2])};
      hn::StoreU(dot(axis, p), d, sample.at[k] + i);
    }
  }
  float length[3];
  for (int k = 0; k < 3; ++k) length[k] = length_along(sample.at[k], sample.count);
  try_turns(sample, axes, length, 0, 1, quarter);
  try_turns(sample, axes, length, 0, 1, coarse);
  try_turns(sample, axes, length, 0, 1, fine);
}

void ChooseAxes(const PacketRuns& runs, const SurfaceMoments (&moments)[lanes], ObbPacket& boxes) {
  float covariance[6][lanes] = {};
  for (int lane = 0; lane < lanes; ++lane) {
    const SurfaceMoments& m = moments[lane];
    if (runs.count[lane] == 0) continue;
    const double w = 1 / m.mass, x = m.sum[0] * w, y = m.sum[1] * w, z = m.sum[2] * w;
    const double c[6] = {m.products[0] * w - x * x, m.products[1] * w - x * y, m.products[2] * w - x * z,
                         m.products[3] * w - y * y, m.products[4] * w - y * z, m.products[5] * w - z * z};
    const double trace = c[0] + c[3] + c[5];
    // Less than this is rounding: any axes will do.
    if (trace > 1e-30)
      for (int i = 0; i < 6; ++i) covariance[i][lane] = static_cast<float>(c[i] / trace);
  }
  float axes[3][3][lanes];
  principal_axes(covariance, axes);
  for (int lane = 0; lane < lanes; ++lane) {
    if (runs.count[lane] == 0) continue;
    float frame[3][3];
    for (int i = 0; i < 9; ++i) frame[i / 3][i % 3] = axes[i / 3][i % 3][lane];
    refine(runs[lane], frame);
    for (int i = 0; i < 9; ++i) axes[i / 3][i % 3][lane] = frame[i / 3][i % 3];
  }
  orthonormalise(axes);
  for (int lane = 0; lane < lanes; ++lane)
    if (runs.count[lane] > 0)
      for (int i = 0; i < 9; ++i) boxes.axes[i / 3][i % 3][lane] = axes[i / 3][i % 3][lane];
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(ChooseFewAxes);
HWY_EXPORT(MomentsOf);
HWY_EXPORT(ChooseAxes);

SurfaceMoments moments_of(const PacketCorners& corners) {
  SurfaceMoments result;
  HWY_DYNAMIC_DISPATCH(MomentsOf)(corners, result);
  return result;
}

void choose_axes(const PacketCorners& corners, ObbPacket& boxes) {
  HWY_DYNAMIC_DISPATCH(ChooseFewAxes)(corners, boxes);
}

void choose_axes(const PacketRuns& runs, const SurfaceMoments (&moments)[ObbPacket::lanes], ObbPacket& boxes) {
  HWY_DYNAMIC_DISPATCH(ChooseAxes)(runs, moments, boxes);
}

}  // namespace abut
#endif
