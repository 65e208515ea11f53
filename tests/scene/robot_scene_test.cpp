#include "support/checker_oracle.h"
#include "support/effort.h"
#include "support/figures.h"
#include <abut/edge.h>
#include <abut/error.h>
#include <abut/robot_scene.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut::test {
namespace {

Robot shipped(const std::string& name) {
  const std::string folder = ABUT_ROBOTS "/" + name + "/" + name;
  return read_robot(folder + ".urdf", {.srdf = folder + ".srdf"});
}

/// Boxes, balls and rings around the origin, as far away as a robot reaches.
Scene cluttered(double reach) {
  Scene scene;
  Random random(11);
  scene.add("floor", Shape::half_space(), Placement::translation({0, 0, -0.6 * reach}));
  for (int i = 0; i < 12; ++i) {
    const Placement at = random.rotation(random.direction() * (random.between(0.5, 1.2) * reach));
    const double size = 0.15 * reach;
    const Shape ring{Model(shapes::torus(size, 0.3 * size, 16, 8))};
    const Shape shape = i % 3 == 0 ? Shape::box({size, size, 2 * size}) : i % 3 == 1 ? Shape::sphere(size) : ring;
    scene.add("body " + std::to_string(i), shape, at, {.padding = i % 4 == 0 ? 0.01 * reach : 0});
  }
  return scene;
}

class ShippedRobots : public testing::TestWithParam<const char*> {};

TEST_P(ShippedRobots, EqualBruteForceAmongBodies) {
  const Robot robot = shipped(GetParam());
  double reach = 0;
  Random first(1);
  for (const Placement& link : robot.figure.place(random_configuration(robot.figure, first)))
    reach = std::max(reach, length(link.shift));
  const SceneRobot placed{.robot = robot, .base = {}, .padding = 0.005 * reach};
  const CheckerSetup setup = checker_setup(cluttered(reach), {&placed, 1});
  const Checker checker(setup);
  Random random(2);
  std::vector<double> all;
  const int count = long_tries(10000);
  for (int i = 0; i < count; ++i)
    for (double number : random_configuration(robot.figure, random)) all.push_back(number);
  const auto touching = checker.touching_each(all, {.threads = 2});
  const std::vector<char> free = checker.are_free(all);
  for (std::size_t i = 0; i < touching.size(); ++i) {
    const std::span<const double> one = std::span(all).subspan(i * checker.dof(), checker.dof());
    EXPECT_EQ(names_of(checker, touching[i]), brute_force_contacts(setup, one, 0)) << "configuration " << i;
    EXPECT_EQ(free[i] != 0, touching[i].empty());
  }
}

INSTANTIATE_TEST_SUITE_P(, ShippedRobots, testing::Values("arm", "hand", "humanoid"));

TEST(RobotScene, TakesWhatMayTouchFromTheSceneAndTheRobot) {
  const Robot robot = shipped("arm");
  Scene scene;
  scene.add("table", Shape::box({9, 9, 9}), {});
  const SceneRobot placed{.robot = robot, .base = {}};
  const std::vector<double> q(robot.figure.dof());
  EXPECT_FALSE(Checker(checker_setup(scene, {&placed, 1})).is_free(q));
  scene.allow("table", "*");
  const Checker checker(checker_setup(scene, {&placed, 1}));
  EXPECT_TRUE(checker.is_free(q));
  for (const AllowedLinks& pair : robot.allowed)
    EXPECT_TRUE(checker.is_allowed({static_cast<std::uint32_t>(pair.a), static_cast<std::uint32_t>(pair.b)}));
}

TEST(RobotScene, CarriesABodyInsteadOfLeavingItInTheWorld) {
  const Robot robot = shipped("arm");
  const std::string last = robot.figure.links().back().name;
  Scene scene;
  scene.add("part", Shape::sphere(100), {});
  SceneRobot placed{.robot = robot, .base = {}};
  const std::vector<double> q(robot.figure.dof());
  EXPECT_FALSE(Checker(checker_setup(scene, {&placed, 1})).is_free(q));
  placed.attached = {{"part", last, Shape::sphere(1e-6), Placement::translation({0, 0, 50})}};
  EXPECT_TRUE(Checker(checker_setup(scene, {&placed, 1})).is_free(q));
  placed.attached = {{"part", last, Shape::sphere(100), {}}};
  EXPECT_FALSE(Checker(checker_setup(scene, {&placed, 1})).is_free(q));
}

TEST(RobotScene, TellsTwoRobotsApartByTheirNames) {
  const Robot robot = shipped("arm");
  const SceneRobot one{.robot = robot, .base = {}};
  SceneRobot left = one, right = one;
  left.name = "left", right.name = "right", right.base = Placement::translation({50, 0, 0});
  const SceneRobot twins[] = {one, one}, named[] = {left, right};
  EXPECT_THROW(checker_setup({}, twins), Error);
  const Checker checker(checker_setup({}, named));
  EXPECT_EQ(checker.dof(), 2 * robot.figure.dof());
  EXPECT_THAT(checker.names(), testing::Contains("right/" + robot.figure.links().back().name));
}

TEST(EdgeClearance, BracketsHowFarARodStaysAwayFromABall) {
  // A rod of length 1 turns past a ball whose nearest point is 0.25 away from where its end passes.
  const Figure figure(
      {{"base", {}}, {"rod", {{Shape::capsule(0, 1), Placement::translation({0.5, 0, 0})}}}},
      {{.name = "turn", .kind = JointKind::revolute, .parent = "base", .child = "rod", .axis = {0, 0, 1}}});
  const CheckerSetup setup{
      {{.figure = figure, .base = {}}}, {{"ball", Shape::sphere(0.5), Placement::translation({0, 1.25, 0})}}, {}};
  const EdgeChecker edges{Checker(setup)};
  const std::vector<double> from{-1}, to{1.2};
  const EdgeClearance found = edges.clearance(from, to, {.relative_error = 1e-4});
  // The rod lies along z in its own frame: what passes is the point at 0.5 along x.
  const double end_angle = 1.2, x = 0.5 * std::cos(end_angle), y = 0.5 * std::sin(end_angle);
  const double truth = std::hypot(x, y - 1.25) - 0.5;
  EXPECT_LE(found.lower, truth);
  EXPECT_GE(found.upper, truth);
  EXPECT_LE(found.upper - found.lower, 2e-4);
}

}  // namespace
}  // namespace abut::test
