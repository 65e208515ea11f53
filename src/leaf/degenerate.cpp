#include "leaf/degenerate.h"

#include "math/exact_orientation.h"

namespace abut {

namespace {

// One component of (b - a) x (c - a) is x1 y2 - x2 y1 with rounded differences. Each of the two terms is off by at most
// (1 + u)^4 - 1 < 4.001 u of its size (two differences, product, subtraction), and by 2^-1074 where products underflow.
bool certainly_nonzero(double x1, double y2, double x2, double y1) {
  const double p = x1 * y2, q = x2 * y1;
  return std::abs(p - q) > 5 * unit_roundoff * (std::abs(p) + std::abs(q)) + 0x1p-1000;
}

bool certainly_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = b - a, v = c - a;
  return certainly_nonzero(u.y, v.z, u.z, v.y) || certainly_nonzero(u.z, v.x, u.x, v.z) ||
         certainly_nonzero(u.x, v.y, u.y, v.x);
}

bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Placement model = Placement::identity();
  for (int axis = 0; axis < 3; ++axis)
    if (exact_orientation2d({&a, &model}, {&b, &model}, {&c, &model}, axis) != 0) return false;
  return true;
}

}  // namespace

TriangleForm classify_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  if (certainly_triangle(a, b, c)) return TriangleForm::triangle;
  if (a == b && b == c) return TriangleForm::point;
  if (!collinear(a, b, c)) return TriangleForm::triangle;
  // The corner that lies between the other two, or equals one of them, is the one to leave out.
  const auto between = [](const Vec3& low, const Vec3& middle, const Vec3& high) {
    return !before_on_line(middle, low) && !before_on_line(high, middle);
  };
  if (between(a, c, b) || between(b, c, a)) return TriangleForm::segment_01;
  if (between(b, a, c) || between(c, a, b)) return TriangleForm::segment_12;
  return TriangleForm::segment_20;
}

std::vector<TriangleForm> classify_triangles(std::span<const Vec3> points, std::span<const Triangle> triangles) {
  std::vector<TriangleForm> forms;
  forms.reserve(triangles.size());
  for (const Triangle& t : triangles) forms.push_back(classify_triangle(points[t[0]], points[t[1]], points[t[2]]));
  return forms;
}

DegenerateCount count_degenerate(const Mesh& mesh) {
  DegenerateCount count;
  for (const TriangleForm form : classify_triangles(mesh.points, mesh.triangles)) {
    count.segments += corner_count(form) == 2;
    count.points += corner_count(form) == 1;
  }
  return count;
}

}  // namespace abut
