#include "leaf/ray_triangle.h"

#include "leaf/ray_triangles-inl.h"
#include "math/scaled_length.h"

#include <cmath>

namespace abut {

namespace {

using One = HWY_NAMESPACE::One<double, false>;

}  // namespace

BoundedVec3 way_to(const SeenModel& model, const Placement& at, const Vec3& origin) {
  if (!model.is_shifted_only || at.shift != Vec3{})
    return placed_difference(at, model.centre, Placement::identity(), origin);
  const Vec3 way = model.centre - origin;
  return {way, unit_roundoff * largest(abs(way))};
}

RayTriangleTest::Sight RayTriangleTest::see(std::uint32_t triangle, RayMeeting& meeting) const {
  using V = HWY_NAMESPACE::Vec3Of<One>;
  const HWY_NAMESPACE::SeenTriangles<One> seen(*sight_, V::all(point(triangle, 0)), V::all(point(triangle, 1)),
                                               V::all(point(triangle, 2)));
  if (seen.missed) return Sight::missed;
  if (!seen.certain) return Sight::doubtful;
  const HWY_NAMESPACE::MeasuredTriangles<One> measured(*sight_, seen);
  if (!measured.is_good) return Sight::doubtful;
  if (measured.outside) return Sight::missed;
  const auto& [x, y, z] = measured.normal;
  const double turns[] = {seen.turns[0].v, seen.turns[1].v, seen.turns[2].v};
  meeting = measured_meeting(measured.t.v, measured.t_error.v, turns, {x.v, y.v, z.v}, seen.is_positive);
  return measured.inside ? Sight::met : Sight::doubtful;
}

std::optional<RayMeeting> RayTriangleTest::meet(std::uint32_t triangle) {
  RayMeeting meeting;
  switch (see(triangle, meeting)) {
    case Sight::missed:
      return std::nullopt;
    case Sight::met:
      return meeting;
    case Sight::doubtful:
      break;
  }
  return meet_exactly(triangle);
}

std::optional<RayMeeting> RayTriangleTest::meet_exactly(std::uint32_t triangle) {
  ++exact_tests_;
  return exact_meeting(*ray_, target(triangle), sight_->range);
}

int RayTriangleTest::order(std::uint32_t triangle_a, const RayMeeting& a, std::uint32_t triangle_b,
                           const RayMeeting& b) {
  if (a.t + a.t_error < b.t - b.t_error) return -1;
  if (b.t + b.t_error < a.t - a.t_error) return 1;
  if (a.t_error == 0 && b.t_error == 0) return (a.t > b.t) - (a.t < b.t);
  ++exact_tests_;
  return exact_order(*ray_, target(triangle_a), target(triangle_b), sight_->range);
}

int RayTriangleTest::cross(std::uint32_t triangle) {
  RayMeeting meeting;
  const Sight sight = see(triangle, meeting);
  if (sight == Sight::missed) return 0;
  return sight == Sight::met ? cross(triangle, meeting) : cross_exactly(triangle);
}

int RayTriangleTest::cross(std::uint32_t triangle, const RayMeeting& meeting) {
  const double low = meeting.t - meeting.t_error, high = meeting.t + meeting.t_error;
  if (low > sight_->range.low && high < sight_->range.high) return meeting.side;
  return cross_exactly(triangle);
}

int RayTriangleTest::cross_exactly(std::uint32_t triangle) {
  ++exact_tests_;
  return exact_crossing(*ray_, target(triangle), sight_->range);
}

RayTarget RayTriangleTest::target(std::uint32_t triangle) const {
  return {{{&point(triangle, 0), &point(triangle, 1), &point(triangle, 2)}, &at_}, geometry_.forms[triangle]};
}

RayMeeting RayMeetings::meeting(int lane) const {
  return measured_meeting(t[lane], t_error[lane], {turns[0][lane], turns[1][lane], turns[2][lane]},
                          {normal[0][lane], normal[1][lane], normal[2][lane]}, is_positive >> lane & 1);
}

RayMeeting measured_meeting(double t, double t_error, const double (&turns)[3], const Vec3& normal, bool is_positive) {
  RayMeeting meeting{t, t_error, {}, is_positive ? 1 : -1, normal};
  const double whole = 1 / (turns[0] + turns[1] + turns[2]);
  for (int i = 0; i < 3; ++i) meeting.weights[i] = turns[i] * whole;
  return meeting;
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
