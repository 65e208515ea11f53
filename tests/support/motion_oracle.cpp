#include "support/motion_oracle.h"

#include "support/sturm.h"

#include <cmath>

#include <boost/multiprecision/gmp.hpp>

namespace abut {

namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using Whole = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using Curve = sturm::Polynomial<Rational>;
using Curve3 = std::array<Curve, 3>;
using Root = sturm::Root<Rational>;

// By way of an integer of 53 bits: numbers libraries differ in what they make of subnormal doubles.
Rational exactly(double x) {
  int exponent = 0;
  const Rational result(static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53)));
  exponent -= 53;
  const Rational power(Whole(Whole(1) << std::abs(exponent)));
  return exponent < 0 ? Rational(result / power) : Rational(result * power);
}

Curve3 curve_of(const MovingPoint& point) {
  Curve3 curve;
  for (int i = 0; i < 3; ++i) {
    const Rational from = exactly(point.from[i]);
    curve[i] = sturm::trimmed<Rational>({from, exactly(point.to[i]) - from});
  }
  return curve;
}

Curve3 minus(const Curve3& a, const Curve3& b) {
  return {sturm::sum(a[0], b[0], -1), sturm::sum(a[1], b[1], -1), sturm::sum(a[2], b[2], -1)};
}
Curve dot(const Curve3& a, const Curve3& b) {
  return sturm::sum(sturm::sum(sturm::product(a[0], b[0]), sturm::product(a[1], b[1]), 1), sturm::product(a[2], b[2]),
                    1);
}
Curve3 cross(const Curve3& a, const Curve3& b) {
  const auto part = [&](int i, int j) {
    return sturm::sum(sturm::product(a[i], b[j]), sturm::product(a[j], b[i]), -1);
  };
  return {part(1, 2), part(2, 0), part(0, 1)};
}
Curve square(const Curve3& a) { return dot(a, a); }

}  // namespace

struct MotionOracle::Motion {
  bool is_edge_edge;
  std::array<Curve3, 4> x;
  std::vector<Root> contacts;  // times at which the features touch; the first contact is among them

  Curve3 between(int from, int to) const { return minus(x[to], x[from]); }

  // Is point i on the closed segment from j to k?
  bool is_on_segment(int i, int j, int k, const Root& when) const {
    return when.sign_of(square(cross(between(j, i), between(j, k)))) == 0 &&
           when.sign_of(dot(between(i, j), between(i, k))) <= 0;
  }

  bool vertex_on_face(const Root& when) const {
    const Curve3 normal = cross(between(1, 2), between(1, 3));
    if (when.sign_of(square(normal)) == 0)
      return is_on_segment(0, 1, 2, when) || is_on_segment(0, 2, 3, when) || is_on_segment(0, 3, 1, when);
    if (when.sign_of(dot(between(1, 0), normal)) != 0) return false;
    // Barycentric coordinates times the square of the normal.
    for (const auto [j, k] : {std::array{1, 2}, {2, 3}, {3, 1}})
      if (when.sign_of(dot(cross(between(0, j), between(0, k)), normal)) < 0) return false;
    return true;
  }

  bool edges_cross(const Root& when) const {
    const Curve3 a = between(0, 1), b = between(2, 3), way = between(0, 2), normal = cross(a, b);
    const Curve whole = square(normal);
    if (when.sign_of(whole) == 0)
      return is_on_segment(0, 2, 3, when) || is_on_segment(1, 2, 3, when) || is_on_segment(2, 0, 1, when) ||
             is_on_segment(3, 0, 1, when);
    if (when.sign_of(dot(way, normal)) != 0) return false;
    // Parameters along the edges times the square of the normal.
    for (const Curve& along : {dot(cross(way, b), normal), dot(cross(way, a), normal)})
      if (when.sign_of(along) < 0 || when.sign_of(sturm::sum(whole, along, -1)) < 0) return false;
    return true;
  }

  bool touch(const Root& when) const { return is_edge_edge ? edges_cross(when) : vertex_on_face(when); }

  // A contact that begins does so where four points become coplanar; if they always are, where three become collinear;
  // if they always are, where two meet.
  void find_contacts() {
    std::vector<Root> when{Root::at(0), Root::at(1)};
    const auto add = [&](const Curve& curve) {
      if (!curve.empty()) sturm::append_roots_between_0_and_1(curve, when);
    };
    const Curve volume = dot(between(0, 1), cross(between(0, 2), between(0, 3)));
    add(volume);
    if (volume.empty())
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < i; ++j) {
          add(square(between(j, i)));
          for (int k = 0; k < j; ++k) add(square(cross(between(i, j), between(i, k))));
        }
    for (const Root& one : when)
      if (touch(one)) contacts.push_back(one);
  }
};

