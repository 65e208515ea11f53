// First contacts of moving solids: what is inside the other is in contact, and nothing else changes.

#include "math/random.h"
#include "support/effort.h"
#include <abut/collide.h>
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/interiors.h>
#include <abut/moving_solids.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

Solid solid_with(Mesh mesh) { return Solid(Model(std::move(mesh))); }

/// A box with a cavity: its inner shell is another box.
Solid hollow_box(double outer, double inner) {
  Mesh mesh = shapes::box({outer, outer, outer});
  const Mesh hole = shapes::box({inner, inner, inner});
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), hole.points.begin(), hole.points.end());
  for (const Triangle& t : hole.triangles) mesh.triangles.push_back({t[0] + first, t[2] + first, t[1] + first});
  return solid_with(mesh);
}

Placement at(double x, double y = 0, double z = 0) { return Placement::translation({x, y, z}); }

void expect_same(const MovingContact& one, const MovingContact& other) {
  EXPECT_EQ(one.verdict, other.verdict);
  EXPECT_EQ(one.lower, other.lower);
  EXPECT_EQ(one.upper, other.upper);
  EXPECT_EQ(one.triangle_a, other.triangle_a);
  EXPECT_EQ(one.triangle_b, other.triangle_b);
  EXPECT_EQ(one.point_a, other.point_a);
  EXPECT_EQ(one.normal, other.normal);
  EXPECT_EQ(one.distance, other.distance);
}

TEST(MovingSolids, AreInContactFromTheBeginningWhenOneIsInsideTheOther) {
  const Solid small = solid_with(shapes::box({0.5, 0.5, 0.5})), large = solid_with(shapes::box({3, 3, 3}));
  const Motion moving = Motion::straight(at(0.25, 0, 0), {1, 0, 0}, {5, 7});
  for (const bool swapped : {false, true}) {
    const MovingContact found =
        swapped ? first_contact(large, Motion(), small, moving) : first_contact(small, moving, large, Motion());
    EXPECT_EQ(found.verdict, MotionVerdict::contact);
    EXPECT_EQ(found.lower, 5);
    EXPECT_EQ(found.upper, 5);
    EXPECT_TRUE(found.complete);
    // The faces x = 0.75 and x = 3 are the closest.
    EXPECT_NEAR(found.distance, 2.25, 1e-12);
    EXPECT_NEAR((swapped ? found.point_b : found.point_a).x, 0.75, 1e-12);
    EXPECT_NEAR((swapped ? found.point_a : found.point_b).x, 3, 1e-12);
    EXPECT_EQ(found.normal, Vec3{});
    EXPECT_NEAR(found.velocity.x, swapped ? -0.5 : 0.5, 1e-12);
  }
  // The surfaces alone stay apart.
  EXPECT_EQ(first_contact(small.model(), moving, large.model(), Motion()).verdict, MotionVerdict::clear);
}

TEST(MovingSolids, ArePartsOfNothingInACavity) {
  const Solid ball = solid_with(shapes::box({0.5, 0.5, 0.5})), shell = hollow_box(3, 2);
  const Motion inside = Motion::straight(at(-1), {2, 0, 0});
  EXPECT_EQ(first_contact(ball, inside, shell, Motion()).verdict, MotionVerdict::clear);
  const Motion through = Motion::straight(at(-1), {9, 0, 0});
  const MovingContact found = first_contact(ball, through, shell, Motion());
  EXPECT_EQ(found.verdict, MotionVerdict::contact);
  EXPECT_NEAR(found.upper, 2.5 / 9, 1e-6);
  // In the wall, 0.2 from both of its faces.
  const Solid pea = solid_with(shapes::sphere(0.3, 5));
  EXPECT_EQ(first_contact(pea, Motion::straight(at(2.5), {0, 0.1, 0}), shell, Motion()).upper, 0);
}

TEST(MovingSolids, TellTheNextContactAfterTheyAreOutsideEachOther) {
  const Solid small = solid_with(shapes::box({0.5, 0.5, 0.5})), large = solid_with(shapes::box({3, 3, 3}));
  // Out at x = 3.5, at 7, and back in at 3.5.
  const TimedPlacement ways[] = {{0, at(0, 0.1, 0.2)}, {1, at(7, 0.1, 0.2)}, {2, at(0, 0.1, 0.2)}};
  const Motion moving = Motion::through(ways);
  const FirstContactOptions next{.after_parting = true};
  const MovingContact found = first_contact(small, moving, large, Motion(), next);
  EXPECT_EQ(found.verdict, MotionVerdict::contact);
  EXPECT_NEAR(found.upper, 1.5, 1e-5);
  EXPECT_LE(found.lower, found.upper);
  // The surfaces are parted at the beginning already.
  EXPECT_NEAR(first_contact(small.model(), moving, large.model(), Motion(), next).upper, 2.5 / 7, 1e-5);
  // One that starts in contact and sinks in is never parted.
  const Motion sinking = Motion::straight(at(3.25, 0.1, 0.2), {-2, 0, 0});
  const MovingContact sunk = first_contact(small, sinking, large, Motion(), next);
  EXPECT_EQ(sunk.verdict, MotionVerdict::contact);
  EXPECT_EQ(sunk.upper, 0);
  EXPECT_EQ(sunk.lower, 0);
  // Nor is one that stays inside.
  EXPECT_EQ(first_contact(small, Motion::straight(at(0), {1, 0, 0}), large, Motion(), next).upper, 0);
  // Through the wall of a hollow box it is outside in the cavity.
  const Solid shell = hollow_box(3, 2), pea = solid_with(shapes::box({0.25, 0.25, 0.25}));
  const MovingContact in_cavity =
      first_contact(pea, Motion::straight(at(-2.5, 0.1, 0.2), {10, 0, 0}), shell, Motion(), next);
  EXPECT_EQ(in_cavity.verdict, MotionVerdict::contact);
  EXPECT_NEAR(in_cavity.upper, 4.25 / 10, 1e-5);
}

