#include "assembly/way_box.h"
#include "math/random.h"
#include "support/placement_families.h"
#include "with_clearance.h"
#include <abut/clash.h>
#include <abut/first_contact.h>
#include <abut/shapes.h>

#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut {

namespace {

/// Turns of 3-4-5 triangles, exact up to a rounding, and none.
const std::vector<Placement> all_turned{{},
                                        {Matrix3::from_rows({0.6, -0.8, 0}, {0.8, 0.6, 0}, {0, 0, 1}), {1000, -3, 7}}};

/// Two parts, the second of which moves through placements, one per step.
struct Passage {
  Assembly assembly;
  AssemblyMotion motion;

  Passage(const Mesh& still, const Mesh& moving, const std::vector<Placement>& way, const Placement& all = {}) {
    assembly.add("still", Model(still), all);
    assembly.add("moving", Model(moving), all * way[0]);
    motion = at_rest(assembly);
    for (std::size_t step = 1; step < way.size(); ++step) {
      motion.times.push_back(static_cast<double>(step));
      motion.place(step, 1, all * way[step]);
    }
  }
  ClashReport check(double clearance = 0, const ClashOptions& options = {}) const {
    return find_clashes(assembly, motion, with_clearance(clearance), options);
  }
};

Placement about_z(double degrees, const Vec3& shift = {}) {
  const double half = degrees * std::numbers::pi / 360;
  return Placement::rotation(std::cos(half), 0, 0, std::sin(half), shift);
}

/// Contacts are told within 2^-40 of the sizes, or of the distance from the origin: `slack` is how early that may be.
void expect_within(const Bracket& bracket, double value, double width, double slack = 0x1p-30) {
  EXPECT_LE(bracket.lower, value + slack);
  EXPECT_GE(bracket.upper, value - slack);
  EXPECT_LE(bracket.upper - bracket.lower, width);
}

}  // namespace

TEST(BetweenSteps, ABulletThatPassesAThinPlateIsFound) {
  for (const Placement& all : all_turned) {
    const Passage passage(shapes::box({5, 5, 0x1p-7}), shapes::box({0.125, 0.125, 0.125}),
                          {Placement::translation({0, 0, 6}), Placement::translation({0, 0, 3}),
                           Placement::translation({0, 0, -3}), Placement::translation({0, 0, -6})},
                          all);
    EXPECT_TRUE(passage.check(0, {.between_steps = false}).findings.empty());
    const ClashReport report = passage.check();
    ASSERT_EQ(report.findings.size(), 1u);
    const ClashFinding& finding = report.findings[0];
    EXPECT_EQ(finding.kind, ClashKind::clash);
    EXPECT_TRUE(finding.is_between_steps);
    EXPECT_EQ(finding.worst_step, 1u);
    EXPECT_NEAR(finding.worst_time, 1.5, 1e-4);
    EXPECT_GT(finding.contacts, 0u);
    EXPECT_TRUE(finding.spans.empty());
    ASSERT_EQ(finding.intervals.size(), 1u);
    EXPECT_EQ(finding.intervals[0].kind, ClashKind::clash);
    expect_within(finding.intervals[0].begin, 1 + (3 - 0.125 - 0x1p-7) / 6, 2e-6);
    expect_within(finding.intervals[0].end, 1 + (3 + 0.125 + 0x1p-7) / 6, 2e-6);
    EXPECT_EQ(finding.least.distance.upper, 0);
    EXPECT_TRUE(report.undecided.empty());
    EXPECT_TRUE(report.unknown_ways.empty());
  }
}

TEST(BetweenSteps, AContactAtStepsBeginsAndEndsBetweenThem) {
  for (const Placement& all : all_turned) {
    std::vector<Placement> way;
    for (int step = 0; step <= 8; ++step) way.push_back(Placement::translation({2.1 - 0.5 * step, 0, 0.01}));
    const ClashReport report = Passage(shapes::box({0.5, 1, 1}), shapes::box({0.25, 0.5, 0.5}), way, all).check();
    ASSERT_EQ(report.findings.size(), 1u);
    ASSERT_EQ(report.findings[0].intervals.size(), 1u);
    const ClashInterval& interval = report.findings[0].intervals[0];
    expect_within(interval.begin, (2.1 - 0.75) / 0.5, 1e-5);
    expect_within(interval.end, (2.1 + 0.75) / 0.5, 1e-5);
    EXPECT_FALSE(report.findings[0].is_between_steps);
  }
}

