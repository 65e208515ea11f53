#include <abut/leaf/ray_crossing.h>
#include <abut/math/arc_tangent.h>

namespace abut {

// With a, b, c the corners seen from the start and r the ray's direction: a side's turn is the sign of r . (a x b). The
// line through the start along r crosses the triangle if and only if the three turns are equal, and r is then a sum of
// a, b, c with the weights r . (b x c) / det(a, b, c) and so on: the ray's half crosses when the turns' sign is that of
// the determinant. r . (a x b) = 0 for a ray that is turned by e as AxisRay says means a x b = 0: the start is in line
// with the side, so in the triangle's plane, and off the triangle no turned ray crosses it. A start on the triangle
// sees a x b, b x c and c x a along one direction, none of them against another, so turns that differ rule it out, too.

int RayCrossingTest::turn(int i, int j, const AxisRay& ray) {
  for (int k = 0; k < 3; ++k) {
    const int sign = pair_.orientation2d(3, i, j, (ray.axis + k) % 3);
    if (sign != 0) return k == 0 && ray.backwards ? -sign : sign;
  }
  return 0;
}

Crossing RayCrossingTest::cross(std::uint32_t triangle, const AxisRay& ray) {
  pair_.load(triangle, 0);
  const std::optional<Crossing> decided =
      pair_.form_a() == TriangleForm::triangle ? crossing_off_the_plane(ray) : std::nullopt;
  exact_tests_ += pair_.used_exact();
  if (decided) return *decided;
  if (!contact_) contact_.emplace(geometry_, at_, start_, at_start_);
  return contact_->touch(triangle, 0) ? Crossing::starts_on : Crossing::none;
}

std::optional<Crossing> RayCrossingTest::crossing_off_the_plane(const AxisRay& ray) {
  bool left = false, right = false;
  for (int i = 0; i < 3; ++i) {
    const int sign = turn(i, (i + 1) % 3, ray);
    left = left || sign > 0, right = right || sign < 0;
    if (left && right) return Crossing::none;
  }
  const int side = pair_.orientation3d(3, 0, 1, 2);
  if (side == 0) return std::nullopt;
  if ((side > 0) != left) return Crossing::none;
  return left ? Crossing::through_back : Crossing::through_front;
}

// A. van Oosterom, J. Strackee, "The solid angle of a plane triangle" (1983), one corner at infinity along d, the
// ray's opposite: tan(angle / 2) = d . (a x b) / (|a| |b| + a . b + (a . d) |b| + (b . d) |a|).
double RayCrossingTest::angle_of_side(std::uint32_t triangle, const AxisRay& ray) {
  pair_.load(triangle, 0);
  const int sign = turn(0, 1, ray);
  exact_tests_ += pair_.used_exact();
  if (sign == 0) return 0;
  Vec3 a = pair_.corner(0) - pair_.corner(3), b = pair_.corner(1) - pair_.corner(3);
  // Squares must neither overflow nor vanish.
  const double size = largest(max(abs(a), abs(b)));
  for (int axis = 0; axis < 3; ++axis) a[axis] /= size, b[axis] /= size;
  const double along = ray.backwards ? 1 : -1, length_a = length(a), length_b = length(b);
  const double y = std::abs(abut::cross(a, b)[ray.axis]);
  const double x = length_a * length_b + dot(a, b) + along * (a[ray.axis] * length_b + b[ray.axis] * length_a);
  return -sign * 2 * angle_of(y, x);
}

}  // namespace abut
