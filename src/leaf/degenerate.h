#pragma once

#include <abut/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

namespace abut {

/// What a triangle's three corners span, decided exactly. A segment names its two extreme corners. Nonsingular
/// placements keep collinearity and order, so the form of the model's triangle is that of each of its images.
enum class TriangleForm : std::uint8_t { triangle, segment_01, segment_12, segment_20, point };

/// The exact form of the triangle with these corners (any finite coordinates up to 2^300).
TriangleForm classify_triangle(const Vec3& a, const Vec3& b, const Vec3& c);

/// The form of each triangle, in order.
std::vector<TriangleForm> classify_triangles(std::span<const Vec3> points, std::span<const Triangle> triangles);

/// How many corners a form needs: 3, 2 or 1.
constexpr int corner_count(TriangleForm form) {
  return form == TriangleForm::triangle ? 3 : form == TriangleForm::point ? 1 : 2;
}
/// The i-th corner that the form needs, i below corner_count: an index 0, 1 or 2.
constexpr int corner_index(TriangleForm form, int i) {
  switch (form) {
    case TriangleForm::segment_12:
      return 1 + i;
    case TriangleForm::segment_20:
      return i == 0 ? 2 : 0;
    default:
      return i;
  }
}

/// Does a come before b lexicographically? Along a line that is the order of its points, or its reverse.
constexpr bool before_on_line(const Vec3& a, const Vec3& b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

}  // namespace abut
