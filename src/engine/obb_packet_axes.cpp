#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/obb_packet_axes.h"

#include <algorithm>
#include <cmath>

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

/// Turns by `steps` multiples of an angle in the plane of two axes, about where they are, whichever gives the smallest
/// box; `least` is the half area now. Axes and sample are turned.
struct Turn {
  float cosine, sine;
};

HWY_INLINE float length_along(const float* x, int count) {
  N low = N::load(x), high = low;
  for (int i = N::lanes; i < count; i += N::lanes) {
    const N value = N::load(x + i);
    low = min(low, value), high = max(high, value);
  }
  return most_of(high) - least_of(low);
}

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

template <std::size_t turns>
HWY_INLINE void try_turns(Sample& sample, float (&axes)[3][3], float (&length)[3], int a, int b,
                          const Turn (&by)[turns]) {
  const int other = 3 - a - b;
  const auto area = [&](float x, float y) { return x * y + (x + y) * length[other]; };
  float least = area(length[a], length[b]);
  int best = -1;
  float best_length[2] = {};
  for (std::size_t t = 0; t < turns; ++t) {
    const N c = N::all(by[t].cosine), s = N::all(by[t].sine);
    const N x0 = N::load(sample.at[a]), y0 = N::load(sample.at[b]);
    Rectangle r(turned_a(x0, y0, c, s), turned_b(x0, y0, c, s));
    for (int i = N::lanes; i < sample.count; i += N::lanes) {
      const N x = N::load(sample.at[a] + i), y = N::load(sample.at[b] + i);
      r.add(turned_a(x, y, c, s), turned_b(x, y, c, s));
    }
    const float la = most_of(r.a_high) - least_of(r.a_low), lb = most_of(r.b_high) - least_of(r.b_low);
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
  Sample sample;
  const std::uint32_t points = 3 * run.triangles;
  sample.count = static_cast<int>(std::min<std::uint32_t>(points, Sample::most));
  for (int i = 0; i < sample.count; ++i) {
    const auto from = static_cast<std::size_t>(std::uint64_t(i) * points / sample.count);
    const float* p = run.corners + 3 * from;
    for (int c = 0; c < 3; ++c) sample.at[c][i] = p[c] - run.corners[c];
  }
  for (; sample.count % N::lanes != 0; ++sample.count)
    for (int c = 0; c < 3; ++c) sample.at[c][sample.count] = sample.at[c][0];
  for (int i = 0; i < sample.count; i += N::lanes) {
    const auto p = Space::load(sample.at, i);
    for (int k = 0; k < 3; ++k) dot(Space::all(axes[k]), p).store(sample.at[k] + i);
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

HWY_EXPORT(ChooseAxes);

void choose_axes(const PacketRuns& runs, const SurfaceMoments (&moments)[ObbPacket::lanes], ObbPacket& boxes) {
  HWY_DYNAMIC_DISPATCH(ChooseAxes)(runs, moments, boxes);
}

}  // namespace abut
#endif