// The oracle: at 200 times, are the exact interiors or surfaces of the solids in contact?
TEST(MovingSolids, AgreeWithSamples) {
  Random random(5);
  const Solid bodies[] = {solid_with(shapes::sphere(1.0, 3)), solid_with(shapes::box({0.15, 0.1, 0.2})),
                          solid_with(shapes::torus(1.5, 0.6, 12, 8)), hollow_box(2, 1.2)};
  const auto placement = [&] { return random.rotation(random.in_cube(1.5)); };
  int inside = 0, later = 0, clear = 0;
  for (int i = 0; i < tries(120); ++i) {
    const Solid &a = bodies[i % 4], &b = bodies[(i / 4) % 4];
    const Placement from_a = placement(), to_a = placement(), from_b = placement(), to_b = placement();
    const Motion of_a = Motion::screw(from_a, to_a), of_b = Motion::screw(from_b, to_b);
    const MovingContact found = first_contact(a, of_a, b, of_b);
    const MovingContact surfaces = first_contact(a.model(), of_a, b.model(), of_b);
    const auto meet = [&](double t) {
      return touches(a.model(), of_a.at(t), b.model(), of_b.at(t)) ||
             static_cast<bool>(interiors_meet(a, of_a.at(t), b, of_b.at(t)));
    };
    for (int k = 0; k / 200.0 < found.lower; ++k) ASSERT_FALSE(meet(k / 200.0)) << i << " at " << k;
    if (found.upper == 0 && surfaces.upper > 0) {
      ++inside;
      EXPECT_TRUE(meet(0)) << i;
      EXPECT_FALSE(touches(a.model(), of_a.at(0), b.model(), of_b.at(0))) << i;
      EXPECT_LE(found.distance, distance(a.model(), of_a.at(0), b.model(), of_b.at(0)).upper);
    } else {
      expect_same(found, surfaces);
      ++(found.verdict == MotionVerdict::contact ? later : clear);
    }
  }
  EXPECT_GT(inside, 0);
  EXPECT_GT(later, 0);
  EXPECT_GT(clear, 0);
}

TEST(MovingSolids, GiveTheSameInBatchesOnEveryThreadAndInstructionSet) {
  const Solid small = solid_with(shapes::sphere(0.5, 5)), large = solid_with(shapes::torus(2, 1, 24, 12));
  std::vector<MovingSolids> items;
  for (int i = 0; i < 12; ++i) items.push_back({&small, &large, Motion::straight(at(0.4 * i), {0, 0, 3}), Motion()});
  for (const int threads : {1, 2, 3})
    for (const Simd simd : available_simd()) {
      FirstContactOptions options;
      options.threads = threads;
      options.simd = simd;
      const std::vector<MovingContact> all = first_contact(items, options);
      ASSERT_EQ(all.size(), items.size());
      for (std::size_t i = 0; i < items.size(); ++i)
        expect_same(all[i], first_contact(*items[i].a, items[i].motion_a, *items[i].b, items[i].motion_b));
    }
}

TEST(MovingSolids, HonourMarginsBudgetsAndTimes) {
  const Solid small = solid_with(shapes::box({0.5, 0.5, 0.5})), large = solid_with(shapes::box({3, 3, 3}));
  const Motion coming = Motion::straight(at(9, 0.1, 0.2), {-9, 0, 0});
  const MovingContact near = within(small, coming, large, Motion(), 1.0);
  EXPECT_NEAR(near.upper, 4.5 / 9, 1e-5);
  expect_same(near, within(small.model(), coming, large.model(), Motion(), 1.0));
  // Inside from 6.5 / 9 on; asked about a later time only, it is inside from the beginning.
  const MovingContact late = first_contact(small, coming, large, Motion(), {.during = {0.9, 1}});
  EXPECT_EQ(late.verdict, MotionVerdict::contact);
  EXPECT_EQ(late.lower, 0.9);
  EXPECT_EQ(late.upper, 0.9);
  FirstContactOptions hurried;
  hurried.during = {0.9, 1};
  hurried.budget.tests = 0;
  const MovingContact unknown = first_contact(small, coming, large, Motion(), hurried);
  EXPECT_EQ(unknown.verdict, MotionVerdict::undecided);
  EXPECT_EQ(unknown.lower, 0.9);
  EXPECT_FALSE(unknown.complete);
}

TEST(MovingSolids, RefuseWhatHasNoInsideOrNoTime) {
  Mesh open = shapes::box({1, 1, 1});
  open.triangles.pop_back();
  const Solid holed(Model(open), {Holes::by_winding_number}), box = solid_with(shapes::box({1, 1, 1}));
  const Motion moving = Motion::straight(at(5), {1, 0, 0});
  EXPECT_THROW(first_contact(holed, moving, box, Motion()), Error);
  EXPECT_THROW(first_contact(box, Motion(), box, Motion()), Error);
  EXPECT_THROW(first_contact(box, moving, box, Motion(), {.during = {3, 4}}), Error);
  EXPECT_THROW(first_contact(box, moving, box, Motion(), {.margin = -1}), Error);
  EXPECT_EQ(first_contact(solid_with({}), moving, box, Motion()).verdict, MotionVerdict::clear);
}

}  // namespace
}  // namespace abut
