#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/obb_packet_axes.h"

#include <algorithm>
#include <span>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/obb_packet_axes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/obb_packet_space-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// One rotation of Jacobi's method in the plane (p, q) of a symmetric matrix; r is the third index.
HWY_INLINE void rotate(N& pp, N& qq, N& pq, N& pr, N& qr, Space& p, Space& q) {
  const N zero = N::all(0), one = N::all(1);
  const N theta = (qq - pp) / (pq + pq);
  const N size = one / (abs(theta) + root(theta * theta + one));
  const N t = select(pq == zero, zero, select(theta < zero, -size, size));
  const N c = one / root(t * t + one), s = t * c;
  pp = pp - t * pq;
  qq = qq + t * pq;
  pq = zero;
  const N old = pr;
  pr = c * old - s * qr;
  qr = s * old + c * qr;
  const Space before = p;
  p = before * c - q * s;
  q = before * s + q * c;
}

HWY_INLINE void order(N& a, N& b, Space& p, Space& q) {
  const Mask swap = a < b;
  const N more = max(a, b);
  b = min(a, b);
  a = more;
  const Space before = p;
  p = select(swap, q, p);
  q = select(swap, before, q);
}

/// Axes of the largest, middle and least variance; `covariance` as SurfaceMoments::products, scaled to a trace of 1.
void principal_axes(const float (&covariance)[6][lanes], float (&axes)[3][3][lanes]) {
  const N zero = N::all(0), one = N::all(1);
  for (int i = 0; i < lanes; i += N::lanes) {
    const auto entry = [&](int e) HWY_ATTR { return N::load(covariance[e] + i); };
    N xx = entry(0), xy = entry(1), xz = entry(2), yy = entry(3), yz = entry(4), zz = entry(5);
    Space x{one, zero, zero}, y{zero, one, zero}, z{zero, zero, one};
    // Convergence is quadratic: what is left after four sweeps is rounding.
    for (int sweep = 0; sweep < 4; ++sweep) {
      rotate(xx, yy, xy, xz, yz, x, y);
      rotate(xx, zz, xz, xy, yz, x, z);
      rotate(yy, zz, yz, xy, xz, y, z);
    }
    order(xx, yy, x, y);
    order(yy, zz, y, z);
    order(xx, yy, x, y);
    x.store(axes[0], i);
    y.store(axes[1], i);
    z.store(axes[2], i);
  }
}

/// Points in the coordinates of a frame that is being turned.
struct Sample {
  static constexpr int most = 96;
  float at[3][most + lanes];
  int count = 0;
};

/// A turn in the plane of two axes.
struct Turn {
  float cosine, sine;
};

HWY_INLINE void turn_axes(Sample& sample, float (&axes)[3][3], int a, int b, const Turn& turn) {
  const N c = N::all(turn.cosine), s = N::all(turn.sine);
  for (int i = 0; i < sample.count; i += N::lanes) {
    const N x = N::load(sample.at[a] + i), y = N::load(sample.at[b] + i);
    turned_a(x, y, c, s).store(sample.at[a] + i);
    turned_b(x, y, c, s).store(sample.at[b] + i);
  }
  for (int i = 0; i < 3; ++i) {
    const float x = axes[a][i], y = axes[b][i];
    axes[a][i] = turn.cosine * x + turn.sine * y;
    axes[b][i] = turn.cosine * y - turn.sine * x;
  }
}

/// The lengths of the sample along two axes after a turn.
struct Lengths {
  float a, b;
};

HWY_INLINE Lengths lengths_of(const Rectangle& r) {
  float ends[4];
  N::store_least(r.a_low, -r.a_high, r.b_low, -r.b_high, ends);
  return {-ends[1] - ends[0], -ends[3] - ends[2]};
}

/// The products that a turn and its mirror image are made of: by the opposite angle, or what is left to a right one.
struct TurnProducts {
  N cx, cy, sx, sy;

  HWY_INLINE TurnProducts(const Sample& sample, int i, const N& c, const N& s) {
    const N x = N::load(sample.at[0] + i), y = N::load(sample.at[1] + i);
    cx = c * x, cy = c * y, sx = s * x, sy = s * y;
  }
};

/// Measures the sample in the plane of the first two axes after two turns at once, and lets these make the rectangles'
/// numbers of the products.
template <class First, class Second>
HWY_INLINE void measure_turns(const Sample& sample, const Turn& turn, First first, Second second, Lengths& of_first,
                              Lengths& of_second) {
  const N c = N::all(turn.cosine), s = N::all(turn.sine);
  const TurnProducts start(sample, 0, c, s);
  Rectangle r = first(start), q = second(start);
  for (int i = N::lanes; i < sample.count; i += N::lanes) {
    const TurnProducts p(sample, i, c, s);
    const Rectangle next_r = first(p), next_q = second(p);
    r.add(next_r.a_low, next_r.b_low);
    q.add(next_q.a_low, next_q.b_low);
  }
  of_first = lengths_of(r);
  of_second = lengths_of(q);
}

