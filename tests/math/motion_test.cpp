// Motions against the curves that their definition gives in 50 digits.

#include "math/motion_data.h"
#include "math/random.h"
#include <abut/error.h>
#include <abut/motion.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

namespace abut {
namespace {

using Big = boost::multiprecision::cpp_bin_float_50;

struct BigVec {
  Big x, y, z;
};
BigVec big(const Vec3& v) { return {v.x, v.y, v.z}; }
BigVec operator+(const BigVec& a, const BigVec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
BigVec operator-(const BigVec& a, const BigVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
BigVec operator*(const BigVec& a, const Big& s) { return {a.x * s, a.y * s, a.z * s}; }
Big dot(const BigVec& a, const BigVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
BigVec cross(const BigVec& a, const BigVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Big length(const BigVec& a) { return sqrt(dot(a, a)); }
BigVec image(const Matrix3& m, const BigVec& v) {
  return {m(0, 0) * v.x + m(0, 1) * v.y + m(0, 2) * v.z, m(1, 0) * v.x + m(1, 1) * v.y + m(1, 2) * v.z,
          m(2, 0) * v.x + m(2, 1) * v.y + m(2, 2) * v.z};
}
BigVec image(const Placement& at, const BigVec& p) { return image(at.linear, p) + big(at.shift); }
/// v turned about the axis.
BigVec turned(const BigVec& v, const BigVec& axis, const Big& angle) {
  const BigVec u = axis * (1 / length(axis));
  return v * cos(angle) + cross(u, v) * sin(angle) + u * (dot(u, v) * (1 - cos(angle)));
}
/// v turned by a quaternion of any length.
BigVec turned(const BigVec& v, const Quaternion& q) {
  const Big w = q.w, n = w * w + dot(big(q.v), big(q.v));
  const BigVec u = big(q.v);
  return (v * (w * w - dot(u, u)) + u * (2 * dot(u, v)) + cross(u, v) * (2 * w)) * (1 / n);
}
BigVec turned_back(const BigVec& v, const Quaternion& q) { return turned(v, conjugate(q)); }

/// The curve between two placements by its definition, with another way to find the origin's place: about the screw's
/// axis itself.
class Curve {
 public:
  Curve(const Placement& from, const Placement& to) : from_(from), to_(to) {
    start_ = nearest_turn(from.linear), end_ = nearest_turn(to.linear);
    const Quaternion &p = end_.quaternion, &q = start_.quaternion;
    Big w = Big(p.w) * q.w + dot(big(p.v), big(q.v));
    axis_ = big(p.v) * Big(q.w) - big(q.v) * Big(p.w) - cross(big(p.v), big(q.v));
    if (w < 0) w = -w, axis_ = axis_ * Big(-1);
    angle_ = 2 * atan2(length(axis_), w);
  }
  BigVec direction(const BigVec& v, const Big& part) const {
    const BigVec first = turned_back(image(from_.linear, v), start_.quaternion),
                 last = turned_back(image(to_.linear, v), end_.quaternion);
    return turned(turned(first * (1 - part) + last * part, start_.quaternion), axis_, part * angle_);
  }
  BigVec screw(const BigVec& p, const Big& part) const { return direction(p, part) + origin(part); }
  BigVec slerp(const BigVec& p, const BigVec& straight, const Big& part) const {
    return direction(p - straight, part) + image(from_, straight) * (1 - part) + image(to_, straight) * part;
  }

 private:
  BigVec origin(const Big& part) const {
    const BigVec p = big(from_.shift), way = big(to_.shift) - p, u = axis_ * (1 / length(axis_));
    const BigVec along = u * dot(u, way), across = way - along;
    // The centre c of the turn in the plane across: (turn - 1) (p - c) = across.
    const BigVec middle = across * Big(0.5), arm = cross(u, across) * (1 / (2 * tan(angle_ / 2)));
    const BigVec from_centre = (middle + arm) * Big(-1);
    return p - from_centre + turned(from_centre, axis_, part * angle_) + along * part;
  }

  Placement from_, to_;
  NearestTurn start_, end_;
  BigVec axis_;
  Big angle_;
};

Placement rounded(Placement at, double step) {
  for (double& entry : at.linear.entries) entry = step * std::nearbyint(entry / step);
  return at;
}

/// Placements of all kinds that a motion takes.
std::vector<std::pair<Placement, Placement>> ends() {
  Random random(5);
  std::vector<std::pair<Placement, Placement>> result;
  for (int i = 0; i < 60; ++i) {
    const double size = std::array{1.0, 1e-6, 1e8}[i % 3];
    Placement from = random.rotation(random.in_cube(size)), to = random.rotation(random.in_cube(size));
    if (i % 5 == 1) from = rounded(from, 1e-6), to = rounded(to, 1e-6);
    if (i % 5 == 2) from = rounded(from, 0x1p-24), to = rounded(to, 0x1p-24);
    if (i % 5 == 3) to = {random.rotation().linear * 1.0, to.shift};
    if (i % 5 == 4)
      to = Placement::rotation(1, 1e-9 * random.unit(), 1e-9, 0, from.shift + random.in_cube(size)) *
           Placement{from.linear, {}};
    if (i % 7 == 6) from.linear = from.linear * -1, to.linear = to.linear * -1;
    result.push_back({from, to});
  }
  return result;
}

TEST(Motion, IsNearTheCurveThatItsDefinitionGives) {
  Random random(2);
  for (const auto& [from, to] : ends()) {
    const Curve curve(from, to);
    const Vec3 straight = random.in_cube(2);
    const MotionPiece screw = MotionPiece::screw(from, to, {2, 5}),
                      slerp = MotionPiece::slerp(from, to, straight, {2, 5});
    for (int i = 0; i < 20; ++i) {
      const double time = random.between(2, 5);
      const Big part = (Big(time) - 2) / 3;
      const Vec3 p = random.in_cube(1);
      const auto off = [&](const MotionPiece& piece, const BigVec& real) {
        const double allowed = piece.linear_error() * length(p) + piece.shift_error();
        EXPECT_LE(length(image(piece.state(time).at, big(p)) - real), allowed);
      };
      off(screw, curve.screw(big(p), part));
      off(slerp, curve.slerp(big(p), big(straight), part));
    }
  }
}

TEST(Motion, HasTheVelocityOfItsCurve) {
  for (const auto& [from, to] : ends()) {
    const Vec3 p{0.3, -0.2, 0.7};
    for (const MotionPiece& piece : {MotionPiece::screw(from, to, {0, 1}), MotionPiece::slerp(from, to, p, {0, 1}),
                                     MotionPiece::screw(from, {p, to.shift, 9, 2}, {0, 1})}) {
      const double step = 1e-5;
      const MotionState state = piece.state(0.4);
      const Vec3 q{1, 2, 3};
      const Vec3 moved = (piece.state(0.4 + step).at * q - piece.state(0.4 - step).at * q) * (0.5 / step);
      const double size = length(state.velocity) + length(state.spin) * 4 + 1e-9 * length(state.at.shift);
      EXPECT_LE(length(moved - state.velocity_at(state.at * q)), 1e-3 * size + 1e-10 / step * length(state.at.shift));
    }
  }
}

TEST(Motion, IsExactlyTheGivenPlacementsAtItsEndsAndKnots) {
  std::vector<TimedPlacement> knots;
  Random random(3);
  for (int i = 0; i < 6; ++i) knots.push_back({i * 1.5, rounded(random.rotation(random.in_cube(5)), 1e-6)});
  for (const Way way : {Way::screw, Way::slerp}) {
    const Motion motion = Motion::through(knots, way);
    EXPECT_EQ(motion.during().end, 7.5);
    for (const TimedPlacement& knot : knots) EXPECT_EQ(motion.at(knot.time), knot.at);
  }
}

TEST(Motion, StaysInItsEnclosures) {
  Random random(4);
  const auto expect_inside = [](const PlacementRange& range, const Placement& at) {
    for (int i = 0; i < 9; ++i) {
      EXPECT_LE(range.low.linear.entries[i], at.linear.entries[i]);
      EXPECT_GE(range.high.linear.entries[i], at.linear.entries[i]);
    }
    for (int i = 0; i < 3; ++i) {
      EXPECT_LE(range.low.shift[i], at.shift[i]);
      EXPECT_GE(range.high.shift[i], at.shift[i]);
    }
  };
  for (const auto& [from, to] : ends()) {
    const auto turning = [start = from](double time) {
      return Placement::rotation(1, 0, 0, time, start.shift) * Placement{start.linear, {}};
    };
    for (const Motion& motion : {Motion::screw(from, to), Motion::slerp(from, to, {1, 2, 3}),
                                 Motion::straight(from, {1, 2, 3}), Motion::screw(from, {{1, 2, 3}, {1, 1, 1}, 20, 3}),
                                 Motion::of(turning, {.linear = 0, .angular = 2, .about = {}})}) {
      const double begin = random.unit(), end = random.between(begin, 1);
      const PlacementRange range = motion.enclosure(begin, end);
      for (int i = 0; i <= 20; ++i) expect_inside(range, motion.at(std::min(end, begin + (end - begin) * i / 20)));
    }
  }
}

TEST(Motion, TurnsByWholeTurnsAboutAnAxis) {
  const Motion motion = Motion::screw({}, {{1, 0, 0}, {0, 0, 2}, 4 * 0x1.921fb54442d18p+1, 3});
  const Vec3 half = motion.at(0.125) * Vec3{0, 0, 0};
  EXPECT_NEAR(half.x, 1, 1e-12);
  EXPECT_NEAR(half.y, -1, 1e-12);
  EXPECT_NEAR(half.z, 0.375, 1e-12);
  const Vec3 end = motion.at(1) * Vec3{5, 0, 0};
  EXPECT_NEAR(end.x, 5, 1e-12);
  EXPECT_NEAR(end.z, 3, 1e-12);
}

TEST(Motion, RefusesWhatIsNoMotion) {
  const Placement half_turn = Placement::rotation(0, 0, 0, 1);
  Placement scaled;
  scaled.linear = scaled.linear * 1.01;
  EXPECT_THROW(Motion::screw({}, half_turn), Error);
  EXPECT_THROW(Motion::screw({}, rounded(Placement::rotation(1e-7, 0, 0, 1), 1e-6)), Error);
  EXPECT_THROW(Motion{scaled}, Error);
  EXPECT_THROW(Motion::screw({}, scaled), Error);
  EXPECT_THROW(Motion::screw({}, Placement{Matrix3{} * -1.0, {}}), Error);
  EXPECT_THROW(Motion::straight({}, {1, 0, 0}, {1, 1}), Error);
  EXPECT_THROW(Motion::screw({}, Screw{{}, {0, 0, 0}, 1, 0}), Error);
  EXPECT_THROW(Motion::screw({}, Screw{{}, {0, 0, 1}, 1e9, 0}), Error);
  // What is not a number went unnoticed in the last coordinate.
  for (int i = 0; i < 3; ++i) {
    Vec3 bad{1, 1, 1};
    bad[i] = std::nan("");
    EXPECT_THROW(Motion::screw({}, Screw{bad, {0, 0, 1}, 1, 0}), Error) << i;
    EXPECT_THROW(Motion::screw({}, Screw{{}, bad, 1, 0}), Error) << i;
    EXPECT_THROW(Motion::slerp({}, {}, bad), Error) << i;
  }
  EXPECT_THROW(Motion::through(std::array{TimedPlacement{0, {}}}), Error);
  EXPECT_THROW(Motion::through(std::array{TimedPlacement{0, {}}, TimedPlacement{0, {}}}), Error);
  EXPECT_THROW(Motion::of({}, {}), Error);
  EXPECT_THROW(Motion::of([](double) { return Placement{}; }, {.linear = -1, .angular = 0, .about = {}}), Error);
  EXPECT_THROW(Motion::straight({}, {1, 0, 0}).at(1.5), Error);
  EXPECT_THROW(Motion::straight({}, {1, 0, 0}).enclosure(0.5, 0.2), Error);
}

}  // namespace
}  // namespace abut
