#include "obbtree/rigid_body.h"

#include <abut/error.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut::bench {
namespace {

void expect_near(const Vec3& a, const Vec3& b, double tolerance) { EXPECT_LE(length(a - b), tolerance); }

/// Twice the energy of motion of a body of the given mass.
double liveliness(const RigidBody& body, double mass) {
  return mass * dot(body.velocity, body.velocity) + dot(body.angular_momentum, body.angular_velocity());
}

TEST(MassProperties, AreThoseOfTheBookForABox) {
  const Vec3 half{1, 2, 3}, off{5, -4, 7};
  const MassProperties box = mass_properties(transformed(shapes::box(half), Placement::translation(off)));
  EXPECT_NEAR(box.mass, 48, 1e-10);
  expect_near(box.centre, off, 1e-10);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double expected = i == j ? 48 * (14 - half[i] * half[i]) / 3 : 0;
      EXPECT_NEAR(box.inertia(i, j), expected, 1e-8) << i << j;
    }
}

TEST(MassProperties, RefuseAMeshWithoutVolume) { EXPECT_THROW(mass_properties(shapes::plate(1, 1, 2, 2)), Error); }

TEST(RigidBody, StartsWhereItsModelIs) {
  const Mesh mesh = transformed(shapes::box({1, 1, 2}), Placement::translation({3, 0, 0}));
  const Placement at = RigidBody(mass_properties(mesh)).placement();
  for (const Vec3& point : mesh.points) expect_near(at * point, point, 1e-12);
}

TEST(RigidBody, TumblesFreelyWithoutGainOrLoss) {
  const MassProperties box = mass_properties(shapes::box({0.2, 0.7, 1}));
  RigidBody body(box);
  body.velocity = {1, 0, 0};
  // About the middle axis: the motion that turns over and over.
  body.set_angular_velocity({0.01, 2, 0.01});
  expect_near(body.angular_velocity(), {0.01, 2, 0.01}, 1e-12);
  const Vec3 momentum = body.angular_momentum;
  const double before = liveliness(body, box.mass);
  for (int i = 0; i < 20000; ++i) body.advance({}, 0.001);
  expect_near(body.centre, {20, 0, 0}, 1e-9);
  EXPECT_EQ(body.angular_momentum, momentum);
  EXPECT_NEAR(liveliness(body, box.mass), before, 0.02 * before);
  EXPECT_TRUE(is_rigid(body.placement()));
}

TEST(RigidBody, TurnsOnceInTheTimeOfATurn) {
  RigidBody body(mass_properties(shapes::box({1, 1, 1})));
  const double pi = 3.141592653589793;
  body.set_angular_velocity({0, 0, 2 * pi});
  for (int i = 0; i < 250; ++i) body.advance({}, 0.001);
  expect_near(body.placement() * Vec3{1, 0, 0}, {0, 1, 0}, 1e-4);
}

TEST(Bounce, KeepsTheEnergyWhenItIsElastic) {
  const MassProperties box = mass_properties(shapes::box({1, 0.5, 0.25}));
  RigidBody body(box);
  body.velocity = {0.3, 0, -1};
  body.set_angular_velocity({0.5, 1, 0.2});
  const Vec3 corner{1, 0.5, -0.25}, up{0, 0, 1};
  const double before = liveliness(body, box.mass), approach = dot(body.velocity_at(corner), up);
  ASSERT_LT(approach, 0);
  bounce(body, corner, up, {.restitution = 1});
  EXPECT_NEAR(liveliness(body, box.mass), before, 1e-12 * before);
  EXPECT_NEAR(dot(body.velocity_at(corner), up), -approach, 1e-12);
}

TEST(Bounce, SendsABodyOffAtLeastAtTheLeastRebound) {
  RigidBody body(mass_properties(shapes::box({1, 1, 1})));
  const Vec3 below{0.5, 0, -1}, up{0, 0, 1};
  bounce(body, below, up, {.restitution = 0.5, .least_rebound = 0.25});
  EXPECT_NEAR(dot(body.velocity_at(below), up), 0.25, 1e-12);
}

TEST(Bounce, LeavesABodyAloneThatMovesAway) {
  RigidBody body(mass_properties(shapes::box({1, 1, 1})));
  body.velocity = {1, 2, 3};
  bounce(body, {0, 0, -1}, {0, 0, 1}, {.restitution = 0.5, .least_rebound = 0.25});
  EXPECT_EQ(body.velocity, (Vec3{1, 2, 3}));
}

TEST(MiddleOfCrossing, LiesOnBothTriangles) {
  const std::array<Vec3, 3> flat{Vec3{-1, -1, 0}, Vec3{3, -1, 0}, Vec3{-1, 3, 0}};
  const std::array<Vec3, 3> upright{Vec3{0, 0, -1}, Vec3{0.5, 0, 1}, Vec3{1, 0, -1}};
  expect_near(middle_of_crossing(flat, upright), {0.5, 0, 0}, 1e-12);
  expect_near(middle_of_crossing(upright, flat), {0.5, 0, 0}, 1e-12);
}

TEST(MiddleOfCrossing, IsBetweenTheCentroidsOfCoplanarTriangles) {
  const std::array<Vec3, 3> a{Vec3{0, 0, 0}, Vec3{3, 0, 0}, Vec3{0, 3, 0}},
      b{Vec3{1, 1, 0}, Vec3{4, 1, 0}, Vec3{1, 4, 0}};
  expect_near(middle_of_crossing(a, b), {1.5, 1.5, 0}, 1e-12);
}

}  // namespace
}  // namespace abut::bench
