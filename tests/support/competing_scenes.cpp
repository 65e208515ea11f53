#include "support/competing_scenes.h"

namespace abut {

namespace {

double power_of_ten(Random& random, int least, int most) {
  double power = 1;
  const int exponent = least + static_cast<int>(random.below(static_cast<std::uint64_t>(most - least + 1)));
  for (int i = 0; i < std::abs(exponent); ++i) power *= 10;
  return (exponent < 0 ? 1 / power : power) * random.between(0.3, 3);
}

/// A triangle below the plane z = 0, or nearly so, that reaches it at the origin with a corner, a side or its inside.
std::array<Vec3, 3> reaching_up(Random& random, double size, double noise) {
  const auto flat = [&](double reach) {
    const Vec3 v = random.direction();
    return Vec3{v.x * reach, v.y * reach, random.chance(0.5) ? 0 : -std::abs(v.z) * reach};
  };
  const Vec3 top = random.in_cube(noise);
  const double width = random.chance(0.5) ? size : size * power_of_ten(random, -9, 0);
  const Vec3 along = flat(size);
  Vec3 across = flat(width);
  across.z = -std::abs(across.z);
  switch (random.below(3)) {
    case 0:
      return {top, top + along, top + along + across};
    case 1:
      return {top + Vec3{along.x, along.y, 0} * random.unit(), top - Vec3{along.x, along.y, 0} * random.unit(),
              top + across};
    default:
      return {top + Vec3{along.x, along.y, 0}, top - Vec3{along.x, along.y, 0} + Vec3{across.x, across.y, 0},
              top - Vec3{across.x, across.y, 0}};
  }
}

/// `largest` is the size of the largest triangles; gaps are some roundings of it and more.
Mesh fan(Random& random, int count, double largest, double noise) {
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const double size = i % 3 == 0 ? largest : largest * power_of_ten(random, -9, 0);
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    for (const Vec3& corner : reaching_up(random, size, noise)) mesh.points.push_back(corner);
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

PlacedMeshes facing_fans(Random& random) {
  const double largest = power_of_ten(random, -3, 6), gap = largest * power_of_ten(random, -16, -9);
  const double noise = gap * random.between(0, 0.49);
  PlacedMeshes scene{"", fan(random, 6, largest, noise), fan(random, 6, largest, noise), {}, {}};
  for (Vec3& p : scene.b.points) p.z = gap - p.z;
  return scene;
}

/// Corners of the facing fans, seen from the models' frames.
PlacedMeshes placed(PlacedMeshes scene, const Placement& at_a, const Placement& at_b) {
  const Placement from_a = inverse(at_a), from_b = inverse(at_b);
  for (Vec3& p : scene.a.points) p = from_a * p;
  for (Vec3& p : scene.b.points) p = from_b * p;
  scene.at_a = at_a, scene.at_b = at_b;
  return scene;
}

Placement rounded_to_float(Placement at) {
  for (double& entry : at.linear.entries) entry = static_cast<float>(entry);
  for (int axis = 0; axis < 3; ++axis) at.shift[axis] = static_cast<float>(at.shift[axis]);
  return at;
}

/// The same placement for both, whatever it is: what was closest stays nearly so.
PlacedMeshes shared(const Placement& at, Random& random) {
  PlacedMeshes scene = facing_fans(random);
  scene.at_a = scene.at_b = at;
  return scene;
}

Placement mirrored(Random& random) {
  Placement at = random.rotation();
  for (int i = 0; i < 3; ++i) at.linear(i, 0) = -at.linear(i, 0);
  return at;
}
Placement scaled(Random& random) {
  Placement at = random.rotation(random.in_cube(1));
  const double scale = power_of_ten(random, -6, 6);
  for (double& entry : at.linear.entries) entry *= scale;
  return at;
}
Placement sheared(Random& random) {
  for (;;) {
    const Matrix3 m = Matrix3::from_rows(random.in_cube(2), random.in_cube(2), random.in_cube(2));
    if (std::abs(determinant(m)) > 0.05) return {m, random.in_cube(1)};
  }
}

}  // namespace

const std::vector<SceneFamily>& competing_families() {
  static const std::vector<SceneFamily> families{
      {"fans as they are", [](Random& r) { return facing_fans(r); }},
      {"fans under one rotation", [](Random& r) { return shared(r.rotation(r.in_cube(1)), r); }},
      {"fans in one mirror", [](Random& r) { return shared(mirrored(r), r); }},
      {"fans under one scale", [](Random& r) { return shared(scaled(r), r); }},
      {"fans under one shear", [](Random& r) { return shared(sheared(r), r); }},
      {"fans under one float matrix", [](Random& r) { return shared(rounded_to_float(r.rotation(r.in_cube(9))), r); }},
      {"fans under one far offset", [](Random& r) { return shared(r.rotation(r.in_cube(1e9)), r); }},
      {"fans under two rotations", [](Random& r) { return placed(facing_fans(r), r.rotation(), r.rotation()); }},
      {"fans under two far rotations",
       [](Random& r) {
         const Vec3 away = r.in_cube(1e6);
         return placed(facing_fans(r), r.rotation(away), r.rotation(away));
       }},
      {"fans under two float matrices",
       [](Random& r) {
         return placed(facing_fans(r), rounded_to_float(r.rotation()), rounded_to_float(r.rotation()));
       }},
      {"fans in a mirror and scaled", [](Random& r) { return placed(facing_fans(r), mirrored(r), scaled(r)); }},
      {"fans under two shears", [](Random& r) { return placed(facing_fans(r), sheared(r), sheared(r)); }},
  };
  return families;
}

std::vector<PlacedMeshes> competing_scenes(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<PlacedMeshes> scenes;
  const std::vector<SceneFamily>& families = competing_families();
  for (int i = 0; i < count; ++i) {
    const SceneFamily& family = families[static_cast<std::size_t>(i) % families.size()];
    scenes.push_back(family.next(random));
    scenes.back().name = family.name + " " + std::to_string(i);
  }
  return scenes;
}

}  // namespace abut