MotionOracle::MotionOracle(bool is_edge_edge, const std::array<MovingPoint, 4>& points) : motion_(new Motion) {
  motion_->is_edge_edge = is_edge_edge;
  for (int i = 0; i < 4; ++i) motion_->x[i] = curve_of(points[i]);
  motion_->find_contacts();
}
MotionOracle::~MotionOracle() = default;

bool MotionOracle::touches() const { return !motion_->contacts.empty(); }
bool MotionOracle::is_from(double time) const {
  for (const Root& contact : motion_->contacts)
    if (contact.compare(exactly(time)) < 0) return false;
  return true;
}
bool MotionOracle::is_until(double time) const {
  for (const Root& contact : motion_->contacts)
    if (contact.compare(exactly(time)) <= 0) return true;
  return false;
}

bool MotionOracle::is_within(double limit, double time) const {
  using Point = std::array<Rational, 3>;
  std::array<Point, 4> x;
  for (int i = 0; i < 4; ++i)
    for (int axis = 0; axis < 3; ++axis) x[i][axis] = sturm::value(motion_->x[i][axis], exactly(time));
  const auto way = [](const Point& a, const Point& b) { return Point{b[0] - a[0], b[1] - a[1], b[2] - a[2]}; };
  const auto times = [](const Point& a, const Point& b) { return Rational(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]); };
  const auto perpendicular = [](const Point& a, const Point& b) {
    return Point{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const Rational most = exactly(limit) * exactly(limit);
  const auto point_near_segment = [&](int i, int j, int k) {
    const Point along = way(x[j], x[k]), to = way(x[j], x[i]);
    const Rational whole = times(along, along);
    Rational s = whole == 0 ? Rational(0) : Rational(times(to, along) / whole);
    s = s < 0 ? Rational(0) : s > 1 ? Rational(1) : s;
    const Point off = way({along[0] * s, along[1] * s, along[2] * s}, to);
    return times(off, off) <= most;
  };
  if (motion_->is_edge_edge) {
    if (point_near_segment(0, 2, 3) || point_near_segment(1, 2, 3) || point_near_segment(2, 0, 1) ||
        point_near_segment(3, 0, 1))
      return true;
    const Point a = way(x[0], x[1]), b = way(x[2], x[3]), to = way(x[0], x[2]), n = perpendicular(a, b);
    const Rational whole = times(n, n), s = times(perpendicular(to, b), n), r = times(perpendicular(to, a), n);
    return whole > 0 && s >= 0 && s <= whole && r >= 0 && r <= whole &&
           times(to, n) * times(to, n) <= Rational(most * whole);
  }
  if (point_near_segment(0, 1, 2) || point_near_segment(0, 2, 3) || point_near_segment(0, 3, 1)) return true;
  const Point n = perpendicular(way(x[1], x[2]), way(x[1], x[3]));
  for (const auto [j, k] : {std::array{1, 2}, {2, 3}, {3, 1}})
    if (times(perpendicular(way(x[0], x[j]), way(x[0], x[k])), n) < 0) return false;
  const Rational height = times(way(x[1], x[0]), n), whole = times(n, n);
  return whole > 0 && height * height <= Rational(most * whole);
}

std::string MotionOracle::fault(const FeatureContact& answer, const FeatureContactOptions& options) const {
  if (!answer.found) return touches() ? "missed" : "";
  if (!(answer.lower >= 0 && answer.lower <= answer.upper && answer.upper <= 1)) return "no bracket";
  if (!is_from(answer.lower)) return "late";
  const bool is_tight =
      answer.upper - answer.lower <= options.time_tolerance || std::nextafter(answer.lower, 2.0) >= answer.upper;
  if (!is_tight) return "wide";
  if (options.distance_tolerance > 0) {
    if (is_within(options.distance_tolerance, answer.upper)) return "";
    double longest = 0;
    for (const Curve3& x : motion_->x)
      for (const Curve& one : x)
        if (one.size() > 1) longest = std::max(longest, std::abs(static_cast<double>(one[1])));
    if (options.distance_tolerance >= 0x1p-47 * longest) return "not within the tolerance";
  }
  return is_until(answer.upper) ? "" : touches() ? "early" : "false alarm";
}

}  // namespace abut
