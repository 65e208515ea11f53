#pragma once

#include <abut/math/vec3.h>

#include <array>

namespace abut {

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
  for (double entry : m.entries) most = std::max(most, std::abs(entry));
  return most;
}

}  // namespace abut
