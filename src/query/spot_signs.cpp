#include "query/spot_signs.h"

#include "leaf/orientation_filter.h"

#include <cmath>

namespace abut {

namespace {

using Vector = std::array<BigNumber, 3>;

Vector world(const PlacedPoint& p) {
  Vector sum;
  for (int i = 0; i < 3; ++i) {
    sum[i] = BigNumber(p.at->shift[i]);
    for (int j = 0; j < 3; ++j) {
      const double factor = p.at->linear(i, j);
      if (factor != 0) sum[i] = sum[i] + (factor == 1 ? BigNumber((*p.point)[j]) : BigNumber((*p.point)[j]) * factor);
    }
  }
  return sum;
}

/// b - a, times the product of both weights.
Vector difference(const HomogeneousPoint& b, const HomogeneousPoint& a) {
  Vector result;
  for (int i = 0; i < 3; ++i) result[i] = (a.is_whole ? b.x[i] : b.x[i] * a.w) - (b.is_whole ? a.x[i] : a.x[i] * b.w);
  return result;
}

BigNumber minor(const Vector& u, const Vector& v, int axis) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  return u[i] * v[j] - u[j] * v[i];
}

/// det(b - a, c - a, d - a), times the weights of b, c and d, and the cube of a's.
BigNumber volume(const HomogeneousPoint& a, const HomogeneousPoint& b, const HomogeneousPoint& c,
                 const HomogeneousPoint& d) {
  const Vector u = difference(b, a), v = difference(c, a), w = difference(d, a);
  return w[0] * minor(u, v, 0) + w[1] * minor(u, v, 1) + w[2] * minor(u, v, 2);
}

/// The zero of what is linear along a line, given its values at both ends, each times the weight of that end.
Fraction zero_between(const BigNumber& start, const BigNumber& start_weight, const BigNumber& end,
                      const BigNumber& end_weight) {
  const BigNumber above = start * end_weight, below = above - end * start_weight;
  return below.sign() > 0 ? Fraction{above, below} : Fraction{-above, -below};
}

bool are_corners(std::initializer_list<const Spot*> spots) {
  for (const Spot* spot : spots)
    if (spot->homogeneous) return false;
  return true;
}

}  // namespace

double Fraction::rounded() const { return quotient(above, below).lower; }

Fraction between(const Fraction& low, const Fraction& high) {
  const double from = low.rounded(), to = high.rounded();
  const Fraction middle{BigNumber(from + (to - from) * 0.5)};
  if (low < middle && middle < high) return middle;
  return {low.above * high.below + high.above * low.below, low.below * high.below * 2.0};
}

SpotSigns::SpotSigns(PlacedSigns& signs) : signs_(signs), origin_(world(signs.origin())) {}

HomogeneousPoint SpotSigns::exact(const Spot& spot) const {
  if (spot.homogeneous) return *spot.homogeneous;
  HomogeneousPoint result{world(spot.seen.exact)};
  for (int i = 0; i < 3; ++i) result.x[i] = result.x[i] - origin_[i];
  return result;
}

Spot SpotSigns::spot(const HomogeneousPoint& point) const {
  Vec3 near;
  for (int i = 0; i < 3; ++i) near[i] = quotient(point.x[i], point.w).lower;
  return {{near, {}}, &point};
}

HomogeneousPoint SpotSigns::on_line(const SpotLine& line, const Fraction& t) const {
  const HomogeneousPoint from = exact(line.from), to = exact(line.to);
  const BigNumber of_from = to.w * (t.below - t.above), of_to = from.w * t.above;
  HomogeneousPoint result;
  for (int i = 0; i < 3; ++i) result.x[i] = from.x[i] * of_from + to.x[i] * of_to;
  result.w = from.w * to.w * t.below;
  result.is_whole = (result.w - BigNumber(1.0)).sign() == 0;
  return result;
}

int SpotSigns::orientation3d(const Spot& a, const Spot& b, const Spot& c, const Spot& d) {
  if (are_corners({&a, &b, &c, &d})) return signs_.orientation3d(a.seen, b.seen, c.seen, d.seen);
  const int sign =
      orientation_filter::orientation3d(a.seen.near, b.seen.near, c.seen.near, d.seen.near, signs_.error());
  return sign != 0 ? sign : volume(exact(a), exact(b), exact(c), exact(d)).sign();
}

int SpotSigns::orientation2d(const Spot& a, const Spot& b, const Spot& c, int dropped) {
  if (are_corners({&a, &b, &c})) return signs_.orientation2d(a.seen, b.seen, c.seen, dropped);
  const int sign = orientation_filter::orientation2d(a.seen.near, b.seen.near, c.seen.near, dropped, signs_.error());
  if (sign != 0) return sign;
  const HomogeneousPoint origin = exact(a);
  return minor(difference(exact(b), origin), difference(exact(c), origin), dropped).sign();
}

int SpotSigns::turn_about_ray(const Spot& a, const Spot& b, const Spot& c) {
  for (int axis = 0; axis < 3; ++axis)
    if (const int sign = orientation2d(a, b, c, axis); sign != 0) return sign;
  return 0;
}

Fraction SpotSigns::zero_of_volume(const std::array<Spot, 3>& triangle, const SpotLine& line) const {
  const HomogeneousPoint a = exact(triangle[0]), b = exact(triangle[1]), c = exact(triangle[2]);
  const HomogeneousPoint from = exact(line.from), to = exact(line.to);
  return zero_between(volume(a, b, c, from), from.w, volume(a, b, c, to), to.w);
}

Fraction SpotSigns::zero_of_area(const SpotLine& segment, const SpotLine& line, int dropped) const {
  const HomogeneousPoint a = exact(segment.from), b = exact(segment.to);
  const HomogeneousPoint from = exact(line.from), to = exact(line.to);
  const Vector side = difference(b, a);
  return zero_between(minor(side, difference(from, a), dropped), from.w, minor(side, difference(to, a), dropped), to.w);
}

}  // namespace abut