TEST(BetweenSteps, AnArmThatTurnsReachesWhatItsChordDoesNot) {
  // The tip passes x = y = 4.9 / sqrt 2 on its way; the chord between the steps stays within 5 / sqrt 2 of the centre.
  const Mesh arm = transformed(shapes::box({2.5, 0.05, 0.05}), Placement::translation({2.5, 0, 0}));
  const Mesh pin =
      transformed(shapes::box({0.01, 0.01, 1}), Placement::translation({4.9 / std::sqrt(2), 4.9 / std::sqrt(2), 0}));
  const ClashReport report = Passage(pin, arm, {about_z(0), about_z(90), about_z(179)}).check();
  ASSERT_EQ(report.findings.size(), 1u);
  ASSERT_EQ(report.findings[0].intervals.size(), 1u);
  const ClashInterval& interval = report.findings[0].intervals[0];
  // The pin's corner toward the arm is (x + 0.01, y - 0.01); the arm's upper side reaches it at the angle of that
  // corner minus asin(0.05 / its distance).
  const double x = 4.9 / std::sqrt(2) + 0.01, y = 4.9 / std::sqrt(2) - 0.01;
  const double angle = (std::atan2(y, x) - std::asin(0.05 / std::hypot(x, y))) * 180 / std::numbers::pi;
  expect_within(interval.begin, angle / 90, 2e-6);
  expect_within(interval.end, (90 - angle) / 90, 2e-6);
}

TEST(BetweenSteps, TheLeastClearanceIsThatBetweenSteps) {
  // The outer face of a block on an arm comes as close as 0.5 - 0.25 to a wall, half way between two steps.
  for (const Placement& all : all_turned) {
    const Mesh wall = transformed(shapes::box({0.5, 9, 9}), Placement::translation({6, 0, 0}));
    const Mesh block = transformed(shapes::box({0.25, 0.01, 0.25}), Placement::translation({5, 0, 0}));
    const Passage passage(wall, block, {about_z(-60), about_z(-20), about_z(20), about_z(70)}, all);
    EXPECT_TRUE(passage.check(0.27, {.between_steps = false}).findings.empty());
    EXPECT_TRUE(passage.check(0.24).findings.empty());
    const ClashReport report = passage.check(0.27);
    ASSERT_EQ(report.findings.size(), 1u);
    const ClashFinding& finding = report.findings[0];
    EXPECT_EQ(finding.kind, ClashKind::clearance);
    EXPECT_TRUE(finding.is_between_steps);
    EXPECT_TRUE(finding.intervals.empty());
    // The corner (5.25, 0.01) is farther out than the face: its circle has a radius of 5.25001 and passes 0 degrees.
    const double gap = 5.5 - std::hypot(5.25, 0.01);
    EXPECT_LE(finding.least.distance.lower, gap);
    EXPECT_GE(finding.least.distance.lower, gap * 0.998);
    EXPECT_GE(finding.least.distance.upper, gap);
    EXPECT_LE(finding.least.distance.upper, gap * 1.002);
    EXPECT_NEAR(finding.least.time, 1.5, 0.05);
    EXPECT_EQ(finding.worst_time, finding.least.time);
    EXPECT_EQ(finding.gap.upper, finding.least.distance.upper);
  }
}

TEST(BetweenSteps, WhatSlidesFlushAllTheTimeIsOneInterval) {
  std::vector<Placement> way;
  for (int step = 0; step <= 20; ++step) way.push_back(Placement::translation({0.1 * step, 0, 1}));
  const ClashReport report = Passage(shapes::box({4, 4, 0.5}), shapes::box({0.5, 0.5, 0.5}), way).check();
  ASSERT_EQ(report.findings.size(), 1u);
  ASSERT_EQ(report.findings[0].intervals.size(), 1u);
  const ClashInterval& interval = report.findings[0].intervals[0];
  EXPECT_EQ(interval.begin.lower, 0);
  EXPECT_EQ(interval.begin.upper, 0);
  EXPECT_EQ(interval.end.lower, 20);
  EXPECT_EQ(interval.end.upper, 20);
  EXPECT_TRUE(report.undecided.empty());
}

