// Chains of joints against their definition in 50 digits.

#include "robot/chain_motion.h"

#include "math/motion_data.h"
#include "math/random.h"
#include "math/sine.h"
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/first_contact.h>
#include <abut/shapes.h>

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
Big size(const BigVec& a) { return sqrt(dot(a, a)); }
BigVec image(const Placement& at, const BigVec& p) {
  const Matrix3& m = at.linear;
  return BigVec{m(0, 0) * p.x + m(0, 1) * p.y + m(0, 2) * p.z, m(1, 0) * p.x + m(1, 1) * p.y + m(1, 2) * p.z,
                m(2, 0) * p.x + m(2, 1) * p.y + m(2, 2) * p.z} +
         big(at.shift);
}
/// v turned about an axis of any length.
BigVec turned(const BigVec& v, const BigVec& axis, const Big& angle) {
  const Big norm = size(axis);
  if (norm == 0) return v;
  const BigVec u = axis * (1 / norm);
  return v * cos(angle) + cross(u, v) * sin(angle) + u * (dot(u, v) * (1 - cos(angle)));
}

struct Chain {
  Placement base, tail;
  std::vector<ChainStep> steps;

  ChainMotion motion() const { return ChainMotion(base, steps, tail); }
  /// Where a model point is on the real curve.
  BigVec place(const BigVec& point, const Big& time) const {
    BigVec p = image(tail, point);
    for (std::size_t i = steps.size(); i-- > 0;) {
      const ChainStep& step = steps[i];
      const Big value = step.from + (Big(step.to) - step.from) * time;
      p = step.turns ? turned(p, big(step.axis), value) : p + big(step.axis) * value;
      p = image(step.before, p);
    }
    return image(base, p);
  }
};

Chain random_chain(Random& random, int count, double most) {
  Chain chain;
  chain.base = random.rotation(random.in_cube(2));
  for (int i = 0; i < count; ++i) {
    ChainStep step{random.rotation(random.in_cube(0.4)), random.direction(), random.chance(0.75)};
    step.from = random.between(-3, 3);
    step.to = step.from + random.between(-most, most);
    chain.steps.push_back(step);
  }
  chain.tail = random.rotation(random.in_cube(0.2));
  return chain;
}

/// Where the rigid motion of a state carries what is at x, after a time: velocities without their straight part turn
/// with the spin.
BigVec carried(const MotionState& state, const BigVec& x, const Big& after) {
  const BigVec w = big(state.spin), straight = big(state.straight);
  const BigVec around = cross(w, x - big(state.point)) + big(state.velocity) - straight;
  const BigVec lifted = (big(state.lift) + cross(big(state.spin_change), x - big(state.point))) * (after * after / 2);
  const Big rate = size(w);
  if (rate == 0) return x + (straight + around) * after + lifted;
  const BigVec u = w * (1 / rate), along = u * dot(u, around), across = around - along;
  const Big angle = rate * after;
  return x + (straight + along) * after + across * (sin(angle) / rate) + cross(u, across) * ((1 - cos(angle)) / rate) +
         lifted;
}

struct Check {
  double worst = 0;  // of what is found over what is promised
  double most = 0;   // the largest promise
};

/// Points of a ball over a cell of time, against the extent there.
Check check_extent(const Chain& chain, Random& random, double half, double radius) {
  Check check;
  const ChainMotion motion = chain.motion();
  const Vec3 centre = random.in_cube(0.3);
  const double middle = random.between(half, 1 - half);
  const MovingExtent extent = motion.extent(middle, half, centre, radius);
  check.most = extent.stray;
  for (int i = 0; i < 24; ++i) {
    const Vec3 point = centre + random.direction() * (i % 3 == 0 ? 0 : radius * (i % 2 == 0 ? 1 : random.unit()));
    const double after = (i < 8 ? half : random.between(-half, half)) * (i % 2 == 0 ? 1 : -1);
    const BigVec at = chain.place(big(point), Big(middle) + after),
                 expected = carried(extent.state, image(extent.state.at, big(point)), after);
    check.worst = std::max(check.worst, static_cast<double>(size(at - expected)) / extent.stray);
  }
  return check;
}

