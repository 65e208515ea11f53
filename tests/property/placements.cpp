#include "property/placements.h"

#include <cmath>

namespace abut::property {

namespace {

double whole(Random& random, int low, int high) {
  return low + static_cast<double>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}
Matrix3 diagonal(double x, double y, double z) { return Matrix3::from_rows({x, 0, 0}, {0, y, 0}, {0, 0, z}); }
Matrix3 rotation(Random& random) { return random.rotation().linear; }
Matrix3 mirrored(Random& random) {
  return random.chance(0.3) ? diagonal(-1, 1, 1) : rotation(random) * diagonal(1, -1, 1);
}
double power_of_two(Random& random, int low, int high) {
  return std::ldexp(1.0, static_cast<int>(whole(random, low, high)));
}
double scale(Random& random) { return random.chance(0.4) ? power_of_two(random, -8, 8) : random.between(0.05, 20); }
Matrix3 unequal(Random& random) {
  const Matrix3 scales = diagonal(scale(random), scale(random), scale(random));
  return random.chance(0.4) ? scales : rotation(random) * scales;
}
Matrix3 shear(Random& random) {
  Matrix3 m;
  for (int i = 0; i < 3; ++i)
    for (int j = i + 1; j < 3; ++j) m(i, j) = random.chance(0.5) ? whole(random, -2, 2) : random.between(-3, 3);
  return random.chance(0.6) ? m : rotation(random) * m;
}
Matrix3 whole_shear(Random& random) {
  Matrix3 m;
  for (int i = 0; i < 3; ++i)
    for (int j = i + 1; j < 3; ++j) m(i, j) = whole(random, -1, 1);
  return m;
}
Matrix3 as_floats(Matrix3 m) {
  for (double& entry : m.entries) entry = static_cast<float>(entry);
  return m;
}
Matrix3 to_digits(Matrix3 m, double one) {
  for (double& entry : m.entries) entry = std::round(entry * one) / one;
  return m;
}
/// A turn of 90, 180 or 270 degrees about an axis: exactly, or as a quaternion of rounded numbers gives it.
Matrix3 quarter_turn(Random& random) {
  const int axis = static_cast<int>(random.below(3)), times = static_cast<int>(1 + random.below(3));
  if (random.chance(0.3)) {
    const double half = times == 2 ? 1 : 0.70710678118654757, w = times == 2 ? 0 : 0.70710678118654757;
    Vec3 v;
    v[axis] = times == 3 ? -half : half;
    return Placement::rotation(w, v.x, v.y, v.z).linear;
  }
  Matrix3 turn, m;
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  turn(i, i) = turn(j, j) = 0, turn(i, j) = -1, turn(j, i) = 1;
  for (int k = 0; k < times; ++k) m = turn * m;
  for (double& entry : m.entries) entry += 0.0;  // no -0
  return m;
}

Vec3 centre_of(const Mesh& mesh) {
  const Bounds box = bounds_of(mesh.points);
  return box.low * 0.5 + box.high * 0.5;
}
double size_of(const Mesh& mesh) {
  const Bounds box = bounds_of(mesh.points);
  return largest(box.high - box.low);
}

/// Both linear parts, with a shift for B that brings it near A; a whole one half of the time.
PlacementPair near(Random& random, const MeshPair& meshes, const Matrix3& a, const Matrix3& b, const Vec3& shift = {}) {
  PlacementPair at{{a, shift}, {b, {}}};
  const double reach = largest_magnitude(b) * size_of(meshes.b) + largest_magnitude(a) * size_of(meshes.a);
  Vec3 offset = random.in_cube(random.chance(0.3) ? 0.1 * reach : reach);
  const Vec3 target = at.a * centre_of(meshes.a), from = at.b * centre_of(meshes.b);
  offset += target - from;
  if (random.chance(0.5)) offset = {std::round(offset.x), std::round(offset.y), std::round(offset.z)};
  at.b.shift = offset;
  return at;
}
PlacementPair shared(const Matrix3& linear, const Vec3& shift) { return {{linear, shift}, {linear, shift}}; }
Vec3 small_shift(Random& random) { return random.chance(0.4) ? Vec3{} : random.in_cube(2); }
Vec3 far_shift(Random& random) {
  const double far = random.chance(0.4) ? 1e6 : power_of_two(random, 20, 40);
  const Vec3 by = random.in_cube(far);
  return random.chance(0.5) ? by : Vec3{std::round(by.x), std::round(by.y), std::round(by.z)};
}
/// Shared half of the time.
PlacementPair either(Random& random, const MeshPair& meshes, Matrix3 (*make)(Random&)) {
  const Matrix3 first = make(random);
  if (random.chance(0.5)) return shared(first, small_shift(random));
  return near(random, meshes, first, make(random), small_shift(random));
}

PlacementPair at_extreme(Random& random, const MeshPair& meshes, double size) {
  const auto linear = [&] {
    const Matrix3 m = random.chance(0.6) ? whole_shear(random) : random.chance(0.5) ? unequal(random) : shear(random);
    return m * size;
  };
  const Matrix3 first = linear();
  if (random.chance(0.5)) return shared(first, random.chance(0.7) ? Vec3{} : random.in_cube(size));
  const Matrix3 second = random.chance(0.5) ? first : linear();
  PlacementPair at = near(random, meshes, first, second, random.chance(0.5) ? Vec3{} : random.in_cube(size));
  // What near() rounds to whole numbers is 0 for tiny models; steps of the model's own lattice do better.
  if (random.chance(0.5)) at.b.shift = at.a.shift + first * Vec3{whole(random, -2, 2), whole(random, -2, 2), 0};
  return at;
}

}  // namespace

const std::vector<PlacementFamily>& placement_families() {
  using Meshes = const MeshPair&;
  static const std::vector<PlacementFamily> families{
      {"identity", "both where they are", [](Random&, Meshes) { return PlacementPair{}; }},
      {"shared rotation", "one rotation and shift for both",
       [](Random& r, Meshes) { return shared(rotation(r), small_shift(r)); }},
      {"independent rotations", "one each",
       [](Random& r, Meshes m) { return near(r, m, rotation(r), rotation(r), small_shift(r)); }},
      {"shared mirror", "one mirror image for both",
       [](Random& r, Meshes) { return shared(mirrored(r), small_shift(r)); }},
      {"mirror and not", "a mirror image and a rotation, or the other way round",
       [](Random& r, Meshes m) {
         return r.chance(0.5) ? near(r, m, mirrored(r), rotation(r)) : near(r, m, rotation(r), mirrored(r));
       }},
      {"shared scale", "one rotation and scale for both",
       [](Random& r, Meshes) { return shared((r.chance(0.5) ? Matrix3{} : rotation(r)) * scale(r), small_shift(r)); }},
      {"different scales", "a rotation and scale each",
       [](Random& r, Meshes m) {
         return near(r, m, rotation(r) * scale(r), (r.chance(0.5) ? Matrix3{} : rotation(r)) * scale(r));
       }},
      {"unequal scale", "another scale along each axis, shared or not",
       [](Random& r, Meshes m) { return either(r, m, unequal); }},
      {"shear", "triangular matrices, rotated or not, shared or not",
       [](Random& r, Meshes m) { return either(r, m, shear); }},
      {"float rotation", "rotations rounded to float, shared or not",
       [](Random& r, Meshes m) { return either(r, m, [](Random& x) { return as_floats(rotation(x)); }); }},
      {"three digits", "rotations rounded to three decimals, shared or not",
       [](Random& r, Meshes m) { return either(r, m, [](Random& x) { return to_digits(rotation(x), 1e3); }); }},
      {"six digits", "rotations rounded to six decimals, shared or not",
       [](Random& r, Meshes m) { return either(r, m, [](Random& x) { return to_digits(rotation(x), 1e6); }); }},
      {"nine digits", "rotations rounded to nine decimals, shared or not",
       [](Random& r, Meshes m) { return either(r, m, [](Random& x) { return to_digits(rotation(x), 1e9); }); }},
      {"far offsets", "rotations and shifts up to 2^40, one each, near each other",
       [](Random& r, Meshes m) {
         return near(r, m, r.chance(0.4) ? Matrix3{} : rotation(r), rotation(r), far_shift(r));
       }},
      {"shared far offset", "one shift up to 2^40, rotated or not",
       [](Random& r, Meshes) { return shared(r.chance(0.5) ? Matrix3{} : rotation(r), far_shift(r)); }},
      {"tiny", "sheared and scaled by 2^-500 to 2^-1000, shared or not",
       [](Random& r, Meshes m) { return at_extreme(r, m, power_of_two(r, -1000, -500)); }},
      {"huge", "sheared and scaled by 2^200 to 2^270, shared or not",
       [](Random& r, Meshes m) { return at_extreme(r, m, power_of_two(r, 200, 270)); }},
      {"quarter turns", "90, 180 or 270 degrees about an axis, shared or not",
       [](Random& r, Meshes m) { return either(r, m, quarter_turn); }},
  };
  return families;
}

}  // namespace abut::property
