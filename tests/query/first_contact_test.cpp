// First contacts of moving models: closed forms, and nothing that sampling could contradict.

#include "math/random.h"
#include "support/effort.h"
#include <abut/collide.h>
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/first_contact.h>
#include <abut/shapes.h>

#include <numbers>

#include <gtest/gtest.h>

namespace abut {
namespace {

using std::numbers::pi;

/// Checks what anybody can check of an answer.
void expect_true(const MovingContact& found, const Model& a, const Motion& of_a, const Model& b, const Motion& of_b,
                 const FirstContactOptions& options = {}, int samples = 60) {
  const double begin = std::max(of_a.during().begin, of_b.during().begin);
  const auto gap = [&](double time) { return distance(a, of_a.at(time), b, of_b.at(time)); };
  for (int i = 0; i < samples; ++i) {
    const double time = begin + (found.lower - begin) * i / samples;
    if (time < found.lower) {
      EXPECT_GT(gap(time).upper, options.margin) << "at " << time;
    }
  }
  if (found.verdict != MotionVerdict::contact) return;
  EXPECT_LE(found.lower, found.upper);
  const Distance at_upper = gap(found.upper);
  EXPECT_LE(at_upper.upper, options.margin + found.tolerance);
  EXPECT_LE(at_upper.upper, found.distance);
}

TEST(FirstContact, OfABoxThatMovesStraightIsWhereItsFaceLands) {
  const Model box(shapes::box({1, 1, 1}));
  const Motion moving = Motion::straight(Placement::translation({-5, 0.3, 0.2}), {4, 0, 0}, {10, 14});
  const MovingContact found = first_contact(box, moving, box, Motion());
  EXPECT_EQ(found.verdict, MotionVerdict::contact);
  EXPECT_LE(found.lower, 13);
  EXPECT_GE(found.upper, 13 - 1e-9);
  EXPECT_LE(found.upper - found.lower, 4e-6);
  EXPECT_NEAR(found.normal.x, 1, 1e-12);
  EXPECT_NEAR(found.velocity.x, 1, 1e-12);
  expect_true(found, box, moving, box, Motion());
}

TEST(FirstContact, OfARodThatTurnsIsAtTheAngleOfTheWall) {
  // A rod from the origin to (2, 0, 0), and a wall at y = 1: the rod's edge y = 0.1 at its end meets it.
  const Model rod(shapes::box({1, 0.1, 0.1})), wall(shapes::box({3, 0.5, 3}));
  const Motion turning = Motion::screw(Placement::translation({1, 0, 0}), Screw{{}, {0, 0, 1}, 2 * pi, 0});
  const Motion still(Placement::translation({0, 1.5, 0}));
  const MovingContact found = first_contact(rod, turning, wall, still, {.time_tolerance = 1e-9});
  // The corner (2, 0.1) is at the height 2 sin + 0.1 cos.
  const double radius = std::sqrt(4.01), expected = (std::asin(1 / radius) - std::atan2(0.1, 2)) / (2 * pi);
  EXPECT_EQ(found.verdict, MotionVerdict::contact);
  EXPECT_LE(found.lower, expected + 1e-12);
  EXPECT_GE(found.upper, expected - 1e-9);
  EXPECT_LE(found.upper - found.lower, 1e-9);
  EXPECT_NEAR(found.normal.y, 1, 1e-6);
  expect_true(found, rod, turning, wall, still);
}

TEST(FirstContact, IsAtTheBeginningWhereModelsTouch) {
  const Model box(shapes::box({1, 1, 1}));
  const Motion away = Motion::straight(Placement::translation({2, 0, 0}), {5, 0, 0});
  const MovingContact found = first_contact(box, away, box, Motion());
  EXPECT_EQ(found.verdict, MotionVerdict::contact);
  EXPECT_EQ(found.lower, 0);
  EXPECT_EQ(found.upper, 0);
}

TEST(FirstContact, IsAtTheEndWhereModelsJustArrive) {
  const Model box(shapes::box({1, 1, 1}));
  const Motion moving = Motion::straight(Placement::translation({4, 0, 0}), {-2, 0, 0});
  const MovingContact found = first_contact(box, moving, box, Motion());
  EXPECT_EQ(found.verdict, MotionVerdict::contact);
  EXPECT_GE(found.upper, 1 - 1e-11);
  EXPECT_GE(found.lower, 1 - 2e-6);
}

TEST(FirstContact, DoesNotTunnelThroughAThinPlate) {
  const Model ball(shapes::sphere(0.01, 4)), plate(shapes::box({1, 1, 1e-9}));
  const Motion bullet = Motion::straight(Placement::translation({0.1, 0.2, -1000}), {0, 0, 2000});
  const MovingContact found = first_contact(ball, bullet, plate, Motion());
  EXPECT_EQ(found.verdict, MotionVerdict::contact);
  EXPECT_NEAR(found.upper, (1000 - 0.01) / 2000, 1e-6);
  expect_true(found, ball, bullet, plate, Motion());
}

TEST(FirstContact, SlidingAlongAWallIsProvedAtOnce) {
  const Model box(shapes::box({1, 1, 1}));
  const Motion sliding = Motion::straight(Placement::translation({-50, 0, 2 + 1e-9}), {100, 0, 0});
  const MovingContact found = first_contact(box, sliding, box, Motion());
  EXPECT_EQ(found.verdict, MotionVerdict::clear);
  EXPECT_LE(found.counters.volume_tests + found.counters.triangle_tests, 3000u);
}

TEST(FirstContact, OfTurnsThatRepeatTakesAsLongAsOneTurn) {
  const Model torus(shapes::torus(1, 0.35, 40, 40)), box(shapes::box({0.1, 0.1, 0.1}));
  const Placement beside = Placement::translation({2.75, 0, 0});
  std::uint64_t of_one = 0;
  for (const int turns : {1, 1000}) {
    const Motion around = Motion::screw(beside, Screw{{}, {0, 0, 1}, -2 * pi * turns, 0});
    for (const bool is_swapped : {false, true}) {
      const MovingContact found =
          is_swapped ? first_contact(torus, Motion(), torus, around) : first_contact(torus, around, torus, Motion());
      EXPECT_EQ(found.verdict, MotionVerdict::clear);
      EXPECT_EQ(found.lower, 1);
      const std::uint64_t tests = found.counters.volume_tests + found.counters.triangle_tests;
      if (turns == 1) of_one = std::max(of_one, tests);
      EXPECT_LE(tests, 2 * of_one);
    }
    // Whatever the time begins with, a box in the way is met within one turn.
    const Placement in_the_way = Placement::translation({-2.75, 0, 0});
    for (const double begin : {0.3 / turns, 0.9 - 0.4 / turns}) {
      FirstContactOptions options;
      options.during = {begin, 1};
      const MovingContact met = first_contact(torus, around, box, Motion(in_the_way), options);
      EXPECT_EQ(met.verdict, MotionVerdict::contact);
      EXPECT_LE(met.upper, begin + 1.001 / turns);
    }
  }
}

TEST(FirstContact, OfModelsThatTurnTogetherIsProvedClearAtOnce) {
  const Model a(shapes::sphere(1, 8)), b(shapes::box({1, 1, 1}));
  const Screw carousel{{30, 0, 0}, {0, 0, 1}, 40, 7};
  const Motion of_a = Motion::screw({}, carousel), of_b = Motion::screw(Placement::translation({2.01, 0, 0}), carousel);
  const MovingContact found = first_contact(a, of_a, b, of_b);
  EXPECT_EQ(found.verdict, MotionVerdict::clear);
  EXPECT_LE(found.counters.volume_tests + found.counters.triangle_tests, 3000u);
}

TEST(FirstContact, IsNeverContradictedBySampling) {
  Random random(11);
  const Model models[] = {Model(shapes::box({1, 0.5, 0.7})), Model(shapes::torus(1, 0.3, 14, 9)),
                          Model(shapes::sphere(0.8, 3)), Model(shapes::random_soup(40, 0.6, 3))};
  const auto round_off = [&](Placement at, int kind) {
    const double step = kind == 1 ? 1e-6 : kind == 2 ? 0x1p-24 : 0;
    for (double& entry : at.linear.entries)
      if (step > 0) entry = step * std::nearbyint(entry / step);
    if (kind == 3) at.linear = at.linear * -1;
    return at;
  };
  int contacts = 0, clear = 0;
  for (int i = 0; i < tries(300); ++i) {
    const Model &a = models[random.below(4)], &b = models[random.below(4)];
    const int kind = i % 4;
    const auto place = [&](double size) { return round_off(random.rotation(random.in_cube(size)), kind); };
    const Placement a0 = place(2.5), a1 = place(2.5), b0 = place(0.5), b1 = place(0.5);
    const auto move = [&](const Placement& from, const Placement& to) {
      switch (random.below(5)) {
        case 0:
          return Motion(from);
        case 1:
          return Motion::slerp(from, to, random.in_cube(1));
        case 2:
          return Motion::screw(from, {random.in_cube(2), random.direction(), random.between(-7, 7), 0.5});
        case 3:
          return Motion::through(std::array{TimedPlacement{0, from}, TimedPlacement{0.3, to}, TimedPlacement{1, from}});
        default:
          return Motion::screw(from, to);
      }
    };
    const Motion of_a = Motion::screw(a0, a1), of_b = move(b0, b1);
    const FirstContactOptions options{.margin = i % 3 == 0 ? 0.05 : 0};
    const MovingContact found = first_contact(a, of_a, b, of_b, options);
    EXPECT_NE(found.verdict, MotionVerdict::undecided);
    if (found.verdict == MotionVerdict::contact) {
      EXPECT_LE(found.upper - found.lower, 1e-6);
    }
    expect_true(found, a, of_a, b, of_b, options, 40);
    const MovingContact swapped = first_contact(b, of_b, a, of_a, options);
    EXPECT_EQ(swapped.verdict, found.verdict);
    if (found.verdict == MotionVerdict::contact) {
      EXPECT_NEAR(swapped.upper, found.upper, 2e-6);
    }
    for (const Simd simd : available_simd()) {
      FirstContactOptions other = options;
      other.simd = simd;
      const MovingContact again = first_contact(a, of_a, b, of_b, other);
      EXPECT_EQ(again.lower, found.lower);
      EXPECT_EQ(again.upper, found.upper);
    }
    (found.verdict == MotionVerdict::contact ? contacts : clear) += 1;
  }
  EXPECT_GT(contacts, tries(300) / 6);
  EXPECT_GT(clear, tries(300) / 6);
}

// The last triangles are measured where they are expected to touch: whatever the tolerance, the time is bracketed, what
// is told to be clear is so, and a coarse answer does not contradict a fine one.
TEST(FirstContact, IsBracketedAsCloselyAsIsAskedFor) {
  Random random(61);
  const Model scan(shapes::bumpy_scan(900, 3)), torus(shapes::torus(1, 0.35, 30, 20));
  int contacts = 0;
  for (int i = 0; i < tries(100); ++i) {
    const Motion comes = Motion::screw(random.rotation(random.direction() * 2.5), random.rotation(random.in_cube(1.2)));
    const Motion other = random.chance(0.5) ? Motion() : Motion::screw(Placement{}, random.rotation(Vec3{}));
    const double margin = random.chance(0.3) ? 0.02 : 0;
    const MovingContact fine = first_contact(torus, comes, scan, other, {.margin = margin, .time_tolerance = 1e-10});
    for (const double tolerance : {0.1, 1e-3, 1e-6, 1e-9, 0.0}) {
      const MovingContact found =
          first_contact(torus, comes, scan, other, {.margin = margin, .time_tolerance = tolerance});
      expect_true(found, torus, comes, scan, other, {.margin = margin}, 5);
      ASSERT_EQ(found.verdict, fine.verdict) << i;
      if (found.verdict != MotionVerdict::contact) continue;
      ++contacts;
      // Distances of 2^-38 may take a moment, where models hardly approach.
      EXPECT_LE(found.upper - found.lower, std::max(tolerance, 1e-15) * (1 + 1e-9)) << i;
      EXPECT_LE(found.lower, fine.upper + 1e-7) << i;
      EXPECT_GE(found.upper, fine.lower - 1e-7) << i;
    }
  }
  EXPECT_GT(contacts, 100);
}

TEST(FirstContact, GivesWhatIsProvedWhenTheBudgetEnds) {
  const Model torus(shapes::torus(1, 0.3, 40, 30));
  const Motion moving = Motion::screw(Placement::translation({3, 0, 0}), Placement::rotation(1, 1, 1, 0, {0.2, 0, 0}));
  const MovingContact found = first_contact(torus, moving, torus, Motion(), {.budget = {.tests = 200}});
  EXPECT_FALSE(found.complete);
  EXPECT_NE(found.verdict, MotionVerdict::clear);
  expect_true(found, torus, moving, torus, Motion());
}

TEST(FirstContact, TakesFunctionsWithABoundOnTheirSpeed) {
  const Model box(shapes::box({1, 1, 1}));
  const auto swing = [](double time) { return Placement::translation({3 - 1.5 * time * time, 0, 0}); };
  const Motion moving = Motion::of(swing, {.linear = 3, .angular = 0, .about = {}});
  const MovingContact found = first_contact(box, moving, box, Motion());
  EXPECT_EQ(found.verdict, MotionVerdict::contact);
  EXPECT_NEAR(found.upper, std::sqrt(1 / 1.5), 2e-6);
  expect_true(found, box, moving, box, Motion());
}

TEST(FirstContact, OfEmptyModelsIsNever) {
  const Model box(shapes::box({1, 1, 1}));
  const MovingContact found = first_contact(Model(), Motion::straight({}, {1, 0, 0}), box, Motion());
  EXPECT_EQ(found.verdict, MotionVerdict::clear);
  EXPECT_EQ(found.lower, 1);
}

TEST(FirstContact, RefusesWhatItCannotServe) {
  const Model box(shapes::box({1, 1, 1}));
  const Motion moving = Motion::straight({}, {1, 0, 0});
  EXPECT_THROW(first_contact(box, Motion(), box, Motion()), Error);
  EXPECT_THROW(first_contact(box, moving, box, Motion::straight({}, {1, 0, 0}, {2, 3})), Error);
  EXPECT_THROW(first_contact(box, moving, box, Motion(), {.margin = -1}), Error);
  EXPECT_THROW(contact_intervals(box, moving, box, Motion(), {.after_parting = true}), Error);
  EXPECT_THROW(first_contact(box, moving, box, Motion(), {.distance_tolerance = -2}), Error);
  EXPECT_THROW(first_contact(box, moving, box, Motion(), {.time_tolerance = std::nan("")}), Error);
}

/// Checks parts against distances at many times.
void expect_true(const MotionParts& found, const Model& a, const Motion& of_a, const Model& b, const Motion& of_b,
                 const FirstContactOptions& options) {
  ASSERT_FALSE(found.parts.empty());
  for (std::size_t i = 1; i < found.parts.size(); ++i) {
    EXPECT_EQ(found.parts[i - 1].end, found.parts[i].begin);
    EXPECT_NE(found.parts[i - 1].kind, found.parts[i].kind);
  }
  for (const MotionPart& part : found.parts)
    for (int i = 1; i < 20; ++i) {
      const double time = part.begin + (part.end - part.begin) * i / 20;
      const double gap = distance(a, of_a.at(time), b, of_b.at(time)).upper;
      if (part.kind == MotionPartKind::apart) {
        EXPECT_GT(gap, options.margin);
      }
      if (part.kind == MotionPartKind::within) {
        EXPECT_LE(gap, options.margin + found.tolerance);
      }
    }
}

TEST(ContactIntervals, OfABoxThatPassesThroughAnotherAreThree) {
  const Model box(shapes::box({1, 1, 1})), small(shapes::box({0.5, 2, 0.5}));
  const Motion moving = Motion::straight(Placement::translation({-5, 0.3, 0.2}), {10, 0, 0}, {0, 10});
  const MotionParts found = contact_intervals(small, moving, box, Motion());
  expect_true(found, small, moving, box, Motion(), {});
  double within = 0, undecided = 0;
  for (const MotionPart& part : found.parts) {
    if (part.kind == MotionPartKind::within) within += part.end - part.begin;
    if (part.kind == MotionPartKind::undecided) undecided += part.end - part.begin;
  }
  EXPECT_NEAR(within + undecided, 3, 1e-4);
  EXPECT_LE(undecided, 1e-3);
  EXPECT_EQ(found.parts.front().kind, MotionPartKind::apart);
  EXPECT_EQ(found.parts.back().kind, MotionPartKind::apart);
  EXPECT_NEAR(found.parts.front().end, 3.5, 2e-5);
}

TEST(ContactIntervals, AreNeverContradictedBySampling) {
  Random random(21);
  const Model models[] = {Model(shapes::box({1, 0.5, 0.7})), Model(shapes::torus(1, 0.3, 14, 9)),
                          Model(shapes::sphere(0.8, 3))};
  for (int i = 0; i < tries(60); ++i) {
    const Model &a = models[random.below(3)], &b = models[random.below(3)];
    const Motion of_a = Motion::screw(random.rotation(random.in_cube(2)), random.rotation(random.in_cube(2))),
                 of_b = Motion::slerp(random.rotation(random.in_cube(1)), random.rotation(random.in_cube(1)));
    const FirstContactOptions options{.margin = i % 2 == 0 ? 0.05 : 0, .time_tolerance = 1e-4};
    const MotionParts found = contact_intervals(a, of_a, b, of_b, options);
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(found.parts.front().begin, 0);
    EXPECT_EQ(found.parts.back().end, 1);
    expect_true(found, a, of_a, b, of_b, options);
    double undecided = 0;
    for (const MotionPart& part : found.parts)
      if (part.kind == MotionPartKind::undecided) undecided += part.end - part.begin;
    EXPECT_LE(undecided, 0.02);
  }
}

TEST(ContactIntervals, KeepToTheirCap) {
  const Model box(shapes::box({1, 1, 1}));
  const Motion moving = Motion::straight(Placement::translation({-5, 0.3, 0.2}), {10, 0, 0});
  const MotionParts found = contact_intervals(box, moving, box, Motion(), {}, {.max_parts = 2});
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(found.parts.size(), 2u);
  EXPECT_EQ(found.parts.back().end, 1);
}

TEST(FirstContact, AfterPartingIsTheNextOne) {
  const Model box(shapes::box({1, 1, 1}));
  // Away along x, and back.
  const Motion moving = Motion::through(std::array{TimedPlacement{0, Placement::translation({2, 0, 0})},
                                                   TimedPlacement{1, Placement::translation({4, 0, 0})},
                                                   TimedPlacement{2, Placement::translation({1.5, 0, 0})}});
  EXPECT_EQ(first_contact(box, moving, box, Motion()).upper, 0);
  const MovingContact next = first_contact(box, moving, box, Motion(), {.after_parting = true});
  EXPECT_EQ(next.verdict, MotionVerdict::contact);
  EXPECT_NEAR(next.upper, 1.8, 1e-5);
}

TEST(LeastClearance, IsThatOfTheClosestApproach) {
  const Model ball(shapes::sphere(1, 12)), box(shapes::box({1, 1, 1}));
  // The box passes over the ball's top corner (0, 0, 1).
  const Motion moving = Motion::straight(Placement::translation({-7, 0.1, 2.25}), {11, 0, 0}, {0, 11});
  const MotionClearance found = least_clearance(box, moving, ball, Motion());
  EXPECT_TRUE(found.complete);
  EXPECT_LE(found.lower, 0.25);
  EXPECT_GE(found.upper, 0.25 - 1e-12);
  EXPECT_LE(found.upper, found.lower * 1.001);
  EXPECT_EQ(found.upper, distance(box, moving.at(found.time), ball, {}).upper);
}

TEST(LeastClearance, KeepsToTheTimeThatIsAskedAbout) {
  const Model box(shapes::box({1, 1, 1}));
  // Through the other box, and away: from 8 on they are at least 1 apart.
  const Motion moving = Motion::straight(Placement::translation({-5, 0.1, 0.2}), {10, 0, 0}, {0, 10});
  const MotionClearance found = least_clearance(box, moving, box, Motion(), {.during = {8, 10}});
  EXPECT_GE(found.upper, 1 - 1e-12);
  EXPECT_LE(found.lower, 1);
  EXPECT_GE(found.lower, 0.998);
  EXPECT_GE(found.time, 8);
}

TEST(LeastClearance, OfAnEmptyModelIsInfinite) {
  const MotionClearance found =
      least_clearance(Model(), Motion::straight({}, {1, 0, 0}), Model(shapes::box({1, 1, 1})), {});
  EXPECT_TRUE(std::isinf(found.lower));
  EXPECT_TRUE(std::isinf(found.upper));
}

TEST(LeastClearance, IsABracketOfWhatSamplingFinds) {
  Random random(31);
  const Model models[] = {Model(shapes::box({1, 0.5, 0.7})), Model(shapes::torus(1, 0.3, 14, 9)),
                          Model(shapes::sphere(0.8, 3))};
  for (int i = 0; i < tries(60); ++i) {
    const Model &a = models[random.below(3)], &b = models[random.below(3)];
    const Motion of_a = Motion::screw(random.rotation(random.in_cube(3)), random.rotation(random.in_cube(3))),
                 of_b = Motion::slerp(random.rotation(random.in_cube(1)), random.rotation(random.in_cube(1)));
    const MotionClearance found = least_clearance(a, of_a, b, of_b);
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= 200; ++k)
      least = std::min(least, distance(a, of_a.at(k / 200.0), b, of_b.at(k / 200.0)).upper);
    EXPECT_TRUE(found.complete);
    EXPECT_LE(found.lower, least);
    // What is as close as a contact's tolerance is not looked at more closely.
    EXPECT_LE(found.upper, found.lower * 1.001 + 2e-11);
    EXPECT_EQ(found.upper, distance(a, of_a.at(found.time), b, of_b.at(found.time)).upper);
  }
}

// A point that moves by 5e-12 and more from one double to the next passed a face in between: undecided at a tolerance
// of 2e-12.
TEST(FirstContact, IsDecidedWhereModelsAreFastForTheTimesThatDoublesHold) {
  const Model point(Mesh{{{0.1, 0.2, 0.3}}, {{0, 0, 0}}, {}}), box(shapes::box({1, 1, 1}));
  Random random(7);
  for (int i = 0; i < tries(50); ++i) {
    const Vec3 start = random.direction() * 3, aim = random.in_cube(0.5);
    const TimeSpan during{100, 100.001};
    const Motion motion = Motion::screw(random.rotation(start), random.rotation(aim * 2 - start), during);
    const MovingContact found = first_contact(point, motion, box, Motion());
    EXPECT_NE(found.verdict, MotionVerdict::undecided) << i;
    expect_true(found, point, motion, box, Motion());
  }
}

TEST(FirstContact, OfABatchIsThatOfSingleQueriesOnEveryNumberOfThreads) {
  const Model ball(shapes::sphere(1, 10)), ring(shapes::torus(2, 0.4, 20, 10)), none{Mesh{}};
  std::vector<MovingPair> items;
  Random random(91);
  for (int i = 0; i < 40; ++i) {
    const auto place = [&] {
      return Placement::rotation(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), 0.3,
                                 {random.between(-6, 6), random.between(-6, 6), random.between(-1, 1)});
    };
    items.push_back(
        {i % 7 == 6 ? &none : &ball, &ring, Motion::screw(place(), place()), Motion::slerp(place(), place())});
  }
  const auto firsts = first_contact(items, {.threads = 2});
  const auto parts = contact_intervals(items, {.time_tolerance = 1e-2, .threads = 2});
  const auto clearances = least_clearance(items, {.relative_error = 0.1, .threads = 2});
  ASSERT_EQ(firsts.size(), items.size());
  int contacts = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const MovingPair& item = items[i];
    const MovingContact first = first_contact(*item.a, item.motion_a, *item.b, item.motion_b);
    EXPECT_EQ(firsts[i].verdict, first.verdict);
    EXPECT_EQ(firsts[i].lower, first.lower);
    EXPECT_EQ(firsts[i].upper, first.upper);
    EXPECT_EQ(firsts[i].point_b, first.point_b);
    EXPECT_EQ(firsts[i].counters.volume_tests, first.counters.volume_tests);
    contacts += first.verdict == MotionVerdict::contact;
    const MotionParts part =
        contact_intervals(*item.a, item.motion_a, *item.b, item.motion_b, {.time_tolerance = 1e-2});
    ASSERT_EQ(parts[i].parts.size(), part.parts.size());
    EXPECT_EQ(parts[i].parts.back().begin, part.parts.back().begin);
    const MotionClearance clearance =
        least_clearance(*item.a, item.motion_a, *item.b, item.motion_b, {.relative_error = 0.1});
    EXPECT_EQ(clearances[i].lower, clearance.lower);
    EXPECT_EQ(clearances[i].time, clearance.time);
  }
  EXPECT_GT(contacts, 5);
  EXPECT_LT(contacts, 35);
  EXPECT_TRUE(first_contact(std::span<const MovingPair>()).empty());
  EXPECT_THROW(contact_intervals(items, {.after_parting = true, .threads = 2}), Error);
}

// begin + (end - begin) is rounded to more than the end for many times in [-7.8, -4], if the end is 0.2.
TEST(FirstContact, EndsWithItsMotion) {
  const Model ball(shapes::sphere(1, 8));
  Random random(35);
  for (int i = 0; i < tries(300); ++i) {
    const TimeSpan during{random.between(-20, -2), 0.2};
    // At the end some touch, some nearly do.
    const double gap = i % 3 == 0 ? 0 : i % 3 == 1 ? 1e-9 : random.between(0, 0.3);
    const double from = random.between(2.5, 6);
    const Motion comes = Motion::straight(Placement::translation({from, 0, 0}), {2 + gap - from, 0, 0}, during);
    const Motion turns = Motion::screw(Placement{}, Screw{.angle = random.between(-4, 4)}, during);
    const MovingContact found = first_contact(ball, comes, ball, turns);
    EXPECT_LE(found.lower, during.end);
    if (found.verdict == MotionVerdict::clear) {
      EXPECT_EQ(found.lower, during.end);
    } else {
      EXPECT_LE(found.upper, during.end);
    }
  }
}

}  // namespace
}  // namespace abut
