#include "leaf/exact_ray.h"

#include "math/big_number.h"
#include "math/bit_range.h"
#include "math/expansion.h"

#include <cmath>

namespace abut {

namespace {

template <class Number>
using Row = std::array<Number, 3>;

template <class Number>
Row<Number> operator-(const Row<Number>& a, const Row<Number>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <class Number>
Number cross(const Row<Number>& a, const Row<Number>& b, int axis) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  return compressed(a[i] * b[j] - a[j] * b[i]);
}
template <class Number>
Row<Number> cross(const Row<Number>& a, const Row<Number>& b) {
  return {cross(a, b, 0), cross(a, b, 1), cross(a, b, 2)};
}
template <class Number>
Number dot(const Row<Number>& a, const Row<Number>& b) {
  return compressed(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}
template <class Number>
int first_not_zero(const Row<Number>& a) {
  for (int axis = 0; axis < 3; ++axis)
    if (a[axis].sign() != 0) return axis;
  return -1;
}

BigNumber::Rounded rounded(const BigNumber& x) { return x.rounded(); }
BigNumber::Rounded rounded(const Expansion& x) {
  int exponent = 0;
  const double value = std::frexp(x.estimate(), &exponent);
  return {value, exponent};
}

/// A moment over / under of the ray with under > 0, and the weights of the point there.
template <class Number>
struct Moment {
  Number over, under;
  Weights at{};

  Moment(const Number& a, const Number& b, const Weights& weights)
      : over(b.sign() > 0 ? a : a * -1.0), under(b.sign() > 0 ? b : b * -1.0), at(weights) {}

  /// The sign of this minus t.
  int compare(double t) const {
    if (std::isinf(t)) return t > 0 ? -1 : 1;
    return (over - under * t).sign();
  }
  int compare(const Moment& other) const { return (over * other.under - other.over * under).sign(); }
};

/// over / under, rounded. Either estimate is within a unit in the last place, 2u, and the quotient rounds once; scaling
/// rounds where it comes below the normal numbers.
template <class Number>
double rounded_quotient(const Number& over, const Number& under) {
  const BigNumber::Rounded a = rounded(over), b = rounded(under);
  return std::ldexp(a.value / b.value, a.exponent - b.exponent);
}

template <class Number>
RayMeeting meeting_at(const Moment<Number>& moment, int side) {
  const double t = rounded_quotient(moment.over, moment.under);
  const double error = moment.over.sign() == 0 ? 0 : 6 * unit_roundoff * std::abs(t) + 0x1p-1074;
  return {t, error, moment.at, side, {}};
}

/// A ray and a triangle, seen from the ray's origin.
template <class Number>
class RayAndTriangle {
 public:
  RayAndTriangle(const ExactRay& ray, const RayTarget& target, const RayRange& range)
      : form_(target.form), range_(range) {
    for (int axis = 0; axis < 3; ++axis) {
      direction_[axis] = Number(ray.direction[axis]) + Number(ray.rest[axis]);
      for (int i = 0; i < 3; ++i) corners_[i][axis] = seen(ray, target.triangle, i, axis);
    }
    normal_ = cross(corners_[1] - corners_[0], corners_[2] - corners_[0]);
    slope_ = dot(direction_, normal_);
  }

  std::optional<RayMeeting> meeting() const {
    const std::optional<Reached> reached = reach();
    if (!reached) return std::nullopt;
    RayMeeting found = meeting_at(reached->first, slope_.sign());
    if (reached->inside) found.t = range_.low, found.t_error = 0, found.weights = weights_inside(*reached);
    return found;
  }

  /// The moment of the meeting, if there is one.
  std::optional<Moment<Number>> moment() const {
    const std::optional<Reached> reached = reach();
    if (!reached) return std::nullopt;
    if (reached->inside) return Moment<Number>(Number(range_.low), Number(1.0), {});
    return reached->first;
  }

  int crossing() const {
    // A side along the direction is one of a triangle that the direction is parallel to, and a ray beside its plane
    // does not cross it.
    const int side = form_ == TriangleForm::triangle ? slope_.sign() : 0;
    if (side == 0) return 0;
    for (int i = 0; i < 3; ++i)
      if (shifted_turn(i) != side) return 0;
    const Number height = dot(corners_[0], normal_);
    return shifted_order(height, range_.low) == side && shifted_order(height, range_.high) == -side ? side : 0;
  }

 private:
  /// The ray is on the closed triangle from `first` to `last`; `inside`: the part asked about begins in between.
  struct Reached {
    Moment<Number> first, last;
    bool inside;
  };

  static Number seen(const ExactRay& ray, const PlacedTriangle& triangle, int i, int axis) {
    Number sum = Number(triangle.at->shift[axis]) - Number(ray.origin[axis]);
    for (int j = 0; j < 3; ++j) sum = sum + Number((*triangle.corners[i])[j]) * triangle.at->linear(axis, j);
    return compressed(sum);
  }

  static int next(int i) { return i == 2 ? 0 : i + 1; }
  /// direction . (corner i x the next): on which side of the line that side of the triangle passes.
  Number turn(int i) const { return dot(direction_, cross(corners_[i], corners_[next(i)])); }

  /// turn() of a ray whose origin is shifted by e: d . ((a - e) x (b - e)) = d . (a x b) + e . (d x (b - a)).
  int shifted_turn(int i) const {
    if (const int sign = turn(i).sign(); sign != 0) return sign;
    const Row<Number> change = cross(direction_, corners_[next(i)] - corners_[i]);
    return change[first_not_zero(change)].sign();
  }
  /// The sign of (a - e) . n - t d . n.
  int shifted_order(const Number& height, double t) const {
    if (std::isinf(t)) return t > 0 ? -slope_.sign() : slope_.sign();
    if (const int sign = (height - slope_ * t).sign(); sign != 0) return sign;
    return -normal_[first_not_zero(normal_)].sign();
  }

  std::optional<Reached> reach() const {
    std::optional<Reached> span = slope_.sign() != 0 ? through() : along();
    if (!span || span->last.compare(range_.low) < 0 || span->first.compare(range_.high) > 0) return std::nullopt;
    span->inside = span->first.compare(range_.low) < 0;
    return span;
  }

  /// Through a triangle's plane. A slope that is not 0 means a real triangle.
  std::optional<Reached> through() const {
    Row<Number> turns;
    for (int i = 0; i < 3; ++i) {
      turns[i] = turn(next(i));
      if (turns[i].sign() == -slope_.sign()) return std::nullopt;
    }
    Weights weights;
    for (int i = 0; i < 3; ++i) weights[i] = rounded_quotient(turns[i], slope_);
    const Moment<Number> moment(dot(corners_[0], normal_), slope_, weights);
    return Reached{moment, moment, false};
  }

  /// In a plane with the ray, or nowhere: all of the triangle's corners that are on the line, and the points at which
  /// the line crosses a side between its ends.
  std::optional<Reached> along() const {
    Row<Number> plane = normal_;
    const int count = corner_count(form_), start = corner_index(form_, 0);
    if (count == 3 && dot(corners_[0], normal_).sign() != 0) return std::nullopt;
    if (count == 2) {
      plane = cross(direction_, corners_[next(start)] - corners_[start]);
      if (turn(start).sign() != 0) return std::nullopt;
    }
    std::optional<Reached> span;
    for (int i = 0; i < count; ++i) add_corner(corner_index(form_, i), span);
    const int dropped = first_not_zero(plane);
    if (count == 1 || dropped < 0) return span;
    for (int i = 0; i < (count == 3 ? 3 : 1); ++i) add_side((start + i) % 3, dropped, span);
    return span;
  }

  void add_corner(int i, std::optional<Reached>& span) const {
    if (first_not_zero(cross(direction_, corners_[i])) >= 0) return;
    const int axis = first_not_zero(direction_);
    add({corners_[i][axis], direction_[axis], at_corner(i)}, span);
  }

  /// Seen along the axis that is dropped, with a and b the side's ends and d the direction: d x (a + s (b - a)) = 0,
  /// and t d x (b - a) = a x b.
  void add_side(int i, int dropped, std::optional<Reached>& span) const {
    const Row<Number>&a = corners_[i], &b = corners_[next(i)];
    const Number before = cross(direction_, a, dropped), after = cross(direction_, b, dropped);
    if (before.sign() * after.sign() >= 0) return;
    add({cross(a, b, dropped), after - before, on_side(i, rounded_quotient(before, before - after))}, span);
  }

  static void add(const Moment<Number>& moment, std::optional<Reached>& span) {
    if (!span)
      span = Reached{moment, moment, false};
    else if (moment.compare(span->first) < 0)
      span->first = moment;
    else if (moment.compare(span->last) > 0)
      span->last = moment;
  }

  /// Between two points of the triangle, where the part asked about begins.
  Weights weights_inside(const Reached& reached) const {
    const Moment<Number>&first = reached.first, &last = reached.last;
    const double share = rounded_quotient((Number(range_.low) * first.under - first.over) * last.under,
                                          last.over * first.under - first.over * last.under);
    Weights weights;
    for (int i = 0; i < 3; ++i) weights[i] = first.at[i] + share * (last.at[i] - first.at[i]);
    return weights;
  }

  TriangleForm form_;
  RayRange range_;
  Row<Number> direction_, normal_;
  std::array<Row<Number>, 3> corners_;
  Number slope_;  // direction . normal
};

// Which expansions are exact, as in exact_orientation.cpp. Coordinates seen from the origin, the direction and
// differences of either are integer multiples of 2^low with low <= 0, and smaller than 2^high with high >= 0; so are
// the numbers t with their own bounds. Everything that appears while a polynomial of degree three in them, or six,
// times t is evaluated is a multiple of 2^(degree low + t low) and, being a sum of at most 128 products, below
// 2^(degree high + t high + 7).
bool fits_expansions(const ExactRay& ray, const RayTarget& target, const RayRange& range, int degree) {
  BitRange linear, points, whole, times;
  linear.include(target.triangle.at->linear);
  for (const Vec3* corner : target.triangle.corners) points.include(*corner);
  whole.include(target.triangle.at->shift), whole.include(ray.origin);
  whole.include(ray.direction), whole.include(ray.rest);
  if (!linear.empty() && !points.empty())
    whole.include(BitRange{linear.low + points.low, linear.high + points.high + 2});
  for (const double t : {range.low, range.high})
    if (!std::isinf(t)) times.include(t);
  // A corner is a sum of a product, a shift and an origin, and sides are differences of two.
  const int low = std::min(0, whole.low), high = std::max(0, whole.high + 3);
  return degree * low + std::min(0, times.low) >= -1074 && degree * high + std::max(0, times.high) + 7 <= 995;
}

}  // namespace

std::optional<RayMeeting> exact_meeting(const ExactRay& ray, const RayTarget& target, const RayRange& range) {
  // Rays in a triangle's plane compare quotients of degree two, which is less than one of three and t.
  if (fits_expansions(ray, target, range, 4)) return RayAndTriangle<Expansion>(ray, target, range).meeting();
  return RayAndTriangle<BigNumber>(ray, target, range).meeting();
}

namespace {

template <class Number>
int order_of(const ExactRay& ray, const RayTarget& a, const RayTarget& b, const RayRange& range) {
  const auto first = RayAndTriangle<Number>(ray, a, range).moment();
  const auto second = RayAndTriangle<Number>(ray, b, range).moment();
  return first && second ? first->compare(*second) : 0;
}

}  // namespace

int exact_order(const ExactRay& ray, const RayTarget& a, const RayTarget& b, const RayRange& range) {
  if (fits_expansions(ray, a, range, 6) && fits_expansions(ray, b, range, 6))
    return order_of<Expansion>(ray, a, b, range);
  return order_of<BigNumber>(ray, a, b, range);
}

int exact_crossing(const ExactRay& ray, const RayTarget& target, const RayRange& range) {
  if (fits_expansions(ray, target, range, 3)) return RayAndTriangle<Expansion>(ray, target, range).crossing();
  return RayAndTriangle<BigNumber>(ray, target, range).crossing();
}

}  // namespace abut
