// From a URDF file to a motion that is proved free: the way around a pillar by a configuration in between.
#include <abut/edge.h>
#include <abut/robot_scene.h>

#include <iostream>
#include <random>

int main(int, char** arguments) {
  using enum abut::MotionVerdict;
  const std::string folder = std::string(arguments[1]) + "/arm/arm";
  abut::SceneRobot arm{.robot = abut::read_robot(folder + ".urdf", {.srdf = folder + ".srdf"}), .padding = 0.005};
  abut::Scene scene;
  scene.add("floor", abut::Shape::half_space(), abut::Placement::translation({0, 0, -0.05}));
  scene.add("pillar", abut::Shape::cylinder(0.08, 2), abut::Placement::translation({0.45, 0, 0.8}));
  scene.allow("floor", "link0");
  const abut::EdgeChecker edges(abut::Checker(abut::checker_setup(scene, {&arm, 1})));

  std::vector<double> start = arm.robot.configuration("ready"), goal = start;
  start[0] = 1.2, goal[0] = -1.2;
  const auto check = [&](const auto& from, const auto& to) { return edges.check(from, to, {.margin = 0.01}).verdict; };
  std::cout << "the straight way: " << name_of(check(start, goal)) << '\n';

  std::mt19937 random(3);
  std::uniform_real_distribution<double> angle(-2, 2);
  for (int i = 0; i < 100000; ++i) {
    std::vector<double> way = start;
    for (double& number : way) number = angle(random);
    if (!edges.checker().is_free(way) || check(start, way) != clear || check(way, goal) != clear) continue;
    std::cout << "a way around it, proved, " << edges.clearance(start, way).lower << " and "
              << edges.clearance(way, goal).lower << " clear\n";
    return 0;
  }
  std::cout << "no way found\n";
  return 1;
}
