#include "support/figures.h"

#include <abut/shapes.h>

#include <algorithm>
#include <cmath>

namespace abut::test {

namespace {

Shape mixed_shape(int kind) {
  switch (kind % 6) {
    case 0:
      return Shape::box({0.3, 0.2, 0.9});
    case 1:
      return Shape::capsule(0.12, 0.7);
    case 2:
      return Shape(Model(shapes::torus(0.3, 0.1, 12, 8)));
    case 3:
      return Shape(Solid(Model(shapes::sphere(0.3, 3))));
    case 4:
      return Shape::sphere(0.3);
    default:
      return Shape(Solid(Model(shapes::box({0.1, 0.1, 0.45}))));
  }
}

Joint joint_between(int index, JointKind kind, const Vec3& axis) {
  return {.name = "joint " + std::to_string(index),
          .kind = kind,
          .parent = "link " + std::to_string(index),
          .child = "link " + std::to_string(index + 1),
          .origin = Placement::translation({0, 0, 1}),
          .axis = axis,
          .limits = kind == JointKind::prismatic ? Bracket{0, 0.5} : Bracket{-2.5, 2.5}};
}

}  // namespace

Figure mixed_chain(int links, std::uint64_t seed) {
  Random random(seed);
  std::vector<Link> all;
  std::vector<Joint> joints;
  for (int i = 0; i < links; ++i) {
    Link link{"link " + std::to_string(i), {}};
    if (i % 7 != 3) link.shapes.push_back({mixed_shape(i), Placement::translation({0, 0, 0.5})});
    if (i % 5 == 4) link.shapes.push_back({mixed_shape(i + 1), random.rotation({0.2, 0, 0.5})});
    all.push_back(std::move(link));
    constexpr JointKind kinds[] = {JointKind::revolute, JointKind::continuous, JointKind::revolute,
                                   JointKind::prismatic, JointKind::fixed};
    if (i + 1 < links) joints.push_back(joint_between(i, kinds[i % 5], random.direction()));
  }
  return Figure(std::move(all), std::move(joints));
}

Figure branching_figure() {
  const Shape body = Shape::box({0.6, 0.4, 1}), limb = Shape::capsule(0.1, 0.5), ball = Shape::sphere(0.2);
  const Placement down = Placement::translation({0, 0, -0.35});
  std::vector<Link> links{{"ground", {}},
                          {"body", {{body, {}}}},
                          {"head", {{ball, {}}}},
                          {"left upper", {{limb, down}}},
                          {"left lower", {{limb, down}}},
                          {"right upper", {{limb, down}}},
                          {"right lower", {{limb, down}}},
                          {"cart", {{body, {}}}}};
  const auto at = [](double x, double y, double z) { return Placement::translation({x, y, z}); };
  std::vector<Joint> joints{
      {.name = "free", .kind = JointKind::floating, .parent = "ground", .child = "body"},
      {.name = "neck", .kind = JointKind::revolute, .parent = "body", .child = "head", .origin = at(0, 0, 0.8)},
      {.name = "left shoulder",
       .kind = JointKind::continuous,
       .parent = "body",
       .child = "left upper",
       .origin = at(0.5, 0, 0.4),
       .axis = {1, 0, 0}},
      {.name = "left elbow",
       .kind = JointKind::revolute,
       .parent = "left upper",
       .child = "left lower",
       .origin = at(0, 0, -0.75),
       .axis = {0, 3, 4}},
      {.name = "right shoulder",
       .kind = JointKind::continuous,
       .parent = "body",
       .child = "right upper",
       .origin = at(-0.5, 0, 0.4),
       .axis = {1, 0, 0}},
      {.name = "right elbow",
       .kind = JointKind::revolute,
       .parent = "right upper",
       .child = "right lower",
       .origin = at(0, 0, -0.75),
       .axis = {0, 1, 0},
       .mimic = Mimic{"left elbow", -0.5, 0.25}},
      {.name = "drive",
       .kind = JointKind::planar,
       .parent = "ground",
       .child = "cart",
       .origin = at(0, 0, -1),
       .axis = {0, 0, 1}}};
  return Figure(std::move(links), std::move(joints));
}

std::vector<double> random_configuration(const Figure& figure, Random& random) {
  std::vector<double> numbers;
  for (const JointNumber& number : figure.numbers()) {
    const bool is_angle = number.wraps || figure.joints()[number.joint].kind == JointKind::revolute;
    const double most = is_angle ? 3.1 : 1;
    numbers.push_back(random.between(std::max(number.limits.lower, -most), std::min(number.limits.upper, most)));
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!figure.numbers()[i].name.ends_with("/rot_x")) continue;
    double square = 0;
    for (std::size_t k = i; k < i + 4; ++k) square += numbers[k] * numbers[k];
    for (std::size_t k = i; k < i + 4; ++k) numbers[k] /= std::sqrt(square);
  }
  return numbers;
}

std::vector<double> configuration_near(const Figure& figure, std::vector<double> q, double most, Random& random) {
  for (std::size_t i = 0; i < q.size(); ++i) {
    const JointNumber& number = figure.numbers()[i];
    if (number.name.find("/rot_") != std::string::npos) continue;
    q[i] = std::clamp(q[i] + random.between(-most, most), number.limits.lower, number.limits.upper);
  }
  return q;
}

}  // namespace abut::test
