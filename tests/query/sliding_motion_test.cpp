// Models that slide on each other, or turn beside each other, closer than floats can tell.

#include "math/random.h"
#include "query/moving_body.h"
#include "support/effort.h"
#include <abut/collide.h>
#include <abut/distance.h>
#include <abut/first_contact.h>
#include <abut/shapes.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace abut {
namespace {

using std::numbers::pi;

double length_of(const MotionParts& found, MotionPartKind kind) {
  double sum = 0;
  for (const MotionPart& part : found.parts) sum += part.kind == kind ? part.end - part.begin : 0;
  return sum;
}

void expect_no_sample_against(const MotionParts& found, const Model& a, const Motion& of_a, const Model& b,
                              const Motion& of_b, double margin, int samples = 12) {
  for (const MotionPart& part : found.parts)
    for (int i = 0; i <= samples && part.kind != MotionPartKind::undecided; ++i) {
      const double time = part.begin + (part.end - part.begin) * i / samples;
      const Distance gap = distance(a, of_a.at(time), b, of_b.at(time));
      if (part.kind == MotionPartKind::within) {
        ASSERT_LE(gap.lower, margin + found.tolerance) << "at " << time;
      } else if (i < samples) {
        ASSERT_GT(gap.upper, margin) << "at " << time;
      }
    }
}

std::uint64_t looks(const Counters& counters) {
  return counters.volume_tests + counters.triangle_tests + counters.exact_tests;
}

TEST(SlidingMotion, OfABoxOverABoxIsAContactUntilItSlidesOff) {
  const Model box(shapes::box({0.5, 0.5, 0.5}));
  const Motion moving = Motion::straight(Placement::translation({0.1, 0.05, 1}), {1.5, 0.3, 0});
  std::uint64_t coarse = 0;
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    const FirstContactOptions options{.time_tolerance = tolerance};
    const MotionParts found = contact_intervals(box, moving, box, Motion(), options);
    EXPECT_TRUE(found.complete);
    expect_no_sample_against(found, box, moving, box, Motion(), 0);
    EXPECT_EQ(found.parts.front().kind, MotionPartKind::within);
    EXPECT_EQ(found.parts.back().kind, MotionPartKind::apart);
    EXPECT_NEAR(length_of(found, MotionPartKind::within), 0.6, 2 * tolerance);
    EXPECT_LE(length_of(found, MotionPartKind::undecided), tolerance);
    // It grew as the tolerance shrank: half a million looks did not do.
    if (coarse == 0) coarse = looks(found.counters);
    EXPECT_LE(looks(found.counters), 20 * coarse);
    EXPECT_LE(looks(found.counters), 10'000u);
    FirstContactOptions parting = options;
    parting.after_parting = true;
    EXPECT_EQ(first_contact(box, moving, box, Motion(), parting).verdict, MotionVerdict::clear);
  }
}

/// A closed plate whose faces have many triangles.
Mesh plate_of_many(int cells) {
  Mesh mesh;
  for (const double side : {-1.0, 1.0}) {
    const Mesh face = shapes::plate(1, 1, cells, cells);
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    for (const Vec3& point : face.points) mesh.points.push_back({point.x, point.y, 0.0625 * side});
    for (const Triangle& t : face.triangles) mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  return mesh;
}

// Straight, turning about the normal, both, a little off it, both bodies; at places, sizes and margins.
TEST(SlidingMotion, OfFlushFacesIsProvedAndNeverContradictedBySampling) {
  Random random(31);
  const Model models[] = {Model(shapes::box({0.5, 0.5, 0.0625})), Model(plate_of_many(4)), Model(plate_of_many(9))};
  double undecided = 0, within = 0;
  for (int i = 0; i < tries(120); ++i) {
    const Model &a = models[random.below(3)], &b = models[random.below(3)];
    const double margin = i % 4 == 3 ? 0.01 : 0;
    const double off = i % 5 == 4 ? random.between(-1e-7, 1e-7) : 0, far = i % 7 == 6 ? 1e3 : 0;
    const Placement carrier = i % 2 == 0 ? Placement::translation({far, 0, 0}) : random.rotation({far, 0, 0});
    const Vec3 along = random.in_cube(0.6), start = random.in_cube(0.4);
    const Placement on_it = Placement::translation({start.x, start.y, 0.125 + margin + off});
    const Vec3 way = carrier.linear * Vec3{along.x, along.y, off};
    const Vec3 axis = carrier.linear * Vec3{off, 0, 1};
    const auto turning = [&](const Placement& from) {
      return Motion::screw(from, Screw{carrier * random.in_cube(0.5), axis, random.between(-2, 2), 0});
    };
    const Motion of_a = i % 3 == 0 ? Motion::straight(carrier * on_it, way) : turning(carrier * on_it);
    const Motion of_b = i % 6 < 4 ? Motion::straight(carrier, {}) : turning(carrier);
    const FirstContactOptions options{.margin = margin, .time_tolerance = 1e-4, .budget = {.tests = 2'000'000}};
    const MotionParts found = contact_intervals(a, of_a, b, of_b, options);
    EXPECT_TRUE(found.complete) << i;
    EXPECT_LE(looks(found.counters), 200'000u) << i;
    expect_no_sample_against(found, a, of_a, b, of_b, margin);
    undecided += length_of(found, MotionPartKind::undecided), within += length_of(found, MotionPartKind::within);
  }
  EXPECT_GT(within, 20);
  EXPECT_LT(undecided, 2);
}

TEST(SlidingMotion, OfPlatesAMillionthApartIsClear) {
  const Model plate(plate_of_many(6)), box(shapes::box({0.5, 0.5, 0.0625}));
  for (const double gap : {1e-6, 1e-9})
    for (const Model* other : {&plate, &box}) {
      const Placement above = Placement::translation({0.1, 0.05, 0.125 + gap});
      const Motion motions[] = {Motion::straight(above, {0.5, 0.3, 0}),
                                Motion::screw(above, Screw{{}, {0, 0, 1}, 1, 0})};
      for (const Motion& motion : motions) {
        const MovingContact found = first_contact(*other, motion, *other, Motion());
        EXPECT_EQ(found.verdict, MotionVerdict::clear) << gap;
        EXPECT_LE(looks(found.counters), 100'000u) << gap;
      }
    }
}

TEST(SlidingMotion, OfAThinRodAboutItsAxisIsSoonProvedClear) {
  const Model rod(shapes::cylinder(0.01, 1, 32)), wall(shapes::box({1, 1, 0.1}));
  const Placement beside = Motion::screw({}, Screw{{}, {0, 1, 0}, pi / 2, 0}).at(1);
  for (const bool is_swapped : {false, true}) {
    const Placement at = Placement::translation({0, 0, 0.12}) * beside;
    const Motion turning = Motion::screw(at, Screw{{0, 0, 0.12}, {1, 0, 0}, 2 * pi, 0});
    const MovingContact found =
        is_swapped ? first_contact(wall, Motion(), rod, turning) : first_contact(rod, turning, wall, Motion());
    EXPECT_EQ(found.verdict, MotionVerdict::clear);
    // 20 000 when its length counted as its radius.
    EXPECT_LE(looks(found.counters), 5'000u);
  }
}

/// Where a point of A is at a time, seen by B as it is in the middle.
Vec3 seen_by_other(const Motion& of_a, const Motion& of_b, double middle, double time, const Vec3& point) {
  return of_b.at(middle) * (inverse(of_b.at(time)) * (of_a.at(time) * point));
}

TEST(SeenMotion, IsOffByNoMoreThanItsRestAlongEachDirection) {
  Random random(32);
  const Mesh mesh = shapes::cylinder(0.05, 1, 5);
  const Model model(mesh);
  double most = 0;
  for (int i = 0; i < 400; ++i) {
    const Vec3 axis = random.direction();
    const auto motion = [&](int kind) {
      const Placement from = random.rotation(random.in_cube(1));
      const Screw screw{random.in_cube(1), kind == 0 ? axis : random.direction(), random.between(-6, 6),
                        random.between(-1, 1)};
      return kind == 2 ? Motion::straight(from, random.in_cube(1)) : Motion::screw(from, screw);
    };
    const Motion of_a = motion(i % 3), of_b = motion(i / 3 % 3);
    const double begin = random.between(0, 0.6), end = begin + random.between(0, 0.4);
    const MovingBody a(model, of_a), b(model, of_b);
    const MovingMiddle middle(a, b, begin, end, 0);
    for (const Vec3& point : mesh.points)
      for (double s : {-1.0, -0.4, 0.7, 1.0}) {
        const Vec3 x = of_a.at(middle.time) * point, travel = middle.a_seen.travel(x), bend = middle.a_seen.bend(x);
        const double time = std::clamp(middle.time + s * middle.half, begin, end);
        s = (time - middle.time) / middle.half;
        const Vec3 off = seen_by_other(of_a, of_b, middle.time, time, point) - (x + travel * s + bend * (s * s));
        ASSERT_LE(length(off), middle.a_seen.rest + 1e-13);
        most = std::max(most, length(off) / (middle.a_seen.rest + 1e-13));
        for (const Vec3& n : {axis, random.direction(), Vec3{1, 0, 0}})
          ASSERT_LE(std::abs(dot(n, off)), middle.a_seen.rest_along(n) + 1e-13) << i;
      }
    // What turns about one direction stays in planes across it.
    if (i % 9 == 0) {
      ASSERT_LE(middle.a_seen.rest_along(axis), 1e-10);
    }
  }
  EXPECT_GT(most, 0.3);
}

}  // namespace
}  // namespace abut
