#include "leaf/placed_shape.h"

#include "math/accurate_sum.h"

namespace abut {

void PlacedShape::measure_sides() {
  sides = {corners[1], corners[2] - corners[1], -corners[2]};
  for (int i = 0; i < 3; ++i) squares[i] = dot(sides[i], sides[i]);
  for (int i = 0; i < 3; ++i) over_squares[i] = 1 / squares[i];
  size_square = std::max(squares[0], std::max(squares[1], squares[2]));
  corner_dot = dot(corners[1], corners[2]);
  over_area = 1 / (squares[0] * squares[2] - corner_dot * corner_dot);
}

double PlacedShape::size() const {
  if (reach == 0 || (reach >= 0x1p-200 && reach <= 0x1p200)) return std::sqrt(size_square);
  const int exponent = std::clamp(-std::ilogb(reach), -1000, 1000);
  PlacedShape scaled = *this;
  scaled.scale(std::ldexp(1.0, exponent));
  return std::ldexp(std::sqrt(scaled.size_square), -exponent);
}

void PlacedShape::scale(double factor) {
  for (Vec3& corner : corners) corner = corner * factor;
  error = error * factor;
  reach *= factor;
  measure_sides();
}

PlacedSide::PlacedSide(const LeafGeometry& geometry, const Placement& at)
    : geometry_(geometry), at_(at), magnitudes_(abs(at.linear)) {
  for (int i = 0; i < 9; ++i) linear_[i] = SplitNumber(at.linear.entries[i]);
}

// Corners: rounded differences times the linear part. With S = |linear| |difference| row by row, the difference, the
// product and two sums cost at most ((1 + u)^4 - 1) S < 4.001 u S, underflow below 2^-1072. Where S is more than twice
// the corner itself, which no rotation does, digits cancel, and the accurate form is taken.
void PlacedSide::load(std::uint32_t triangle) {
  loaded_ = triangle;
  shape_.form = geometry_.forms[triangle];
  const Vec3& origin = point(triangle, 0);
  Vec3 spread, most;
  for (int i = 1; i < 3; ++i) {
    const Vec3 difference = point(triangle, i) - origin;
    shape_.corners[i] = at_.linear * difference;
    spread = max(spread, magnitudes_ * abs(difference));
    most = max(most, abs(shape_.corners[i]));
  }
  shape_.error = spread * (4.5 * unit_roundoff) + Vec3{0x1p-1068, 0x1p-1068, 0x1p-1068};
  shape_.reach = largest(most);
  if (!(largest(spread) <= 2 * shape_.reach)) {
    shape_.error = {};
    for (int i = 1; i < 3; ++i) place_accurately(triangle, i);
    shape_.reach = std::max(largest(abs(shape_.corners[1])), largest(abs(shape_.corners[2])));
  }
  shape_.measure_sides();
  place_origin(origin);
}

void PlacedSide::place_accurately(std::uint32_t triangle, int corner) {
  for (int axis = 0; axis < 3; ++axis) {
    AccurateSum sum;
    for (int j = 0; j < 3; ++j) {
      sum.add(at_.linear(axis, j), point(triangle, corner)[j]);
      sum.add(-at_.linear(axis, j), point(triangle, 0)[j]);
    }
    const BoundedValue rounded = sum.tightly_rounded();
    shape_.corners[corner][axis] = rounded.value;
    shape_.error[axis] = std::max(shape_.error[axis], rounded.error);
  }
}

// With M the sum of three products' and the shift's magnitudes: the products' errors are below u M together and each of
// the three running sums' below 1.01 u M. Adding these six goes through at most six roundings: off by at most
// 6.01 u * 4.1 u M < 25 u^2 M. Products that underflow lose less than 2^-1070.
void PlacedSide::place_origin(const Vec3& corner) {
  const SplitNumber x(corner.x), y(corner.y), z(corner.z);
  double magnitude = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const SplitNumber *row = &linear_[3 * axis], &lx = row[0], &ly = row[1], &lz = row[2];
    const double px = lx.value * x.value, py = ly.value * y.value, pz = lz.value * z.value;
    const double product_errors = lx.error_of_product(x, px) + ly.error_of_product(y, py) + lz.error_of_product(z, pz);
    const ExactPair xy = two_sum(px, py), xyz = two_sum(xy.value, pz), all = two_sum(xyz.value, at_.shift[axis]);
    shape_.high[axis] = all.value;
    shape_.low[axis] = product_errors + (xy.error + xyz.error + all.error);
    magnitude = std::max(magnitude, std::abs(px) + std::abs(py) + std::abs(pz) + std::abs(at_.shift[axis]));
  }
  shape_.origin_error = 32 * unit_roundoff * unit_roundoff * magnitude + 0x1p-1069;
}

namespace {

PlacedWay exact_way(const PlacedSide& a, const Vec3& corner_a, const PlacedSide& b, const Vec3& corner_b) {
  PlacedWay way;
  for (int axis = 0; axis < 3; ++axis) {
    AccurateSum sum;
    for (int j = 0; j < 3; ++j) {
      sum.add(b.at().linear(axis, j), corner_b[j]);
      sum.add(-a.at().linear(axis, j), corner_a[j]);
    }
    sum.add(b.at().shift[axis]);
    sum.add(-a.at().shift[axis]);
    const BoundedValue rounded = sum.tightly_rounded();
    way.value[axis] = rounded.value;
    way.error[axis] = rounded.error;
  }
  return way;
}

}  // namespace

// With M bounding each corner's magnitude, |low| <= 4.1 u M. The difference of the low parts, its sum with the high
// parts' rounding error and the last sum round: off by at most u |value| + 10 u^2 (M_a + M_b) beside the origins' own
// errors, which are 32 u^2 M each. A part u of the triangles' reach is far below what their own corners are off.
PlacedWay way_between(PlacedSide& a, std::uint32_t triangle_a, PlacedSide& b, std::uint32_t triangle_b) {
  const PlacedShape &from = a.shape(triangle_a), &to = b.shape(triangle_b);
  const double error = 1.5 * (from.origin_error + to.origin_error), reach = std::max(from.reach, to.reach);
  PlacedWay way;
  for (int axis = 0; axis < 3; ++axis) {
    const ExactPair high = two_sum(to.high[axis], -from.high[axis]);
    way.value[axis] = high.value + (high.error + (to.low[axis] - from.low[axis]));
    way.error[axis] = 1.5 * unit_roundoff * std::abs(way.value[axis]) + error;
  }
  if (error <= 0.5 * unit_roundoff * std::max(reach, largest(abs(way.value)))) return way;
  return exact_way(a, a.point(triangle_a, 0), b, b.point(triangle_b, 0));
}

}  // namespace abut
