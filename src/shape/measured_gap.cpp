#include "shape/measured_gap.h"

#include "leaf/small/decide.h"

namespace abut {

namespace {

using Vector = small::VectorOf<MeasuredNumber>;

Vector image(const Matrix3& linear, const Vec3& point) {
  const Vector p(point);
  return {dot(Vector(linear.row(0)), p), dot(Vector(linear.row(1)), p), dot(Vector(linear.row(2)), p)};
}

MeasuredNumber magnitude(const MeasuredNumber& x) { return {std::abs(x.value), x.error}; }

/// Its value + error is at least the largest value of direction . (L x) over a core's points x.
MeasuredNumber support(const StandingShape& body, const Vector& direction) {
  const Matrix3& linear = body.at.linear;
  const Vector along(dot(direction, Vector(linear.column(0))), dot(direction, Vector(linear.column(1))),
                     dot(direction, Vector(linear.column(2))));
  const Vec3& half = body.shape.half;
  if (body.shape.form == CoreForm::box)
    return magnitude(along.x) * half.x + magnitude(along.y) * half.y + magnitude(along.z) * half.z;
  // Corners that are farther behind by rounded values than all rounding together need not be measured: a value is off
  // by 4u of the magnitudes that it adds up, and by the error of the direction times the corner's size.
  const Vec3 rounded{along.x.value, along.y.value, along.z.value};
  const Vec3 size = abs(body.shape.middle) + body.shape.reach, error{along.x.error, along.y.error, along.z.error};
  const double doubt = 4 * (0x1p-50 * dot(abs(rounded), size) + dot(error, size)) + 0x1p-1000;
  double most = -std::numeric_limits<double>::infinity();
  for (const Vec3& corner : body.shape.corners) most = std::max(most, dot(rounded, corner));
  MeasuredNumber highest(-std::numeric_limits<double>::infinity());
  for (const Vec3& corner : body.shape.corners) {
    if (dot(rounded, corner) < most - doubt) continue;
    const MeasuredNumber value = dot(along, Vector(corner));
    if (value.value + value.error > highest.value + highest.error) highest = value;
  }
  return highest;
}

/// Weights of a simplex's points after the first, which are not negative and sum to 1 at most, exactly: a point of the
/// simplex is the first one plus the sum of weights times the ways from there to the others.
std::array<double, Simplex::most> weights_of(const Simplex& simplex) {
  std::array<double, Simplex::most> weights{};
  double sum = 0;
  for (int i = 1; i < simplex.size(); ++i) sum += weights[i] = simplex.weight(i);
  if (sum > 1 - 0x1p-50)
    for (double& weight : weights) weight *= 1 - 0x1p-49;
  return weights;
}

}  // namespace

ConvexGap measured_gap(const StandingShape& a, const StandingShape& b, const Vec3& way, const Simplex& simplex) {
  const Vector between = Vector(b.at.shift) - Vector(a.at.shift), direction(way);
  const auto difference = [&](const Simplex::Origin& origin) {
    return (image(b.at.linear, origin.of_b) + between) - image(a.at.linear, origin.of_a);
  };
  const Simplex::Origin& start = simplex.origin(0);
  const Vector from = difference(start);
  Vector closest = from;
  Simplex::Origin point = start;
  const std::array<double, Simplex::most> weights = weights_of(simplex);
  for (int i = 1; i < simplex.size(); ++i) {
    closest = closest + (difference(simplex.origin(i)) - from) * MeasuredNumber(weights[i]);
    point.of_a += weights[i] * (simplex.origin(i).of_a - start.of_a);
    point.of_b += weights[i] * (simplex.origin(i).of_b - start.of_b);
  }
  const Vector back = Vector() - direction;
  const MeasuredNumber gap = (dot(direction, between) - support(b, back)) - support(a, direction);
  ConvexGap result;
  result.length.lower = small::bracket_of(gap / root(dot(direction, direction))).lower;
  result.length.upper = small::bracket_of(root(dot(closest, closest))).upper;
  result.point_a = a.at * point.of_a;
  result.point_b = b.at * point.of_b;
  return result;
}

}  // namespace abut
