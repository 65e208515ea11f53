#include "query/shell_meeting.h"

#include "leaf/orientation_filter.h"
#include "math/expansion.h"
#include <abut/mesh.h>

namespace abut {

namespace {

constexpr Placement own = Placement::identity();

/// A point as filters see it, and as it is.
struct Seen {
  Vec3 near;
  double error;
  PlacedPoint exact;
};
Seen placed(const Vec3& p) { return {p, 0, {&p, &own}}; }
Seen placed(const LinePoint& p) { return {p.rounded(), p.error(), p.exact()}; }

int orientation3d(const Seen& a, const Seen& b, const Seen& c, const Seen& d) {
  const double error = std::max(std::max(a.error, b.error), std::max(c.error, d.error));
  const int sign = orientation_filter::orientation3d(a.near, b.near, c.near, d.near, error);
  return sign != 0 ? sign : exact_orientation3d(a.exact, b.exact, c.exact, d.exact);
}
int turn(const Seen& a, const Seen& b, const Seen& c, int axis) {
  const double error = std::max(a.error, std::max(b.error, c.error));
  const int sign = orientation_filter::orientation2d(a.near, b.near, c.near, axis, error);
  return sign != 0 ? sign : exact_orientation2d(a.exact, b.exact, c.exact, axis);
}

using Corners = std::array<const Vec3*, 3>;
Corners corners_of(const Mesh& mesh, std::uint32_t triangle) {
  const Triangle& t = mesh.triangles[triangle];
  return {&mesh.points[t[0]], &mesh.points[t[1]], &mesh.points[t[2]]};
}

/// Where parts begin and end is rounded once in the end: nothing cancels out before.
Expansion gap(double a, double b) { return Expansion(two_difference(a, b)); }

int side_of(const Corners& t, const Seen& p) { return orientation3d(placed(*t[0]), placed(*t[1]), placed(*t[2]), p); }
/// The sign of r . ((b - a) x (c - a)) for the ray r of Fan; 0 only for points in one line.
int turn_about_ray(const Seen& a, const Seen& b, const Seen& c) {
  for (int axis = 0; axis < 3; ++axis)
    if (const int sign = turn(a, b, c, axis); sign != 0) return sign;
  return 0;
}
bool is_in_line(const LinePoint& line, const Vec3& p) {
  return turn_about_ray(placed(line.from()), placed(line.to()), placed(p)) == 0;
}

/// Turned so that the first corner is alone on its side of the other triangle's plane, and that side is the front.
/// Nothing when the triangle has no corners on both sides.
std::optional<Corners> alone_first(const Corners& t, const Corners& plane, bool& is_in_front) {
  std::array<int, 3> signs{};
  for (int i = 0; i < 3; ++i) signs[i] = side_of(plane, placed(*t[i]));
  for (int i = 0; i < 3; ++i) {
    const int next = signs[(i + 1) % 3], last = signs[(i + 2) % 3];
    if (signs[i] == 0 || signs[i] == next || signs[i] == last || next + last == 0) continue;
    is_in_front = signs[i] > 0;
    return Corners{t[i], t[(i + 1) % 3], t[(i + 2) % 3]};
  }
  return std::nullopt;
}

/// An axis along which the triangle is seen as one.
int axis_across(const Corners& t, int& sign) {
  for (int axis = 0; axis < 3; ++axis)
    if ((sign = turn(placed(*t[0]), placed(*t[1]), placed(*t[2]), axis)) != 0) return axis;
  return -1;
}

}  // namespace

int side_of_triangle(const Mesh& mesh, std::uint32_t triangle, const Vec3& point) {
  return side_of(corners_of(mesh, triangle), placed(point));
}

// O. Devillers, P. Guigue, "Faster triangle-triangle intersection tests" (2002): both triangles cut the line of the two
// planes in an interval, from the sides p q and p r of the one to those of the other. Inner points of a triangle make
// up the open interval, so the comparisons are strict.
bool pass_through(const Mesh& mesh, std::uint32_t triangle_a, std::uint32_t triangle_b) {
  bool a_in_front = false, b_in_front = false;
  const Corners corners_a = corners_of(mesh, triangle_a), corners_b = corners_of(mesh, triangle_b);
  std::optional<Corners> a = alone_first(corners_a, corners_b, a_in_front);
  if (!a) return false;
  std::optional<Corners> b = alone_first(corners_b, corners_a, b_in_front);
  if (!b) return false;
  // Both lone corners in front: swapping two corners of a triangle turns its plane over.
  if (!a_in_front) std::swap((*b)[1], (*b)[2]);
  if (!b_in_front) std::swap((*a)[1], (*a)[2]);
  const auto [p, q, r] = *a;
  const auto [u, v, w] = *b;
  return orientation3d(placed(*p), placed(*q), placed(*u), placed(*v)) < 0 &&
         orientation3d(placed(*p), placed(*r), placed(*w), placed(*u)) < 0;
}

std::optional<CommonPart> overlap_in_plane(const Vec3& from, const Vec3& to, const Mesh& mesh, std::uint32_t triangle) {
  const Corners t = corners_of(mesh, triangle);
  int sign = 0;
  const int axis = axis_across(t, sign), i = (axis + 1) % 3, j = (axis + 2) % 3;
  CommonPart overlap;
  for (int k = 0; k < 3; ++k) {
    // Twice the area of the triangle that a point makes with a side, positive inwards; linear along the segment.
    const Vec3 &a = *t[k], &b = *t[(k + 1) % 3];
    const auto area = [&](const Vec3& c) {
      const Expansion twice = gap(b[i], a[i]) * gap(c[j], a[j]) - gap(b[j], a[j]) * gap(c[i], a[i]);
      return twice * static_cast<double>(sign);
    };
    const Expansion start = area(from), end = area(to);
    const double rise = (end - start).estimate(), zero = -start.estimate() / rise;
    if (rise > 0) overlap.first = std::max(overlap.first, zero);
    if (rise < 0) overlap.last = std::min(overlap.last, zero);
    if (rise == 0 && start.sign() < 0) return std::nullopt;
  }
  return overlap.first < overlap.last ? std::optional(overlap) : std::nullopt;
}

std::vector<double> cuts_of_line(const Vec3& from, const Vec3& to, const Mesh& mesh, std::uint32_t triangle) {
  const Corners t = corners_of(mesh, triangle);
  const int at_from = side_of(t, placed(from)), at_to = side_of(t, placed(to));
  if (at_from == 0 && at_to == 0) {
    const std::optional<CommonPart> overlap = overlap_in_plane(from, to, mesh, triangle);
    return overlap ? std::vector{overlap->first, overlap->last} : std::vector<double>{};
  }
  if (at_from * at_to >= 0) return {};
  const Vec3& origin = *t[0];
  const auto volume = [&](const Vec3& p) {
    Expansion sum;
    for (int axis = 0; axis < 3; ++axis) {
      const int i = (axis + 1) % 3, j = (axis + 2) % 3;
      const Expansion minor = gap((*t[1])[i], origin[i]) * gap((*t[2])[j], origin[j]) -
                              gap((*t[1])[j], origin[j]) * gap((*t[2])[i], origin[i]);
      sum = sum + compressed(minor) * gap(p[axis], origin[axis]);
    }
    return sum;
  };
  const Expansion start = volume(from);
  return {start.estimate() / (start - volume(to)).estimate()};
}

Fan::HalfPlane Fan::half_plane(const LinePoint& point, const Vec3& tip) {
  return {&tip, turn_about_ray(placed(point.from()), placed(tip), placed(point.to())) > 0};
}

bool Fan::add(const LinePoint& point, const Mesh& mesh, std::uint32_t triangle) {
  const Corners t = corners_of(mesh, triangle);
  const Seen q = placed(point);
  const int side = orientation3d(q, placed(*t[0]), placed(*t[1]), placed(*t[2]));
  if (side == 0) return add_in_plane(point, t);
  // As RayCrossingTest: the ray crosses when it turns the same way about all three sides, and that way is the side's.
  for (int i = 0; i < 3; ++i)
    if (turn_about_ray(q, placed(*t[i]), placed(*t[(i + 1) % 3])) != side) return true;
  is_odd_ = !is_odd_;
  return true;
}

bool Fan::add_in_plane(const LinePoint& point, const Corners& t) {
  int sign = 0, on_side = -1;
  const int axis = axis_across(t, sign);
  for (int i = 0; i < 3; ++i) {
    const int inwards = sign * turn(placed(*t[i]), placed(*t[(i + 1) % 3]), placed(point), axis);
    if (inwards < 0) return true;  // the point is off the triangle, and so is a ray that leaves their plane
    if (inwards > 0) continue;
    if (on_side >= 0) return false;
    on_side = i;
  }
  if (on_side >= 0) {
    if (!is_in_line(point, *t[on_side]) || !is_in_line(point, *t[(on_side + 1) % 3])) return false;
    add_half_plane(point, *t[(on_side + 2) % 3]);
    return true;
  }
  if (side_of(t, placed(point.from())) != 0 || side_of(t, placed(point.to())) != 0) return false;
  // The line goes through: there are corners on both sides of it.
  bool left = false, right = false;
  for (const Vec3* corner : t) {
    const int which = turn(placed(point.from()), placed(point.to()), placed(*corner), axis);
    bool& seen = which > 0 ? left : right;
    if (which == 0 || seen) continue;
    seen = true;
    add_half_plane(point, *corner);
  }
  return true;
}

Fan::Passed Fan::passed_before(const LinePoint& point, const HalfPlane& plane) const {
  Passed result{is_odd_, false};
  for (const HalfPlane& passed : half_planes_) {
    if (passed.comes_first != plane.comes_first) {
      result.is_odd ^= passed.comes_first;
      continue;
    }
    const int order = orientation3d(placed(point.from()), placed(point.to()), placed(*passed.tip), placed(*plane.tip));
    result.coincides = result.coincides || order == 0;
    result.is_odd ^= order > 0;
  }
  return result;
}

int Fan::sides_in(const LinePoint& point, const Fan& other) const {
  int result = 0;
  for (const HalfPlane& plane : half_planes_) {
    const Passed passed = other.passed_before(point, plane);
    if (!passed.coincides) result |= passed.is_odd ? 2 : 1;
  }
  return result;
}

bool Fan::is_inside_before(const LinePoint& point, const Vec3& tip) const {
  return passed_before(point, half_plane(point, tip)).is_odd;
}

}  // namespace abut