TEST(BetweenSteps, AGrazeIsNeverMissed) {
  // The edge of the block passes the plate's plane exactly, or a little above it.
  const Mesh plate = shapes::box({5, 5, 0.5}), block = shapes::box({0.5, 0.5, 0.5});
  for (double above : {0.0, 1e-16, 1e-15}) {
    const double reach = 0.5 * std::sqrt(2);
    const auto tilted = [&](double degrees) { return Placement{about_z(degrees).linear, {0, 0, 0}}; };
    const Placement up{Matrix3::from_rows({0, 0, 1}, {1, 0, 0}, {0, 1, 0}), {}};  // z is the plate's normal
    const auto at = [&](double degrees) {
      return Placement::translation({0, 0, 0.5 + reach + above}) * (inverse(up) * tilted(degrees) * up);
    };
    const ClashReport report = Passage(plate, block, {at(0), at(80)}).check();
    ASSERT_EQ(report.findings.size(), 1u) << above;
    ASSERT_EQ(report.findings[0].intervals.size(), 1u);
    expect_within(report.findings[0].intervals[0].begin, 45.0 / 80, 1e-5, 1e-5);
  }
}

TEST(BetweenSteps, WaysThatPlacementsDoNotTellAreTold) {
  const Mesh box = shapes::box({0.5, 0.5, 0.5});
  const Placement turned = Placement::rotation(0, 0, 0, 1);
  const ClashReport half =
      Passage(box, box, {Placement::translation({3, 0, 0}), turned * Placement::translation({3, 0, 0})}).check();
  ASSERT_EQ(half.unknown_ways.size(), 1u);
  EXPECT_EQ(half.unknown_ways[0].part, 1u);
  EXPECT_EQ(half.unknown_ways[0].end, 1);
  EXPECT_THAT(half.unknown_ways[0].why, testing::HasSubstr("half a turn"));

  Placement scaled = Placement::translation({3, 0, 0});
  scaled.linear(0, 0) = 1.5;
  const ClashReport odd =
      Passage(box, box,
              {scaled, Placement::translation({0, 0, 0.75}) * scaled, Placement::translation({-6, 0, 0}) * scaled})
          .check();
  ASSERT_EQ(odd.unknown_ways.size(), 1u);
  EXPECT_EQ(odd.unknown_ways[0].begin, 0);
  EXPECT_EQ(odd.unknown_ways[0].end, 2);
  EXPECT_THAT(odd.unknown_ways[0].why, testing::HasSubstr("scales or shears"));
}

// The first placement was rigid; while the part stood at the second, which is not, what moved past it ended the check.
TEST(BetweenSteps, WhatStandsScaledForAWhileIsTold) {
  const Mesh box = shapes::box({0.5, 0.5, 0.5});
  Passage passage(box, box,
                  {Placement::translation({3, 0, 0}), Placement::translation({3, 0, 0}),
                   Placement::translation({2, 0, 0}), Placement::translation({0.5, 0, 0})});
  Placement scaled;
  scaled.linear(0, 0) = 2;
  passage.motion.place(1, 0, scaled);
  const ClashReport report = passage.check();
  ASSERT_EQ(report.unknown_ways.size(), 1u);
  EXPECT_EQ(report.unknown_ways[0].part, 0u);
  EXPECT_EQ(report.unknown_ways[0].begin, 0);
  EXPECT_EQ(report.unknown_ways[0].end, 3);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, ClashKind::clash);
  // They meet at the last step, and nobody knows since when.
  EXPECT_EQ(report.findings[0].intervals[0].begin.lower, 2);
}

