#pragma once

// Error bounds that let rounded arithmetic decide signs. u = 2^-53 throughout; "computed" numbers carry a prime.
//
// Given: points whose computed coordinates differ from the real ones by at most `error` each.
//
// 1. Differences. d' = fl(x' - y') obeys |d' - (x - y)| <= 2 error + u |d'|, because |fl(t) - t| <= u |fl(t)| holds for
//    sums and differences even where they are subnormal.
//
// 2. Determinant of three difference vectors, two with entries |d'| <= edge and one with |d'| <= reach. Write
//    s = 2 error + u edge and t = 2 error + u reach. The determinant is a sum of six products x y z; replacing real by
//    computed entries changes each by at most
//      (edge + s)^2 (reach + t) - edge^2 reach = s (2 edge + s) (reach + t) + edge^2 t.
//    Evaluating cross product, then dot product in doubles sends each of the six products through five roundings
//    (product, difference, product, two sums), so it adds at most 6 ((1 + u)^5 - 1) edge^2 reach < 30.001 u edge^2
//    reach. Fusing a product with a sum leaves a rounding out and keeps the bound. `determinant_bound` takes 7 for 6
//    and 32 for 30.001. The surplus covers
//    - its own evaluation: at most 12 roundings of positive terms, a relative error below 13 u;
//    - underflow: with edge, reach >= 2^-300 a lost 2^-1075 in a cross product's term, or in a dot product's term,
//    stays
//      below 2^-1072 reach + 2^-1072, while the surplus of u edge^2 reach is at least 2^-653 reach and 2^-953.
//    With edge, reach <= 2^300 nothing overflows but possibly the bound itself, and an infinite bound decides nothing.
//
// 3. Determinant of two plane vectors with entries |d'| <= edge: two products, changed by s (2 edge + s) each, and
// three
//    roundings of which each product meets two: 2 ((1 + u)^2 - 1) edge^2 < 4.001 u edge^2. `turn_bound` takes 3 for 2
//    and 5 for 4.001.

#include <abut/vec3.h>

#include <algorithm>

namespace abut {

namespace orientation_filter {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// May bounds be used for numbers between these? False for NaN.
constexpr bool in_range(double least, double most) { return least >= 0x1p-300 && most <= 0x1p300; }

/// A computed determinant larger than this has the real one's sign.
constexpr double determinant_bound(double edge, double reach, double error) {
  if (!in_range(std::min(edge, reach), std::max(edge, reach))) return infinity;
  const double s = 2 * error + unit_roundoff * edge, t = 2 * error + unit_roundoff * reach;
  const double square = edge * edge;
  return 7 * (s * (2 * edge + s) * (reach + t) + square * t) + 32 * unit_roundoff * (square * reach);
}

/// The same for the determinant of two plane vectors.
constexpr double turn_bound(double edge, double error) {
  if (!in_range(edge, edge)) return infinity;
  const double s = 2 * error + unit_roundoff * edge;
  return 3 * (s * (2 * edge + s)) + 5 * unit_roundoff * (edge * edge);
}

/// 1 or -1 when the real number's sign is certain, otherwise 0.
constexpr int certain_sign(double computed, double bound) { return (computed > bound) - (computed < -bound); }

inline double largest_entry(const Vec3& v) { return largest(abs(v)); }

/// The certain sign of det(b - a, c - a, d - a), or 0.
inline int orientation3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, double error) {
  const Vec3 u = b - a, v = c - a, w = d - a;
  const double most = std::max(largest_entry(u), std::max(largest_entry(v), largest_entry(w)));
  return certain_sign(dot(cross(u, v), w), determinant_bound(most, most, error));
}

/// The certain sign of the component along `dropped` of (b - a) x (c - a), or 0.
inline int orientation2d(const Vec3& a, const Vec3& b, const Vec3& c, int dropped, double error) {
  const int i = dropped == 2 ? 0 : dropped + 1, j = dropped == 0 ? 2 : dropped - 1;
  const double ux = b[i] - a[i], uy = b[j] - a[j], vx = c[i] - a[i], vy = c[j] - a[j];
  const double most = std::max(std::max(std::abs(ux), std::abs(uy)), std::max(std::abs(vx), std::abs(vy)));
  return certain_sign(ux * vy - uy * vx, turn_bound(most, error));
}

/// The certain sign of x - y, or 0. From 1: |d' - (x - y)| <= 2 error + u |d'| < |d'| when |d'| > 2.5 error > 0.
constexpr int compare(double x, double y, double error) { return certain_sign(x - y, 2.5 * error); }

}  // namespace orientation_filter

}  // namespace abut
