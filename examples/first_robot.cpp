// From a URDF file to a motion that is proved free: the way around a pillar by a configuration in between.
#include <abut/edge.h>
#include <abut/robot_scene.h>

#include <iostream>
#include <random>

int main(int, char** arguments) {
  const std::string folder = std::string(arguments[1]) + "/arm/arm";
  abut::SceneRobot arm{.robot = abut::read_robot(folder + ".urdf", {.srdf = folder + ".srdf"}), .padding = 0.005};
  abut::Scene scene;
  scene.add("floor", abut::Shape::half_space(), abut::Placement::translation({0, 0, -0.05}));
  scene.add("pillar", abut::Shape::cylinder(0.08, 2), abut::Placement::translation({0.45, 0, 0.8}));
  scene.allow("floor", "link0");
  const abut::Checker checker(abut::checker_setup(scene, {&arm, 1}));
  const abut::EdgeChecker edges(checker);

  std::vector<double> start = arm.robot.configuration("ready"), goal = start;
  start[0] = 1.2, goal[0] = -1.2;
  const abut::EdgeOptions options{.margin = 0.01};
  std::cout << "the straight way: " << name_of(edges.check(start, goal, options).verdict) << '\n';

  std::mt19937 random(3);
  std::uniform_real_distribution<double> angle(-2, 2);
  for (int i = 0; i < 100000; ++i) {
    std::vector<double> way = start;
    for (double& number : way) number = angle(random);
    if (!checker.is_free(way, {.margin = 0.01})) continue;
    const bool there = edges.check(start, way, options).verdict == abut::MotionVerdict::clear;
    if (!there || edges.check(way, goal, options).verdict != abut::MotionVerdict::clear) continue;
    std::cout << "a way around it, proved, " << edges.clearance(start, way).lower << " and "
              << edges.clearance(way, goal).lower << " clear\n";
    return 0;
  }
  std::cout << "no way found\n";
  return 1;
}
