#include "leaf/small/hexahedron.h"

#include <limits>

namespace abut::small {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The part of a line that is left, in t: from `from` to `to`, which is 1 / 0 when it is infinite: that compares as it
/// should.
template <class Number>
struct Stretch {
  Fraction<Number> from, to;

  Stretch(double t_min, double t_max)
      : from(t_min), to(t_max < infinity ? Fraction<Number>(t_max) : Fraction<Number>(Number(1.0), Number(0.0))) {}
  void start_at(const Fraction<Number>& t) {
    if (compare(from, t) < 0) from = t;
  }
  void end_at(const Fraction<Number>& t) {
    if (compare(t, to) < 0) to = t;
  }
  bool is_empty() const { return compare(to, from) < 0; }
  std::optional<Bracket> first() const {
    if (is_empty()) return std::nullopt;
    return bracket_of(from);
  }
};

template <class Solid>
std::optional<Bracket> first_in_hexahedron(const Vec3& origin, const Vec3& direction, double t_min, double t_max,
                                           const Solid& solid) {
  return decide([&](auto number) -> std::optional<Bracket> {
    using Number = decltype(number);
    const Hexahedron<Number> hexahedron = hexahedron_of<Number>(solid, origin);
    const VectorOf<Number> way(direction);
    Stretch<Number> left(t_min, t_max);
    for (const Side<Number>& side : hexahedron.sides) {
      // offset + t (normal . way) >= 0
      const Number slope = dot(side.normal, way);
      const int sign = slope.sign();
      if (sign == 0 && side.offset.sign() < 0) return std::nullopt;
      if (sign > 0) left.start_at({-side.offset, slope});
      if (sign < 0) left.end_at({side.offset, -slope});
    }
    return left.first();
  });
}

/// The root of s (b + sqrt(b^2 - a c)) = c, for b > 0: the smaller root of a s^2 - 2 b s + c, c > 0.
MeasuredNumber smaller_root(const MeasuredNumber& a, const MeasuredNumber& b, const MeasuredNumber& c) {
  return c / (b + root(b * b - a * c));
}
MeasuredNumber near(const Bracket& bracket) { return {bracket.lower, (bracket.upper - bracket.lower) * (1 + 0x1p-52)}; }
MeasuredNumber smaller_root(const BigNumber& a, const BigNumber& b, const BigNumber& c) {
  return near(quotient(c, b)) / (MeasuredNumber(1.0) + root(near(quotient(b * b - a * c, b * b))));
}
Bracket later(double t_min, const MeasuredNumber& by, const BigNumber&) {
  return bracket_of(MeasuredNumber(t_min) + by);
}
Bracket later(double t_min, const MeasuredNumber& by, const MeasuredNumber&) {
  const MeasuredNumber t = MeasuredNumber(t_min) + by;
  if (!(t.error <= bracket_width / 4 * std::max(std::abs(t.value), std::abs(t_min)))) throw MeasuredNumber::Unsure{};
  return bracket_of(t);
}

/// The first t in [t_min, t_max] with |start + t way| <= radius.
template <class Number>
std::optional<Bracket> first_within(const VectorOf<Number>& start, const VectorOf<Number>& way, const Number& radius,
                                    double t_min, double t_max) {
  // From t_min on: a s^2 - 2 b s + c <= 0, with s = t - t_min.
  const VectorOf<Number> from = start + way * Number(t_min);
  const Number a = dot(way, way), b = -dot(from, way), c = dot(from, from) - radius * radius;
  if (c.sign() <= 0) return Bracket{t_min, t_min};
  if (b.sign() <= 0 || (b * b - a * c).sign() < 0) return std::nullopt;
  // It begins before the parabola's lowest point, b / a; an end before that must be within.
  if (t_max < infinity) {
    const Number end = Number(t_max) - Number(t_min);
    if ((a * end - b).sign() < 0 && (a * end * end - b * end - b * end + c).sign() > 0) return std::nullopt;
  }
  return later(t_min, smaller_root(a, b, c), Number());
}

/// Where the line of a ray meets the segments of a triangle's sides, if it is in the triangle's plane or the triangle
/// is a segment or a point.
template <class Number>
struct SideHits {
  std::optional<Fraction<Number>> least, greatest;

