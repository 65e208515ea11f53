#include "leaf/perturbed_pair.h"

#include "leaf/orientation_filter.h"
#include "math/exact_evaluation.h"

#include <cassert>

namespace abut {

namespace {

constexpr int next(int i) { return i == 2 ? 0 : i + 1; }

/// The sign of the first component of (q - p) x (v - u) that is not 0; 0 for parallel sides.
int exact_cross_sign(const PlacedPoint& p, const PlacedPoint& q, const PlacedPoint& u, const PlacedPoint& v) {
  using namespace exact_evaluation;
  return evaluated_exactly(std::array{p, q, u, v}, []<class Number>(const std::array<PlacedPoint, 4>& x) {
    const Row<Number> a = difference<Number>(x[1], x[0]), b = difference<Number>(x[3], x[2]);
    for (int axis = 0; axis < 3; ++axis)
      if (const int sign = minor_of(a, b, (axis + 1) % 3, (axis + 2) % 3).sign(); sign != 0) return sign;
    return 0;
  });
}

/// The sign of the first component of the triangle's normal that is not 0.
int normal_sign(const PlacedCorners& triangle, double error) {
  for (int axis = 0; axis < 3; ++axis) {
    int sign = orientation_filter::orientation2d(triangle[0].near, triangle[1].near, triangle[2].near, axis, error);
    if (sign == 0) sign = exact_orientation2d(triangle[0].exact, triangle[1].exact, triangle[2].exact, axis);
    if (sign != 0) return sign;
  }
  return 0;
}

}  // namespace

// With n the plane's normal and P its first corner: n . (X - P), and moving X by d adds n . d, of which the first
// component of n that is not 0 decides. `way`: 1 when it is the point that moves, -1 when it is the plane.
int PerturbedPair::side_of_plane(const PlacedCorners& plane, const PlacedCorner& point, int way) {
  const int sign = orientation_filter::orientation3d(plane[0].near, plane[1].near, plane[2].near, point.near, error_);
  if (sign != 0) return sign;
  ++exact_tests_;
  const int exact = exact_orientation3d(plane[0].exact, plane[1].exact, plane[2].exact, point.exact);
  return exact != 0 ? exact : rule_.plane * way * normal_sign(plane, error_);
}

// det(q - p, u - p, v - p); moving u and v by d adds det(q - p, d, v - p) + det(q - p, u - p, d) =
// d . ((q - p) x (u - v)).
int PerturbedPair::side_of_line(const PlacedCorner& p, const PlacedCorner& q, const PlacedCorner& u,
                                const PlacedCorner& v) {
  const int sign = orientation_filter::orientation3d(p.near, q.near, u.near, v.near, error_);
  if (sign != 0) return sign;
  ++exact_tests_;
  const int exact = exact_orientation3d(p.exact, q.exact, u.exact, v.exact);
  return exact != 0 ? exact : rule_.lines * exact_cross_sign(p.exact, q.exact, v.exact, u.exact);
}

// A side parallel to the other's plane has both ends on the same side of it, so that side_of_line is only asked about
// lines that are not parallel, where it is never 0. det(v - u, p - u, q - u) = det(q - p, u - p, v - p): one table of
// signs serves the sides of both.
std::optional<PerturbedPair::Meeting> PerturbedPair::meet(const PlacedCorners& a, const PlacedCorners& b) {
  std::array<int, 3> of_a{}, of_b{};
  for (int i = 0; i < 3; ++i) of_a[i] = side_of_plane(b, a[i], -1);
  if (of_a[0] == of_a[1] && of_a[1] == of_a[2]) return std::nullopt;
  for (int i = 0; i < 3; ++i) of_b[i] = side_of_plane(a, b[i], 1);
  if (of_b[0] == of_b[1] && of_b[1] == of_b[2]) return std::nullopt;
  constexpr int unknown = 2;
  std::array<std::array<int, 3>, 3> lines;
  for (auto& row : lines) row.fill(unknown);
  const auto line = [&](int i, int j) {
    if (lines[i][j] == unknown) lines[i][j] = side_of_line(a[i], a[next(i)], b[j], b[next(j)]);
    return lines[i][j];
  };
  std::optional<End> begin, end;
  for (int i = 0; i < 3; ++i) {
    if (of_a[i] != of_a[next(i)] && line(i, 0) == line(i, 1) && line(i, 1) == line(i, 2))
      // The way in: what is inside lies ahead on A's side, and the segment with the inside on its left comes here.
      (of_a[i] > 0 ? end : begin) = End{true, i};
    if (of_b[i] != of_b[next(i)] && line(0, i) == line(1, i) && line(1, i) == line(2, i))
      (of_b[i] > 0 ? begin : end) = End{false, i};
  }
  assert(begin.has_value() == end.has_value() || rule_.plane != 1 || rule_.lines != 1);
  if (!begin || !end) return std::nullopt;
  return Meeting{*begin, *end};
}

int PerturbedPair::pass(const PlacedCorner& p, const PlacedCorner& q, const PlacedCorners& b) {
  const int from = side_of_plane(b, p, -1), to = side_of_plane(b, q, -1);
  if (from == to) return 0;
  const int first = side_of_line(p, q, b[0], b[1]);
  if (side_of_line(p, q, b[1], b[2]) != first || side_of_line(p, q, b[2], b[0]) != first) return 0;
  return from > 0 ? 1 : -1;
}

}  // namespace abut
