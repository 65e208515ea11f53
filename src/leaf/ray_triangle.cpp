#include "leaf/ray_triangle.h"

#include "math/scaled_length.h"

#include <cmath>

namespace abut {

// Bounds, with u = 2^-53, primes for computed numbers, and the largest coordinates of the direction (speed D), of a
// corner seen from the origin (reach R) and of a side (edge E). A corner a is off by c, a side by s, the direction by
// its rest q at most, per coordinate.
//
// 1. c: a corner is linear * (point - centre) + way. Difference, product and two sums cost 4.001u of the terms'
//    magnitudes, at most row_sum |point - centre|; the last sum u |a'|; the way has its own error. s: the same without
//    the way, where the terms are at most row_sum back E. 2^-1060 covers underflow.
// 2. Turns d . (a x b) = (d x a) . (b - a). A coordinate of d' x a' is off by 2 (D c + q (R + c)) + 4.1u D R and at
// most
//    2 D R (1 + 3u). The product with a side adds up three terms with three roundings each:
//      3 (E (2 D c + 2 q R + 4.1u D R) + 2 D R s) + 18.1u D R E, and second-order terms.
//    turn_scale_ takes 6.2 for 6 and 34 for 30.4, which covers those and its own roundings.
// 3. Normal: a coordinate of ab' x ac' is off by 4.1 E s + 4.2u E^2 =: k and at most 2 E^2 (1 + 3u). Hence the slope
//    d . n is off by 3 (D k + 2 q E^2) + 18.1u D E^2, the height a . n by 3 (R k + 2 E^2 c) + 18.1u R E^2.
// 4. t = height / slope: |height' / slope' - t| <= (height error + |t'| slope error) / (|slope'| - slope error).
// With D, R and E between 2^-200 and 2^200 nothing overflows, and what underflow takes is far below the surplus.
//
// A triangle that is a segment or a point has turns that add up to 0, so they are never certainly of one sign; and a
// line that meets it is in a plane with it, where all turns are 0: signs that differ rule it out, too.
struct RayTriangleTest::Seen {
  Vec3 corner, side_ab, side_ac;
  double edge;
  double turns[3];  // opposite to a corner
  bool is_certain, is_positive;
};

namespace {

constexpr double least_ordinary = 0x1p-200, most_ordinary = 0x1p200;

bool is_ordinary(double x) { return x >= least_ordinary && x <= most_ordinary; }

double largest_of(double most, const Vec3& v) {
  return std::max(std::max(most, std::abs(v.x)), std::max(std::abs(v.y), std::abs(v.z)));
}

}  // namespace

RayTriangleTest::RayTriangleTest(const LeafGeometry& geometry, const Placement& at, double reach, double back)
    : geometry_(geometry), at_(at), model_reach_(reach), is_shifted_only_(at.linear == Matrix3{}) {
  row_sum_ = is_shifted_only_ ? 1 : largest(abs(at.linear) * Vec3{1, 1, 1}) * (1 + 4 * unit_roundoff);
  side_scale_ = 4.1 * unit_roundoff * (row_sum_ * back);
}

void RayTriangleTest::set_ray(const ExactRay& ray, const RayRange& range) {
  static constexpr Placement world = Placement::identity();
  constexpr double u = unit_roundoff;
  ray_ = ray;
  range_ = range;
  if (is_shifted_only_ && at_.shift == Vec3{}) {
    way_.value = geometry_.centre - ray.origin;
    way_.error = u * largest(abs(way_.value));
  } else {
    way_ = placed_difference(at_, geometry_.centre, world, ray.origin);
  }
  const double speed = largest(abs(ray.direction)), rest = largest(abs(ray.rest));
  const double far = row_sum_ * model_reach_, reach = (largest(abs(way_.value)) + far) * (1 + 8 * u);
  const double corner_error = 4.1 * u * far + 1.1 * u * reach + 1.01 * way_.error + 0x1p-1060;
  const double normal_scale = 4.2 * side_scale_ + 4.3 * u;
  is_ordinary_ = is_ordinary(speed) && is_ordinary(reach);
  turn_scale_ = speed * (6.2 * (corner_error + reach * side_scale_) + 34 * u * reach) + 6.2 * rest * reach;
  slope_scale_ = 3.01 * (speed * normal_scale + 2.01 * rest) + 18.5 * u * speed;
  height_scale_ = 3.01 * (reach * normal_scale + 2.01 * corner_error) + 18.5 * u * reach;
  over_speed_ = 0.5 / speed;
}

bool RayTriangleTest::see(std::uint32_t triangle, const Vec3* corners, Seen& seen) const {
  if (corners) return see(corners[0], corners[1], corners[2], seen);
  return see(point(triangle, 0), point(triangle, 1), point(triangle, 2), seen);
}

bool RayTriangleTest::see(const Vec3& p, const Vec3& q, const Vec3& r, Seen& seen) const {
  Vec3 a = p - geometry_.centre, b = q - geometry_.centre, c = r - geometry_.centre;
  Vec3 ab = q - p, bc = r - q, ca = p - r;
  if (!is_shifted_only_) {
    const Matrix3& m = at_.linear;
    a = m * a, b = m * b, c = m * c;
    ab = m * ab, bc = m * bc, ca = m * ca;
  }
  a += way_.value, b += way_.value, c += way_.value;
  const double of_a = dot(abut::cross(ray_.direction, b), bc), of_b = dot(abut::cross(ray_.direction, c), ca),
               of_c = dot(abut::cross(ray_.direction, a), ab);
  const double edge = largest_of(largest_of(largest_of(0, ab), bc), ca), bound = turn_scale_ * edge;
  const double least = std::min(of_a, std::min(of_b, of_c)), most = std::max(of_a, std::max(of_b, of_c));
  const bool is_usual = is_ordinary_ && is_ordinary(edge);
  if (is_usual && least < -bound && most > bound) return false;
  seen.is_positive = least > bound;
  seen.is_certain = is_usual && (seen.is_positive || most < -bound);
  seen.corner = a, seen.side_ab = ab, seen.side_ac = -ca, seen.edge = edge;
  seen.turns[0] = of_a, seen.turns[1] = of_b, seen.turns[2] = of_c;
  return true;
}

bool RayTriangleTest::measure(const Seen& seen, RayMeeting& meeting) const {
  const double square = seen.edge * seen.edge;
  const Vec3 normal = abut::cross(seen.side_ab, seen.side_ac);
  const double slope = dot(ray_.direction, normal), height = dot(seen.corner, normal);
  const double size = std::abs(slope), slope_error = slope_scale_ * square;
  if (!(size > 2 * slope_error)) return false;
  meeting.t = height / slope;
  const double far = std::abs(meeting.t);
  meeting.t_error =
      1.001 * (height_scale_ * square + far * slope_error) / (size - slope_error) + 4 * unit_roundoff * far + 0x1p-1070;
  if (!(meeting.t_error <= 0x1p-32 * (far + seen.edge * over_speed_))) return false;
  const double whole = 1 / (seen.turns[0] + seen.turns[1] + seen.turns[2]);
  for (int i = 0; i < 3; ++i) meeting.weights[i] = seen.turns[i] * whole;
  meeting.side = seen.is_positive ? 1 : -1;
  meeting.normal = normal;
  return true;
}

std::optional<RayMeeting> RayTriangleTest::meet(std::uint32_t triangle, const Vec3* corners) {
  Seen seen;
  if (!see(triangle, corners, seen)) return std::nullopt;
  RayMeeting meeting;
  if (!seen.is_certain || !measure(seen, meeting)) return meet_exactly(triangle);
  const double low = meeting.t - meeting.t_error, high = meeting.t + meeting.t_error;
  if (high < range_.low || low > range_.high) return std::nullopt;
  // The quotient and these sums round by less than 3u |t|, of which the error holds four.
  if (low >= range_.low && high <= range_.high) return meeting;
  return meet_exactly(triangle);
}

std::optional<RayMeeting> RayTriangleTest::meet_exactly(std::uint32_t triangle) {
  ++exact_tests_;
  return exact_meeting(ray_, target(triangle), range_);
}

int RayTriangleTest::order(std::uint32_t triangle_a, const RayMeeting& a, std::uint32_t triangle_b,
                           const RayMeeting& b) {
  if (a.t + a.t_error < b.t - b.t_error) return -1;
  if (b.t + b.t_error < a.t - a.t_error) return 1;
  if (a.t_error == 0 && b.t_error == 0) return (a.t > b.t) - (a.t < b.t);
  ++exact_tests_;
  return exact_order(ray_, target(triangle_a), target(triangle_b), range_);
}

int RayTriangleTest::cross(std::uint32_t triangle, const Vec3* corners) {
  Seen seen;
  if (!see(triangle, corners, seen)) return 0;
  RayMeeting meeting;
  if (seen.is_certain && measure(seen, meeting)) {
    const double low = meeting.t - meeting.t_error, high = meeting.t + meeting.t_error;
    if (high < range_.low || low > range_.high) return 0;
    if (low > range_.low && high < range_.high) return meeting.side;
  }
  ++exact_tests_;
  return exact_crossing(ray_, target(triangle), range_);
}

RayTarget RayTriangleTest::target(std::uint32_t triangle) const {
  return {{{&point(triangle, 0), &point(triangle, 1), &point(triangle, 2)}, &at_}, geometry_.forms[triangle]};
}

Vec3 RayTriangleTest::normal(std::uint32_t triangle, const RayMeeting& meeting) const {
  // Of meetings in doubles: products of ordinary sides, so that the square neither overflows nor vanishes but for
  // slivers.
  const double square = dot(meeting.normal, meeting.normal);
  if (square >= 0x1p-900 && square <= 0x1p900) return meeting.normal * (1 / std::sqrt(square));
  if (geometry_.forms[triangle] != TriangleForm::triangle) return {};
  const Vec3& origin = point(triangle, 0);
  Vec3 ab = at_.linear * (point(triangle, 1) - origin), ac = at_.linear * (point(triangle, 2) - origin);
  ab = ab * (1 / scaled_length(ab)), ac = ac * (1 / scaled_length(ac));
  const Vec3 across = abut::cross(ab, ac);
  const double size = scaled_length(across);
  return size > 0 ? across * (1 / size) : Vec3{};
}

}  // namespace abut