  void add(const Fraction<Number>& t) {
    if (!least || compare(t, *least) < 0) least = t;
    if (!greatest || compare(*greatest, t) < 0) greatest = t;
  }
  /// p and q as seen from the ray's origin.
  void add_side(const VectorOf<Number>& p, const VectorOf<Number>& q, const VectorOf<Number>& way) {
    const Number square = dot(way, way);
    const VectorOf<Number> off_p = cross(way, p), off_q = cross(way, q), apart = off_p - off_q;
    if (!is_zero(cross(off_p, off_q)) || dot(off_p, off_q).sign() > 0) return;
    const Number divisor = dot(apart, apart);
    if (divisor.sign() == 0) {
      // Both ends are off by the same; as they are not on the same side, they are on the line.
      if (!is_zero(off_p)) return;
      add({dot(way, p), square});
      add({dot(way, q), square});
      return;
    }
    // On the line is (1 - s) p + s q with (1 - s) off_p + s off_q = 0.
    const Number share = dot(off_p, apart);
    add({dot(way, p) * divisor + dot(way, q - p) * share, square * divisor});
  }
};

template <class Number>
std::optional<Bracket> first_in_triangle(const std::array<VectorOf<Number>, 3>& corner, const VectorOf<Number>& way,
                                         double t_min, double t_max) {
  const VectorOf<Number> normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
  const Number slope = dot(normal, way), height = dot(normal, corner[0]);
  Stretch<Number> left(t_min, t_max);
  const int side = slope.sign();
  if (side != 0) {
    // The line goes by the same side of all three sides of the triangle.
    for (int i = 0; i < 3; ++i)
      if (side * dot(way, cross(corner[i], corner[(i + 1) % 3])).sign() < 0) return std::nullopt;
    const Fraction<Number> t(side > 0 ? height : -height, side > 0 ? slope : -slope);
    left.start_at(t), left.end_at(t);
    return left.first();
  }
  if (height.sign() != 0) return std::nullopt;
  SideHits<Number> hits;
  for (int i = 0; i < 3; ++i) hits.add_side(corner[i], corner[(i + 1) % 3], way);
  if (!hits.least) return std::nullopt;
  left.start_at(*hits.least), left.end_at(*hits.greatest);
  return left.first();
}

}  // namespace

std::optional<Bracket> first_hit(const Vec3& origin, const Vec3& direction, double t_min, double t_max,
                                 const Sphere& sphere) {
  require_valid_ray(origin, direction, t_min, t_max);
  require_valid(sphere);
  return decide([&](auto number) {
    using Number = decltype(number);
    return first_within(VectorOf<Number>(origin) - VectorOf<Number>(sphere.centre), VectorOf<Number>(direction),
                        Number(sphere.radius), t_min, t_max);
  });
}

std::optional<Bracket> first_hit(const Vec3& origin, const Vec3& direction, double t_min, double t_max,
                                 const Corners& triangle) {
  require_valid_ray(origin, direction, t_min, t_max);
  require_valid(triangle);
  return decide([&](auto number) {
    using Number = decltype(number);
    const VectorOf<Number> start(origin);
    return first_in_triangle<Number>({VectorOf<Number>(triangle[0]) - start, VectorOf<Number>(triangle[1]) - start,
                                      VectorOf<Number>(triangle[2]) - start},
                                     VectorOf<Number>(direction), t_min, t_max);
  });
}

std::optional<Bracket> first_hit(const Vec3& origin, const Vec3& direction, double t_min, double t_max,
                                 const Box& box) {
  require_valid_ray(origin, direction, t_min, t_max);
  require_valid(box);
  return first_in_hexahedron(origin, direction, t_min, t_max, box);
}

std::optional<Bracket> first_hit(const Vec3& origin, const Vec3& direction, double t_min, double t_max,
                                 const Frustum& frustum) {
  require_valid_ray(origin, direction, t_min, t_max);
  return first_in_hexahedron(origin, direction, t_min, t_max, frustum);
}

std::optional<Bracket> first_contact(const Sphere& a, const Vec3& way_a, const Sphere& b, const Vec3& way_b) {
  require_valid(a), require_valid(b);
  require_finite(way_a, "the way of a sphere"), require_finite(way_b, "the way of a sphere");
  return decide([&](auto number) {
    using Number = decltype(number);
    return first_within(VectorOf<Number>(b.centre) - VectorOf<Number>(a.centre),
                        VectorOf<Number>(way_b) - VectorOf<Number>(way_a), Number(a.radius) + Number(b.radius), 0.0,
                        1.0);
  });
}

}  // namespace abut::small