TEST(BetweenSteps, ABudgetThatEndsIsTold) {
  const Mesh sphere = shapes::sphere(1, 12);
  std::vector<Placement> way{Placement::translation({-3, 0, 1.99}), Placement::translation({3, 0.1, 1.99})};
  const Passage passage(sphere, sphere, way);
  EXPECT_TRUE(passage.check().undecided.empty());
  const ClashReport report = passage.check(0, {.tests_between_steps = 1});
  ASSERT_EQ(report.undecided.size(), 1u);
  EXPECT_EQ(report.undecided[0].parts, (PartPair{0, 1}));
  EXPECT_EQ(report.undecided[0].begin, 0);
  EXPECT_EQ(report.undecided[0].end, 1);
  EXPECT_TRUE(report.complete);
}

namespace {

/// Bodies strewn about that drift and turn by much from step to step.
Assembly strewn_bodies(std::uint64_t seed) {
  Random random(seed);
  const std::vector<Model> models{Model(shapes::box({0.5, 0.4, 0.3})), Model(shapes::torus(0.6, 0.2, 12, 8)),
                                  Model(shapes::sphere(0.5, 3)), Model(shapes::random_soup(30, 0.4, 7))};
  Assembly assembly;
  for (std::size_t i = 0; i < 8; ++i) assembly.add("body", models[i % 4], random.rotation(random.in_cube(2)));
  return assembly;
}
AssemblyMotion wandering(const Assembly& assembly, std::size_t steps, std::uint64_t seed) {
  Random random(seed);
  AssemblyMotion motion = at_rest(assembly);
  for (std::size_t step = 1; step < steps; ++step) {
    motion.times.push_back(static_cast<double>(step) * 0.5);
    for (std::size_t i = 0; i < assembly.parts().size(); ++i)
      if ((i + step) % 3 != 0)
        motion.place(step, i,
                     Placement::rotation(1, random.between(-1, 1), random.between(-1, 1), random.between(-1, 1),
                                         random.in_cube(2)));
  }
  return motion;
}

/// What samples of a way say about a report.
struct Sampled {
  const Assembly& assembly;
  const AssemblyMotion& motion;
  const ClashReport& report;
  double limit;
  std::size_t contacts = 0, findings_between = 0;

  const ClashFinding* finding_about(const PartPair& pair) const {
    for (const ClashFinding& finding : report.findings)
      if (finding.parts == pair) return &finding;
    return nullptr;
  }
  Motion motion_of(std::uint32_t part, std::size_t step) const {
    const Placement &from = motion.at(step, part), &to = motion.at(step + 1, part);
    return from == to ? Motion(from) : Motion::screw(from, to, {motion.times[step], motion.times[step + 1]});
  }

  void check(const PartPair& pair) {
    const ClashFinding* finding = finding_about(pair);
    findings_between += finding && finding->is_between_steps;
    const Model &a = assembly.parts()[pair.a].model, &b = assembly.parts()[pair.b].model;
    for (std::size_t step = 0; step + 1 < motion.steps(); ++step) {
      const Motion way_a = motion_of(pair.a, step), way_b = motion_of(pair.b, step);
      for (int i = 0; i <= 40; ++i) {
        const double time = motion.times[step] + (motion.times[step + 1] - motion.times[step]) * i / 40;
        const double gap = distance(a, way_a.at(time), b, way_b.at(time)).upper;
        if (gap < limit * 0.999 || gap == 0) {
          ASSERT_TRUE(finding) << pair.a << " " << pair.b << " " << time << " " << gap;
        }
        if (!finding) continue;
        EXPECT_LE(finding->least.distance.lower, gap);
        if (gap > 0) continue;
        ++contacts;
        EXPECT_TRUE(std::any_of(finding->intervals.begin(), finding->intervals.end(),
                                [&](const ClashInterval& x) { return x.begin.lower <= time && time <= x.end.upper; }))
            << pair.a << " " << pair.b << " " << time;
      }
    }
  }
};

}  // namespace