TEST(ChainMotion, PlacesModelsWhereTheirJointsCarryThem) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Chain chain = random_chain(random, static_cast<int>(random.below(12)), 3);
    const ChainMotion motion = chain.motion();
    for (const double time : {0.0, 1.0, random.unit(), random.unit()}) {
      const Placement at = motion.at(time);
      const MovingExtent extent = motion.extent(time, 0, {}, 1);
      const Vec3 point = random.direction();
      const BigVec real = chain.place(big(point), time);
      EXPECT_LE(size(image(at, big(point)) - real), Big(motion.error({}, 1) / 2)) << i;
      EXPECT_LE(size(image(extent.state.at, big(point)) - real), Big(motion.error({}, 1) / 2)) << i;
    }
  }
}

TEST(ChainMotion, EndsExactlyWhereItsNumbersDo) {
  Random random(2);
  const Chain chain = random_chain(random, 7, 2);
  Chain last = chain, first = chain;
  for (ChainStep& step : last.steps) step.from = step.to;
  for (ChainStep& step : first.steps) step.to = step.from;
  EXPECT_EQ(chain.motion().at(1), last.motion().at(0));
  EXPECT_EQ(chain.motion().at(0), first.motion().at(1));
}

TEST(ChainMotion, CarriesABallNoFartherThanItsStrayFromARigidMotion) {
  Random random(3);
  double worst = 0;
  for (int i = 0; i < 250; ++i) {
    const Chain chain = random_chain(random, static_cast<int>(1 + random.below(9)), 1.5);
    const double half = std::ldexp(0.5, -static_cast<int>(random.below(9)));
    const Check check = check_extent(chain, random, half, random.between(0, 0.5));
    EXPECT_LE(check.worst, 1) << "chain " << i << ", half " << half;
    worst = std::max(worst, check.worst);
  }
  EXPECT_GT(worst, 0.4);
}

TEST(ChainMotion, KnowsItsSpeed) {
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const Chain chain = random_chain(random, static_cast<int>(1 + random.below(9)), 1.5);
    const ChainMotion motion = chain.motion();
    const Vec3 centre = random.in_cube(0.3), point = centre + random.direction() * 0.25;
    const double time = random.between(0, 0.9), step = 0x1p-10;
    const Big way = size(chain.place(big(point), Big(time) + step) - chain.place(big(point), time));
    EXPECT_LE(way, Big(motion.speed(centre, 0.25) * step));
  }
}

TEST(ChainMotion, HoldsAllPlacementsOfATimeInItsEnclosure) {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const Chain chain = random_chain(random, static_cast<int>(1 + random.below(9)), 1.5);
    const Motion motion = motion_on(std::make_unique<ChainMotion>(chain.motion()));
    const double from = random.unit(), to = random.between(from, 1);
    const PlacementRange range = motion.enclosure(from, to);
    for (const double time : {from, to, random.between(from, to)}) {
      const Placement at = motion.at(time);
      const BigVec origin = chain.place({0, 0, 0}, time);
      for (int k = 0; k < 3; ++k) {
        const Big shift = k == 0 ? origin.x : k == 1 ? origin.y : origin.z;
        EXPECT_TRUE(range.low.shift[k] <= shift && shift <= range.high.shift[k]);
        EXPECT_TRUE(range.low.shift[k] <= at.shift[k] && at.shift[k] <= range.high.shift[k]);
      }
      for (std::size_t k = 0; k < 9; ++k)
        EXPECT_TRUE(range.low.linear.entries[k] <= at.linear.entries[k] &&
                    at.linear.entries[k] <= range.high.linear.entries[k]);
    }
  }
}

TEST(ChainMotion, TakesBasesThatMirrorOrAreRounded) {
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    Chain chain = random_chain(random, static_cast<int>(1 + random.below(7)), 1.5);
    if (i % 2 == 0) chain.base.linear = chain.base.linear * Matrix3{{-1, 0, 0, 0, 1, 0, 0, 0, 1}};
    if (i % 3 == 0)
      for (double& entry : chain.base.linear.entries) entry = static_cast<double>(static_cast<float>(entry));
    if (i % 3 == 1)
      for (double& entry : chain.base.linear.entries) entry += random.between(-1e-4, 1e-4);
    if (i % 5 == 1)
      for (double& entry : chain.tail.linear.entries) entry += random.between(-1e-4, 1e-4);
    if (i % 7 == 1) chain.tail.linear = chain.tail.linear * -1;
    const double half = std::ldexp(0.5, -static_cast<int>(random.below(9)));
    EXPECT_LE(check_extent(chain, random, half, random.between(0, 0.5)).worst, 1) << "chain " << i << ", half " << half;
  }
}

