#include "support/robot_worlds.h"

#include "math/random.h"
#include "support/figures.h"
#include <abut/robot.h>
#include <abut/shapes.h>

namespace abut::test {

std::vector<CheckedBody> bodies_around(int count, double size, double scale, std::uint64_t seed) {
  Random random(seed);
  std::vector<CheckedBody> bodies{{"floor", Shape::half_space(), Placement::translation({0, 0, -0.5 * size})}};
  const Vec3 unit{scale, scale, scale};
  for (int i = 0; i < count; ++i) {
    const std::string name = "body " + std::to_string(i);
    const Placement at = random.rotation(random.in_cube(size));
    const double padding = i % 6 == 5 ? 0.1 * scale : 0;
    if (i % 4 == 0) bodies.push_back({name, Shape::box({0.5 * scale, 0.7 * scale, 0.9 * scale}), at, padding});
    if (i % 4 == 1) bodies.push_back({name, Shape::sphere(0.4 * scale), at, padding});
    if (i % 4 == 2) bodies.push_back({name, Shape(Model(shapes::torus(0.8 * scale, 0.2 * scale, 16, 8))), at, padding});
    if (i % 4 == 3) bodies.push_back({name, Shape(Solid(Model(shapes::box(unit * 0.5)))), at, padding});
  }
  return bodies;
}

namespace {

RobotWorld shipped(const std::string& name, double reach, double margin, int bodies) {
  const std::string file = std::string(ABUT_ROBOTS) + "/" + name + "/" + name;
  const Robot robot = read_robot(file + ".urdf", {.srdf = file + ".srdf"});
  RobotWorld world{name, {{{.figure = robot.figure, .base = {}, .padding = 0.001}}, {}, {}}, reach, margin};
  world.setup.bodies = bodies_around(bodies, reach, 0.15 * reach, 7);
  for (const AllowedLinks& pair : robot.allowed)
    world.setup.allowed.push_back({robot.figure.links()[pair.a].name, robot.figure.links()[pair.b].name});
  return world;
}

}  // namespace

std::vector<RobotWorld> robot_worlds() {
  RobotWorld chain{"chain of 16", {{{.figure = mixed_chain(16, 1), .base = {}}}, {}, {}}, 16, 0};
  chain.setup.bodies = bodies_around(40, 6, 1, 2);
  for (int i = 0; i + 2 < 16; ++i)
    chain.setup.allowed.push_back({"link " + std::to_string(i), "link " + std::to_string(i + 2)});
  return {shipped("arm", 1.4, 0, 40), shipped("hand", 0.25, 0.0005, 25), shipped("humanoid", 1, 0, 8), chain};
}

}  // namespace abut::test
