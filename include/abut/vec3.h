#pragma once

#include <abut/api.h>

#include <array>
#include <cfloat>
#include <cstdlib>
#include <limits>
#include <span>

// Exact decisions rest on IEEE 754 doubles, rounded once per operation, to nearest. Builds that give this up are
// refused here rather than answered wrongly later.

#if defined(__FAST_MATH__)
#error "abut cannot be built with -ffast-math or -Ofast: its answers rest on IEEE arithmetic."
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "abut cannot be built with -ffinite-math-only: NaN must read as 'maybe'."
#endif
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "abut cannot be built with -funsafe-math-optimizations or its parts: its sums must be added as written."
#endif
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "abut needs doubles computed as doubles: build for SSE2 or better (-mfpmath=sse), not x87."
#endif

namespace ABUT_API abut {

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);

/// Half a unit in the last place of 1: the relative error of one rounded operation is at most this.
inline constexpr double unit_roundoff = 0x1p-53;

/// Coordinates and placement entries may be as large as this; larger ones are refused with an Error.
inline constexpr double largest_input = 0x1p300;

/// Three doubles: a point or a direction. Plain data, so that its layout does not depend on the user's compiler flags.
struct Vec3 {
  double x = 0, y = 0, z = 0;

  constexpr double operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  constexpr double& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(const Vec3& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr Vec3 operator*(double s, const Vec3& a) { return a * s; }
constexpr Vec3& operator+=(Vec3& a, const Vec3& b) { return a = a + b; }
constexpr Vec3& operator-=(Vec3& a, const Vec3& b) { return a = a - b; }

constexpr double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// Not std::sqrt: <cmath> takes a tenth of the time in which abut.h compiles.
inline double length(const Vec3& a) { return __builtin_sqrt(dot(a, a)); }
constexpr Vec3 min(const Vec3& a, const Vec3& b) {
  return {b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z};
}
constexpr Vec3 max(const Vec3& a, const Vec3& b) {
  return {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z};
}
inline Vec3 abs(const Vec3& a) { return {std::abs(a.x), std::abs(a.y), std::abs(a.z)}; }
constexpr double largest(const Vec3& a) {
  const double rest = a.y < a.z ? a.z : a.y;
  return a.x < rest ? rest : a.x;
}
inline bool is_finite(const Vec3& a) {
  constexpr double most = std::numeric_limits<double>::max();
  return std::abs(a.x) <= most && std::abs(a.y) <= most && std::abs(a.z) <= most;
}

/// A 3x3 matrix of doubles, row by row.
struct Matrix3 {
  std::array<double, 9> entries{1, 0, 0, 0, 1, 0, 0, 0, 1};

  constexpr double operator()(int row, int column) const { return entries[3 * row + column]; }
  constexpr double& operator()(int row, int column) { return entries[3 * row + column]; }
  constexpr Vec3 row(int i) const { return {entries[3 * i], entries[3 * i + 1], entries[3 * i + 2]}; }
  constexpr Vec3 column(int j) const { return {entries[j], entries[3 + j], entries[6 + j]}; }
  friend constexpr bool operator==(const Matrix3&, const Matrix3&) = default;

  static constexpr Matrix3 from_rows(const Vec3& a, const Vec3& b, const Vec3& c) {
    return {{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z}};
  }
  static constexpr Matrix3 from_columns(const Vec3& a, const Vec3& b, const Vec3& c) {
    return {{a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z}};
  }
};

constexpr Vec3 operator*(const Matrix3& m, const Vec3& v) {
  return {dot(m.row(0), v), dot(m.row(1), v), dot(m.row(2), v)};
}
/// The transpose of m times v: v's coordinates along the columns of m.
constexpr Vec3 transposed_times(const Matrix3& m, const Vec3& v) {
  return {dot(m.column(0), v), dot(m.column(1), v), dot(m.column(2), v)};
}
constexpr Matrix3 transposed(const Matrix3& m) { return Matrix3::from_rows(m.column(0), m.column(1), m.column(2)); }
constexpr Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
  return Matrix3::from_columns(a * b.column(0), a * b.column(1), a * b.column(2));
}
constexpr Matrix3 operator*(const Matrix3& m, double s) {
  return Matrix3::from_rows(m.row(0) * s, m.row(1) * s, m.row(2) * s);
}
constexpr double determinant(const Matrix3& m) { return dot(m.row(0), cross(m.row(1), m.row(2))); }
/// Rounded; meaningless for a singular matrix.
constexpr Matrix3 inverse(const Matrix3& m) {
  const Vec3 a = cross(m.row(1), m.row(2)), b = cross(m.row(2), m.row(0)), c = cross(m.row(0), m.row(1));
  return Matrix3::from_columns(a, b, c) * (1 / dot(m.row(0), a));
}
/// The magnitude of each entry.
inline Matrix3 abs(const Matrix3& m) { return Matrix3::from_rows(abs(m.row(0)), abs(m.row(1)), abs(m.row(2))); }
inline double largest_magnitude(const Matrix3& m) {
  double most = 0;
  for (double entry : m.entries)
    if (most < std::abs(entry)) most = std::abs(entry);
  return most;
}

/// A number known to lie between two others.
struct Bracket {
  double lower = 0, upper = 0;
};

/// The smallest box around some points; without points it is inverted (low > high).
struct Bounds {
  Vec3 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
           std::numeric_limits<double>::infinity()};
  Vec3 high = -low;
};
inline Bounds bounds_of(std::span<const Vec3> points) {
  Bounds bounds;
  for (const Vec3& point : points) bounds = {min(bounds.low, point), max(bounds.high, point)};
  return bounds;
}

}  // namespace abut