TEST(BetweenSteps, SamplesNeverContradictIt) {
  std::size_t contacts = 0, between = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    for (double limit : {0.0, 0.2}) {
      const Assembly assembly = strewn_bodies(seed);
      const AssemblyMotion motion = wandering(assembly, 5, seed);
      const ClashReport report = find_clashes(assembly, motion, with_clearance(limit), {.threads = 2});
      EXPECT_TRUE(report.undecided.empty());
      EXPECT_TRUE(report.unknown_ways.empty());
      Sampled sampled{assembly, motion, report, limit};
      for (PartPair pair; pair.a < 8; ++pair.a)
        for (pair.b = pair.a + 1; pair.b < 8; ++pair.b) sampled.check(pair);
      contacts += sampled.contacts;
      between += sampled.findings_between;
    }
  EXPECT_GT(contacts, 1000u);
  EXPECT_GT(between, 10u);
}

TEST(BetweenSteps, TimesOfIntervalsAreTimesOfContact) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Assembly assembly = strewn_bodies(seed);
    const AssemblyMotion motion = wandering(assembly, 5, seed);
    const ClashReport report = find_clashes(assembly, motion);
    const Sampled sampled{assembly, motion, report, 0};
    for (const ClashFinding& finding : report.findings)
      for (const ClashInterval& interval : finding.intervals)
        for (double time : {interval.begin.upper, interval.end.lower}) {
          std::size_t step = 0;
          while (step + 2 < motion.steps() && motion.times[step + 1] < time) ++step;
          const Model &a = assembly.parts()[finding.parts.a].model, &b = assembly.parts()[finding.parts.b].model;
          const Distance gap = distance(a, sampled.motion_of(finding.parts.a, step).at(time), b,
                                        sampled.motion_of(finding.parts.b, step).at(time));
          EXPECT_LE(gap.upper, 0x1p-33);
          EXPECT_LE(interval.begin.lower, interval.begin.upper);
          EXPECT_LE(interval.end.lower, interval.end.upper);
          EXPECT_LE(interval.begin.upper - interval.begin.lower, 1e-6);
        }
  }
}

TEST(BetweenSteps, AreTheSameForEveryNumberOfThreads) {
  const Assembly assembly = strewn_bodies(3);
  const AssemblyMotion motion = wandering(assembly, 9, 3);
  const auto described = [&](int threads) {
    std::ostringstream text;
    text.precision(17);
    for (const ClashFinding& finding :
         find_clashes(assembly, motion, with_clearance(0.3), {.threads = threads}).findings) {
      text << name_of(finding.kind) << " " << finding.parts.a << " " << finding.parts.b << " " << finding.worst_time
           << " " << finding.least.distance.lower << " " << finding.least.distance.upper << " " << finding.least.time;
      for (const ClashInterval& interval : finding.intervals)
        text << " " << interval.begin.lower << " " << interval.begin.upper << " " << interval.end.lower << " "
             << interval.end.upper;
      text << "\n";
    }
    return text.str();
  };
  const std::string expected = described(1);
  EXPECT_GT(expected.size(), 1000u);
  for (int threads : {2, 0}) EXPECT_EQ(described(threads), expected);
}

TEST(WayBox, HoldsEveryPlacementOnTheWay) {
  Random random(8);
  const Bounds own{{-1, -2, 0.5}, {2, 0.5, 3}};
  for (int i = 0; i < 300; ++i) {
    const double far = i % 3 == 0 ? 1e6 : i % 3 == 1 ? 1 : 1e-3;
    const Placement from = random.rotation(random.in_cube(far)), to = random.rotation(random.in_cube(far));
    const MotionPiece piece = MotionPiece::screw(from, to, {2, 5});
    const Bounds box = box_around_way(own, piece);
    for (int k = 0; k <= 50; ++k)
      for (int c = 0; c < 8; ++c) {
        const Vec3 corner{(c & 1 ? own.high : own.low).x, (c & 2 ? own.high : own.low).y,
                          (c & 4 ? own.high : own.low).z};
        const Vec3 at = piece.at(2 + 3.0 * k / 50) * corner;
        for (int axis = 0; axis < 3; ++axis) {
          ASSERT_GE(at[axis], box.low[axis]);
          ASSERT_LE(at[axis], box.high[axis]);
        }
      }
  }
}

}  // namespace abut
