#include "robot_works.h"

#include "../robot_workloads.h"
#include "math/random.h"
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace abut::bench::peers {

namespace {

constexpr int links = 8;
constexpr double link_length = 0.25;

Figure arm_of(const Mesh& mesh) {
  std::vector<Link> all;
  std::vector<Joint> joints;
  const Model model(mesh);
  for (int i = 0; i < links; ++i) {
    const std::string name = "link " + std::to_string(i);
    if (i > 0)
      joints.push_back({.name = "joint " + std::to_string(i),
                        .kind = JointKind::revolute,
                        .parent = "link " + std::to_string(i - 1),
                        .child = name,
                        .origin = Placement::translation({0, 0, link_length}),
                        .axis = i % 2 == 0 ? Vec3{0, 0, 1} : Vec3{0, 1, 0},
                        .limits = {-2.2, 2.2}});
    all.push_back({name, {{Shape(model), {}}}});
  }
  return Figure(std::move(all), std::move(joints));
}

Mesh scaled(Mesh mesh, double by) {
  for (Vec3& point : mesh.points) point = point * by;
  return mesh;
}

/// Ten scanned things around the arm, as one mesh of 100k triangles.
std::vector<StandingMesh> scanned_world() {
  Random random(3);
  Mesh all;
  for (int i = 0; i < 10; ++i) {
    const double angle = 2 * std::numbers::pi * i / 10, far = random.between(0.4, 0.75);
    const Placement at = random.rotation({far * std::cos(angle), far * std::sin(angle), random.between(-0.2, 1.4)});
    const Mesh one = scaled(shapes::bumpy_scan(10000, static_cast<std::uint64_t>(20 + i)), 0.12);
    const auto first = static_cast<std::uint32_t>(all.points.size());
    for (const Vec3& point : one.points) all.points.push_back(at * point);
    for (const Triangle& t : one.triangles) all.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  return {{std::move(all), {}}};
}

/// A thousand boxes, most of them out of the arm's reach.
std::vector<StandingMesh> boxed_world() {
  Random random(4);
  std::vector<StandingMesh> world;
  while (world.size() < 1000) {
    const Vec3 centre = random.in_cube(2.5);
    if (length(centre) < 0.55) continue;
    const Vec3 half{random.between(0.02, 0.12), random.between(0.02, 0.12), random.between(0.02, 0.12)};
    world.push_back({shapes::box(half), random.rotation(centre)});
  }
  return world;
}

RobotWork work_of(const std::string& name, const Mesh& link, std::vector<StandingMesh> world, int configurations) {
  const Figure arm = arm_of(link);
  CheckerSetup setup{{{.figure = arm, .base = {}}}, {}, {}};
  for (std::size_t i = 0; i < world.size(); ++i)
    setup.bodies.push_back({"body " + std::to_string(i), Shape(Model(world[i].mesh)), world[i].at});
  RobotWork work{name, std::vector<Mesh>(links, link), std::move(world), arm, {}, Checker(setup), {}};
  for (std::size_t a = 0; a < links; ++a)
    for (std::size_t b = a + 2; b < links; ++b) work.pairs.push_back({a, b});
  Random random(5);
  for (int i = 0; i < configurations * (links - 1); ++i) work.configurations.push_back(random.between(-2.2, 2.2));
  return work;
}

}  // namespace

std::vector<RobotWork> robot_works(int configurations) {
  std::vector<RobotWork> works;
  for (const auto& [size, around, rings] : {std::tuple{"300", 15, 10}, std::tuple{"20k", 100, 100}}) {
    const Mesh link = scaled(detailed_link(around, rings), link_length);
    works.push_back(
        work_of(std::string("links of ") + size + ", 100k triangles", link, scanned_world(), configurations));
    works.push_back(work_of(std::string("links of ") + size + ", 1000 boxes", link, boxed_world(), configurations));
  }
  return works;
}

}  // namespace abut::bench::peers