TEST(ChainMotion, CountsArmsThatGrowDuringTheTime) {
  // A folded arm unfolds: in the middle of the time the hand is on the axis of the shoulder.
  Chain chain;
  chain.steps = {{{}, {0, 0, 1}, true, 0, 2},
                 {Placement::translation({1, 0, 0}), {0, 0, 1}, true, 2.1415926, 4.1415926}};
  chain.tail = Placement::translation({1, 0, 0});
  Random random(7);
  for (const double half : {0.5, 0.25, 0.125, 0.01})
    for (int i = 0; i < 20; ++i) EXPECT_LE(check_extent(chain, random, half, 0.01).worst, 1) << half;
}

TEST(ChainMotion, HasNoStrayButRoundingWhereItSlides) {
  Chain chain;
  chain.steps = {{{}, {0.6, 0.8, 0}, false, 0, 3}, {Placement::translation({1, 0, 0}), {0, 0, 1}, false, 1, -1}};
  EXPECT_LT(chain.motion().extent(0.5, 0.5, {}, 1).stray, 1e-10);
}

TEST(ChainMotion, RefusesAnglesBeyondMeasure) {
  const ChainStep step{{}, {0, 0, 1}, true, 0, 2e6};
  EXPECT_THROW(ChainMotion({}, std::span(&step, 1), {}), Error);
}

TEST(ChainMotion, WithOneJointMeetsWhenTheScrewDoes) {
  const Model hand(shapes::box({0.3, 0.1, 0.1})), wall(shapes::box({0.2, 0.2, 0.2}));
  Random random(8);
  int contacts = 0;
  for (int i = 0; i < 400; ++i) {
    const Placement before = random.rotation(random.in_cube(0.5)), tail = random.rotation({1, 0, 0}),
                    at_wall = random.rotation(random.direction() * 1.1);
    const double from = random.between(-3, 3), to = from + random.between(-3, 3);
    const Vec3 axis = random.direction();
    const ChainStep step{before, axis, true, from, to};
    const Motion chain = motion_on(std::make_unique<ChainMotion>(Placement{}, std::span(&step, 1), tail));
    const Motion screw = Motion::screw(chain.at(0), Screw{before.shift, before.linear * axis, to - from});
    const MovingContact one = first_contact(hand, chain, wall, at_wall),
                        other = first_contact(hand, screw, wall, at_wall);
    EXPECT_EQ(one.verdict, other.verdict) << i;
    if (one.verdict != MotionVerdict::contact || other.verdict != MotionVerdict::contact) continue;
    ++contacts;
    EXPECT_LE(one.lower, other.upper + 1e-9) << i;
    EXPECT_LE(other.lower, one.upper + 1e-9) << i;
  }
  EXPECT_GT(contacts, 20);
}

TEST(ChainMotion, MeetsNoLaterThanSamplesDo) {
  const Model hand(shapes::torus(0.25, 0.1, 12, 8)), wall(shapes::box({0.3, 0.2, 0.1}));
  Random random(9);
  int contacts = 0, clear = 0;
  for (int i = 0; i < 160; ++i) {
    const Chain chain = random_chain(random, 5, 1);
    Chain other = random_chain(random, 2, 1);
    other.base = chain.base;
    const Motion a = motion_on(std::make_unique<ChainMotion>(chain.motion())),
                 b = i % 2 == 0 ? motion_on(std::make_unique<ChainMotion>(other.motion()))
                                : Motion(random.rotation(chain.base.shift));
    const MovingContact found = first_contact(hand, a, wall, b);
    ASSERT_NE(found.verdict, MotionVerdict::undecided) << i;
    (found.verdict == MotionVerdict::contact ? contacts : clear)++;
    for (int k = 0; k <= 200; ++k) {
      const double time = k / 200.0;
      if (found.lower > time) {
        EXPECT_FALSE(touches(hand, a.at(time), wall, b.at(time))) << i << " at " << time;
      }
    }
    if (found.verdict == MotionVerdict::contact) {
      EXPECT_TRUE(within(hand, a.at(found.upper), wall, b.at(found.upper), found.tolerance)) << i;
      EXPECT_LE(found.upper - found.lower, 1e-6) << i;
    }
  }
  EXPECT_GT(contacts, 10);
  EXPECT_GT(clear, 5);
}

}  // namespace
}  // namespace abut