/// Turns axes and sample to where the box is smallest: by one of these, or not at all. Keeps lengths in step.
template <std::size_t turns>
HWY_INLINE void take_best(Sample& sample, float (&axes)[3][3], float (&length)[3], const Turn (&by)[turns],
                          const Lengths (&found)[turns]) {
  const auto area = [&](float x, float y) { return x * y + (x + y) * length[2]; };
  float least = area(length[0], length[1]);
  int best = -1;
  for (int t = 0; t < static_cast<int>(turns); ++t)
    if (area(found[t].a, found[t].b) < least) least = area(found[t].a, found[t].b), best = t;
  if (best < 0) return;
  turn_axes(sample, axes, 0, 1, by[best]);
  length[0] = found[best].a, length[1] = found[best].b;
}

// Cosines and sines of the angles, in degrees.
constexpr Turn quarter[] = {{0.9659258f, 0.25881905f},
                            {0.8660254f, 0.5f},
                            {0.70710677f, 0.70710677f},
                            {0.5f, 0.8660254f},
                            {0.25881905f, 0.9659258f}};                             // 15, 30, ..., 75
constexpr Turn coarse[] = {{0.9961947f, 0.08715574f}, {0.9961947f, -0.08715574f}};  // +- 5
constexpr Turn fine[] = {{0.9990482f, 0.04361939f}, {0.9990482f, -0.04361939f}};    // +- 2.5

HWY_INLINE Rectangle turned(const TurnProducts& p) { return Rectangle(p.cx + p.sy, p.cy - p.sx); }
HWY_INLINE Rectangle turned_back(const TurnProducts& p) { return Rectangle(p.cx - p.sy, p.cy + p.sx); }
/// By what is left to a right angle: sine and cosine change places.
HWY_INLINE Rectangle turned_by_rest(const TurnProducts& p) { return Rectangle(p.sx + p.cy, p.sy - p.cx); }

HWY_INLINE void try_quarter(Sample& sample, float (&axes)[3][3], float (&length)[3]) {
  Lengths found[5];
  measure_turns(sample, quarter[0], turned, turned_by_rest, found[0], found[4]);
  measure_turns(sample, quarter[1], turned, turned_by_rest, found[1], found[3]);
  measure_turns(sample, quarter[2], turned, turned, found[2], found[2]);
  take_best(sample, axes, length, quarter, found);
}

HWY_INLINE void try_both_ways(Sample& sample, float (&axes)[3][3], float (&length)[3], const Turn (&by)[2]) {
  Lengths found[2];
  measure_turns(sample, by[0], turned, turned_back, found[0], found[1]);
  take_best(sample, axes, length, by, found);
}

/// Corners as they come, or as many as there is room for, evenly spread: seen from the first, along the axes.
HWY_INLINE void take_sample(const CornerRun& run, const float (&axes)[3][3], Sample& sample) {
  const auto origin = Space::all(std::span<const float, 3>(run.corners, 3));
  const Space x = Space::all(axes[0]), y = Space::all(axes[1]), z = Space::all(axes[2]);
  const auto put = [&](const Space& corners, int at) HWY_ATTR {
    const Space p = corners - origin;
    dot(x, p).store(sample.at[0] + at);
    dot(y, p).store(sample.at[1] + at);
    dot(z, p).store(sample.at[2] + at);
  };
  const std::uint32_t points = 3 * run.triangles;
  const auto count = static_cast<int>(std::min<std::uint32_t>(points, Sample::most));
  do {
    const int first = sample.count;
    sample.count += N::lanes;
    if (points <= Sample::most && sample.count <= count) {
      put(Space::load_points(run.corners + 3 * first), first);
      continue;
    }
    // Where there are no more, the first fills the vector up.
    float some[3 * N::lanes];
    for (int i = first; i < sample.count; ++i) {
      const std::uint64_t wanted = i < count ? i : 0;
      const std::uint64_t from = points <= Sample::most ? wanted : wanted * points / Sample::most;
      std::copy_n(run.corners + 3 * from, 3, some + 3 * (i - first));
    }
    put(Space::load_points(some), first);
  } while (sample.count < count);
}

HWY_INLINE void measure(const Sample& sample, float (&length)[3]) {
  Space low = Space::load(sample.at, 0), high = low;
  for (int i = N::lanes; i < sample.count; i += N::lanes) {
    const auto p = Space::load(sample.at, i);
    low = {min(low.x, p.x), min(low.y, p.y), min(low.z, p.z)};
    high = {max(high.x, p.x), max(high.y, p.y), max(high.z, p.z)};
  }
  float lows[4], minus_highs[4];
  N::store_least(low.x, low.y, low.z, low.z, lows);
  N::store_least(-high.x, -high.y, -high.z, -high.z, minus_highs);
  for (int k = 0; k < 3; ++k) length[k] = -minus_highs[k] - lows[k];
}

void refine(const CornerRun& run, float (&axes)[3][3]) {
  Sample sample;
  take_sample(run, axes, sample);
  float length[3];
  measure(sample, length);
  try_quarter(sample, axes, length);
  try_both_ways(sample, axes, length, coarse);
  try_both_ways(sample, axes, length, fine);
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

HWY_EXPORT(ChooseAxes);

void choose_axes(const PacketRuns& runs, const SurfaceMoments (&moments)[ObbPacket::lanes], ObbPacket& boxes) {
  HWY_DYNAMIC_DISPATCH(ChooseAxes)(runs, moments, boxes);
}

}  // namespace abut
#endif
