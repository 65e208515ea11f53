#include "leaf/ray_crossing.h"

#include "math/accurate_sum.h"
#include "math/arc_tangent.h"
#include "math/power_of_two.h"

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

namespace {

// The direction of a corner seen from the start, read against the ray as the start's own sky is: d is the ray's
// opposite, `along` the corner's coordinate along the ray, t the other two, l its length. The pair (l - along, t) is
// taken up to a positive factor, the larger of the two parts being near 1.
struct SkyPoint {
  double w;       // a multiple of l - along
  double tx, ty;  // the same multiple of t
};

// Where the corner is ahead, l - along cancels; it is t^2 / (l + along). Then the factor is one that brings t near 1,
// so that a corner next to the ray keeps its direction across the ray down to the least subnormal number.
//
// A corner on the ray has none, t = 0. The ray is turned, though, towards the first of the two axes across by e, and
// towards the second by e^2 (see AxisRay): from the ray the corner is then seen a part e against the first axis. In the
// limit it has w = 0 and t = (-1, 0). That is what the signs of turn() say, too: r . (a x b) with a = (1, 0, 0) and
// r = (1, e, e^2) is -e b_y' + e^2 b_x', for b' the other corner's coordinates across, which is the turn from (-1, 0)
// to b', or, for b' along it, the turn from (-e, -e^2).
SkyPoint sky_point(const Vec3& corner, const AxisRay& ray) {
  const double x = corner[(ray.axis + 1) % 3], y = corner[(ray.axis + 2) % 3];
  const double size = power_of_two_at_least(largest(abs(corner))), across = std::max(std::abs(x), std::abs(y));
  const double along = (ray.backwards ? -corner[ray.axis] : corner[ray.axis]) / size;
  const double sx = x / size, sy = y / size, length = std::sqrt(along * along + (sx * sx + sy * sy));
  if (along <= 0) return {length - along, sx, sy};
  if (across == 0) return {0, -1, 0};
  const double unit = power_of_two_at_least(across), tx = x / unit, ty = y / unit;
  return {(tx * tx + ty * ty) * (unit / size) / (length + along), tx, ty};
}

}  // namespace

// The corner's image less the start's, each coordinate within 2.5u of itself whatever cancels: next to the ray the
// rounded corners of a pair would leave nothing of its direction across. A world that lies among the smallest numbers
// is taken larger by a power of two, which changes no direction.
Vec3 RayCrossingTest::way_to(std::uint32_t triangle, int corner) const {
  const Vec3 &p = geometry_.points[geometry_.triangles[triangle][corner]], &q = start_.points[start_.triangles[0][0]];
  const bool in_world = at_start_ == Placement::identity();
  if (in_world && at_ == at_start_) return p - q;
  const double size = std::max(
      std::max(largest_magnitude(at_.linear), largest(abs(at_.shift))),
      in_world ? largest(abs(q)) : std::max(largest_magnitude(at_start_.linear), largest(abs(at_start_.shift))));
  const double scale = size < 0x1p-300 ? 0x1p600 : 1;
  Vec3 way;
  for (int axis = 0; axis < 3; ++axis) {
    AccurateSum sum;
    for (int j = 0; j < 3; ++j) sum.add(at_.linear(axis, j) * scale, p[j]);
    sum.add(at_.shift[axis] * scale);
    if (in_world) {
      sum.add(-q[axis] * scale);
    } else {
      for (int j = 0; j < 3; ++j) sum.add(-at_start_.linear(axis, j) * scale, q[j]);
      sum.add(-at_start_.shift[axis] * scale);
    }
    way[axis] = sum.tightly_rounded().value;
  }
  return way;
}

// A. van Oosterom, J. Strackee, "The solid angle of a plane triangle" (1983), one corner at infinity along d, the
// ray's opposite: tan(angle / 2) = d . (a x b) / (|a| |b| + a . b + (a . d) |b| + (b . d) |a|). With s and t the
// corners' parts across the ray, and a . d = -(a along the ray), the denominator is
//   (|a| - a along) (|b| - b along) + s . t,
// and the numerator is s x t up to its sign: nothing is left that cancels but where the start is nearly on the side.
// Both are linear in what either corner brings, so each may be taken up to a factor.
double RayCrossingTest::angle_of_side(std::uint32_t triangle, const AxisRay& ray) {
  pair_.load(triangle, 0);
  const int sign = turn(0, 1, ray);
  exact_tests_ += pair_.used_exact();
  if (sign == 0) return 0;
  const SkyPoint a = sky_point(way_to(triangle, 0), ray), b = sky_point(way_to(triangle, 1), ray);
  const double y = std::abs(a.tx * b.ty - a.ty * b.tx), x = a.w * b.w + (a.tx * b.tx + a.ty * b.ty);
  return -sign * 2 * angle_of(y, x);
}

}  // namespace abut
