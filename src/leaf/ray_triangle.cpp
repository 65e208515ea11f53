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
//    the way. 2^-1060 covers underflow.
// 2. Turns d . (a x b) = (d x a) . (b - a). A coordinate of d' x a' is off by 2 (D c + q (R + c)) + 4.1u D R and at most
//    2 D R (1 + 3u). The product with a side adds up three terms with three roundings each:
//      3 (E (2 D c + 2 q R + 4.1u D R) + 2 D R s) + 18.1u D R E, and second-order terms.
//    turn_bound takes 6.2 for 6 and 34 for 30.4, which covers those and its own roundings.
// 3. Normal: a coordinate of ab' x ac' is off by 4.1 E s + 4.2u E^2 =: k and at most 2 E^2 (1 + 3u). Hence the slope
//    d . n is off by 3 (D k + 2 q E^2) + 18.1u D E^2, the height a . n by 3 (R k + 2 E^2 c) + 18.1u R E^2.
// 4. t = height / slope: |height' / slope' - t| <= (height error + |t'| slope error) / (|slope'| - slope error).
// With D, R and E between 2^-200 and 2^200 nothing overflows, and what underflow takes is far below the surplus.
struct RayTriangleTest::Seen {
  Vec3 corners[3], sides[3];  // sides from a corner to the next
  double edge, reach, side_error, corner_error;

  bool is_ordinary(double speed) const {
    constexpr double least = 0x1p-200, most = 0x1p200;
    return std::min(std::min(edge, reach), speed) >= least && std::max(std::max(edge, reach), speed) <= most;
  }
};

struct RayTriangleTest::Turns {
  double of[3];  // opposite to a corner
  bool positive, negative, unsure;
};

RayTriangleTest::RayTriangleTest(const LeafGeometry& geometry, const Placement& at)
    : geometry_(geometry), at_(at), is_shifted_only_(at.linear == Matrix3{}) {
  const Matrix3 sizes = abs(at.linear);
  row_sum_ = largest(sizes * Vec3{1, 1, 1}) * (1 + 4 * unit_roundoff);
}

void RayTriangleTest::set_ray(const ExactRay& ray, const RayRange& range) {
  static constexpr Placement world = Placement::identity();
  ray_ = ray;
  range_ = range;
  speed_ = largest(abs(ray.direction));
  rest_ = largest(abs(ray.rest));
  if (at_ == world) {
    way_.value = geometry_.centre - ray.origin;
    way_.error = unit_roundoff * largest(abs(way_.value));
  } else {
    way_ = placed_difference(at_, geometry_.centre, world, ray.origin);
  }
}

void RayTriangleTest::see(std::uint32_t triangle, Seen& seen) const {
  const Triangle& t = geometry_.triangles[triangle];
  const Vec3 points[3] = {geometry_.points[t[0]], geometry_.points[t[1]], geometry_.points[t[2]]};
  Vec3 far, along, reach, edge;
  for (int i = 0; i < 3; ++i) {
    const Vec3 from_centre = points[i] - geometry_.centre, side = points[i == 2 ? 0 : i + 1] - points[i];
    far = max(far, abs(from_centre)), along = max(along, abs(side));
    seen.corners[i] = (is_shifted_only_ ? from_centre : at_.linear * from_centre) + way_.value;
    seen.sides[i] = is_shifted_only_ ? side : at_.linear * side;
    reach = max(reach, abs(seen.corners[i])), edge = max(edge, abs(seen.sides[i]));
  }
  seen.reach = largest(reach), seen.edge = largest(edge);
  seen.corner_error = 4.1 * unit_roundoff * (row_sum_ * largest(far)) + 1.1 * unit_roundoff * seen.reach +
                      1.01 * way_.error + 0x1p-1060;
  seen.side_error = 4.1 * unit_roundoff * (row_sum_ * largest(along)) + 0x1p-1060;
}

RayTriangleTest::Turns RayTriangleTest::turns_of(const Seen& seen) const {
  const double bound =
      speed_ * (6.2 * (seen.edge * seen.corner_error + seen.reach * seen.side_error) +
                34 * unit_roundoff * (seen.reach * seen.edge)) +
      6.2 * rest_ * (seen.reach * seen.edge);
  Turns turns;
  for (int i = 0; i < 3; ++i) {
    const int from = i == 2 ? 0 : i + 1;
    turns.of[i] = dot(abut::cross(ray_.direction, seen.corners[from]), seen.sides[from]);
  }
  const double least = std::min(turns.of[0], std::min(turns.of[1], turns.of[2]));
  const double most = std::max(turns.of[0], std::max(turns.of[1], turns.of[2]));
  turns.positive = most > bound, turns.negative = least < -bound;
  turns.unsure = !(least > bound) && !(most < -bound);
  return turns;
}

bool RayTriangleTest::measure(const Seen& seen, const Turns& turns, RayMeeting& meeting) const {
  const double square = seen.edge * seen.edge;
  const Vec3 normal = abut::cross(seen.sides[0], -seen.sides[2]);
  const double normal_error = 4.2 * seen.edge * seen.side_error + 4.3 * unit_roundoff * square;
  const double slope = dot(ray_.direction, normal), height = dot(seen.corners[0], normal);
  const double slope_error =
      3.01 * (speed_ * normal_error + 2.01 * rest_ * square) + 18.5 * unit_roundoff * speed_ * square;
  const double height_error = 3.01 * (seen.reach * normal_error + 2.01 * square * seen.corner_error) +
                              18.5 * unit_roundoff * seen.reach * square;
  if (!(std::abs(slope) > 2 * slope_error)) return false;
  meeting.t = height / slope;
  const double size = std::abs(meeting.t);
  meeting.t_error = 1.001 * (height_error + size * slope_error) / (std::abs(slope) - slope_error) +
                    4 * unit_roundoff * size + 0x1p-1070;
  if (!(meeting.t_error <= 0x1p-41 * (size + seen.edge / (2 * speed_)))) return false;
  const double whole = 1 / (turns.of[0] + turns.of[1] + turns.of[2]);
  for (int i = 0; i < 3; ++i) meeting.weights[i] = turns.of[i] * whole;
  meeting.side = turns.positive ? 1 : -1;
  meeting.normal = normal;
  return true;
}

std::optional<RayMeeting> RayTriangleTest::meet(std::uint32_t triangle) {
  if (geometry_.forms[triangle] != TriangleForm::triangle) return meet_exactly(triangle);
  Seen seen;
  see(triangle, seen);
  if (!seen.is_ordinary(speed_)) return meet_exactly(triangle);
  const Turns turns = turns_of(seen);
  if (turns.positive && turns.negative) return std::nullopt;
  RayMeeting meeting;
  if (turns.unsure || !measure(seen, turns, meeting)) return meet_exactly(triangle);
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

int RayTriangleTest::cross(std::uint32_t triangle) {
  if (geometry_.forms[triangle] != TriangleForm::triangle) return 0;
  Seen seen;
  see(triangle, seen);
  if (seen.is_ordinary(speed_)) {
    const Turns turns = turns_of(seen);
    if (turns.positive && turns.negative) return 0;
    RayMeeting meeting;
    if (!turns.unsure && measure(seen, turns, meeting)) {
      const double low = meeting.t - meeting.t_error, high = meeting.t + meeting.t_error;
      if (high < range_.low || low > range_.high) return 0;
      if (low > range_.low && high < range_.high) return meeting.side;
    }
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
