#include "support/pair_families.h"

#include "support/pair_configurations.h"

#include <cstdio>
#include <utility>

namespace abut {

namespace {

double power_of_two(int exponent) { return std::ldexp(1.0, exponent); }
int exponent_between(Random& random, int low, int high) {
  return low + static_cast<int>(random.below(static_cast<std::uint64_t>(high - low) + 1));
}
double sign(Random& random) { return random.chance(0.5) ? 1 : -1; }

std::array<Vec3, 3> mapped(const Matrix3& m, const std::array<Vec3, 3>& corners) {
  return {m * corners[0], m * corners[1], m * corners[2]};
}
std::array<Vec3, 3> moved(const std::array<Vec3, 3>& corners, const Vec3& by) {
  return {corners[0] + by, corners[1] + by, corners[2] + by};
}
std::array<Vec3, 3> scaled(const std::array<Vec3, 3>& corners, double by) {
  return {corners[0] * by, corners[1] * by, corners[2] * by};
}

// A matrix and its inverse, both exact in doubles and in their products with small dyadic numbers.
struct ExactMap {
  Matrix3 forth, back;
};

ExactMap signed_permutation(Random& random, int most_exponent) {
  int order[3] = {0, 1, 2};
  std::swap(order[0], order[random.below(3)]);
  std::swap(order[1], order[1 + random.below(2)]);
  ExactMap map{Matrix3{{}}, Matrix3{{}}};
  for (int i = 0; i < 3; ++i) {
    const int exponent = exponent_between(random, -most_exponent, most_exponent);
    const double side = sign(random);
    map.forth(i, order[i]) = side * power_of_two(exponent);
    map.back(order[i], i) = side * power_of_two(-exponent);
  }
  return map;
}

ExactMap with_shear(const ExactMap& map, Random& random) {
  const int row = static_cast<int>(random.below(3)), column = (row + 1 + static_cast<int>(random.below(2))) % 3;
  Matrix3 shear, unshear;
  shear(row, column) = static_cast<double>(random.below(7)) - 3;
  unshear(row, column) = -shear(row, column);
  return {shear * map.forth, map.back * unshear};
}

ExactMap exact_map(Random& random) {
  ExactMap map = signed_permutation(random, random.chance(0.5) ? 0 : 3);
  while (random.chance(0.5)) map = with_shear(map, random);
  return map;
}

Matrix3 affine(Random& random) {
  for (;;) {
    const Matrix3 m = Matrix3::from_rows(random.in_cube(2), random.in_cube(2), random.in_cube(2));
    if (std::abs(determinant(m)) > 0.01) return m;
  }
}

// Both triangles keep their exact relation: the images are those of the configuration under one common map.
TrianglePair under_one_map(const Configuration& c, const Placement& at, Random& random) {
  if (random.chance(0.3)) return {c.a, c.b, at, at};
  const ExactMap inner = signed_permutation(random, 5);
  return {c.a, mapped(inner.back, c.b), at, {at.linear * inner.forth, at.shift}};
}

Vec3 whole_vector(Random& random, double half) {
  const Vec3 v = random.in_cube(half);
  return {std::floor(v.x), std::floor(v.y), std::floor(v.z)};
}

// Different placements that are inverted exactly, so that the images are the configuration itself.
TrianglePair under_exact_maps(const Configuration& c, Random& random) {
  const ExactMap a = exact_map(random), b = exact_map(random);
  const Vec3 shift_a = whole_vector(random, 30), shift_b = whole_vector(random, 30);
  return {mapped(a.back, moved(c.a, -shift_a)),
          mapped(b.back, moved(c.b, -shift_b)),
          {a.forth, shift_a},
          {b.forth, shift_b}};
}

// Two unrelated rotations: the images are close to the configuration, never quite it.
TrianglePair under_two_rotations(const Configuration& c, Random& random) {
  const Placement a = random.rotation(random.in_cube(3)), b = random.rotation(random.in_cube(3));
  return {mapped(transposed(a.linear), moved(c.a, -a.shift)), mapped(transposed(b.linear), moved(c.b, -b.shift)), a, b};
}

TrianglePair under_rotations(const Configuration& c, Random& random) {
  if (random.chance(0.5)) return under_two_rotations(c, random);
  return under_one_map(c, random.rotation(random.in_cube(3)), random);
}

TrianglePair under_affine_maps(const Configuration& c, Random& random) {
  if (random.chance(0.7)) return under_one_map(c, {affine(random), random.in_cube(3)}, random);
  const Placement a{affine(random), random.in_cube(3)}, b{affine(random), random.in_cube(3)};
  return {mapped(inverse(a.linear), moved(c.a, -a.shift)), mapped(inverse(b.linear), moved(c.b, -b.shift)), a, b};
}

TrianglePair placed(const Configuration& c, Random& random) {
  switch (random.below(5)) {
    case 0:
      return {c.a, c.b, {}, {}};
    case 1:
      return under_rotations(c, random);
    case 2:
      return under_affine_maps(c, random);
    case 3:
      return under_one_map(c, random.rotation(random.in_cube(3)), random);
    default:
      return under_exact_maps(c, random);
  }
}

double largest_coordinate(const std::array<Vec3, 3>& corners) {
  return largest(max(abs(corners[0]), max(abs(corners[1]), abs(corners[2]))));
}
// The largest exponent, up to `wanted`, that keeps value * 2^exponent within 2^299.
int limited(int wanted, double value) { return value == 0 ? wanted : std::min(wanted, 298 - std::ilogb(value)); }

// Multiplies the world by 2^exponents, split between a model's points and its placement in two ways.
void rescale(TrianglePair& pair, int world_exponent, int points_a, int points_b) {
  const auto rescale_side = [world_exponent](std::array<Vec3, 3>& corners, Placement& at, int points) {
    points = limited(points, largest_coordinate(corners));
    const int linear = limited(world_exponent - points, largest_magnitude(at.linear));
    corners = scaled(corners, power_of_two(points));
    at.linear = at.linear * power_of_two(linear);
    at.shift = at.shift * power_of_two(limited(world_exponent, largest(abs(at.shift))));
  };
  rescale_side(pair.a, pair.at_a, points_a);
  rescale_side(pair.b, pair.at_b, points_b);
}

TrianglePair decimal_scales(Random& random) {
  static constexpr double factors[] = {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1,
                                       10,   1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8};
  Configuration c = any_configuration(random);
  const double factor_a = factors[random.below(17)],
               factor_b = random.chance(0.5) ? factor_a : factors[random.below(17)];
  c = {scaled(c.a, factor_a), scaled(c.b, factor_b)};
  return placed(c, random);
}

TrianglePair extreme_scales(Random& random) {
  Configuration c = any_configuration(random);
  if (random.chance(0.3)) c.b = scaled(c.b, power_of_two(exponent_between(random, -250, 250)));
  TrianglePair pair = placed(c, random);
  const int world = exponent_between(random, -290, 290);
  const int points_a = exponent_between(random, std::max(-290, world - 290), std::min(290, world + 290));
  const int points_b =
      random.chance(0.5) ? points_a : exponent_between(random, std::max(-290, world - 290), std::min(290, world + 290));
  rescale(pair, world, points_a, points_b);
  return pair;
}

// Models far from their own origin, from the world's, or from both.
TrianglePair offsets(Random& random) {
  Configuration c = any_configuration(random);
  const Vec3 offset = whole_vector(random, power_of_two(exponent_between(random, 3, 31)));
  c = {moved(c.a, offset), moved(c.b, offset)};
  TrianglePair pair = placed(c, random);
  if (random.chance(0.5)) pair.at_a.shift -= offset, pair.at_b.shift -= offset;
  return pair;
}

// Coordinates, placement entries or shifts among the subnormal numbers.
TrianglePair subnormals(Random& random) {
  Configuration c = any_configuration(random);
  TrianglePair pair = under_exact_maps(c, random);
  const int tiny = exponent_between(random, -1074, -1010), raised = exponent_between(random, 0, 280);
  switch (random.below(4)) {
    case 0:
      rescale(pair, tiny, tiny, tiny);
      break;
    case 1:
      rescale(pair, tiny + raised, tiny, random.chance(0.5) ? tiny : 0);
      break;
    case 2:
      rescale(pair, tiny + raised, raised, raised);
      break;
    default:
      rescale(pair, exponent_between(random, -1074, -900), exponent_between(random, -600, -400), -500);
      break;
  }
  return pair;
}

TrianglePair with_corners_shuffled(TrianglePair pair, Random& random) {
  const auto shuffle = [&](std::array<Vec3, 3>& corners) {
    std::swap(corners[0], corners[random.below(3)]);
    std::swap(corners[1], corners[1 + random.below(2)]);
  };
  shuffle(pair.a), shuffle(pair.b);
  if (random.chance(0.5)) std::swap(pair.a, pair.b), std::swap(pair.at_a, pair.at_b);
  return pair;
}

bool is_legal(const Placement& at) {
  const auto usable = [](const Vec3& v) { return largest(abs(v)) <= largest_input; };
  return usable(at.linear.row(0)) && usable(at.linear.row(1)) && usable(at.linear.row(2)) && usable(at.shift) &&
         exact_determinant_sign(at.linear) != 0;
}

template <class Make>
PairFamily family(const char* name, Make make) {
  return {name, [make](Random& random) {
            for (;;) {
              // Scaling may push a placement's entries below the smallest double, and the map becomes singular.
              const TrianglePair pair = make(random);
              if (is_legal(pair.at_a) && is_legal(pair.at_b)) return with_corners_shuffled(pair, random);
            }
          }};
}
PairFamily family(const char* name, MakeConfiguration make) {
  return family(name, [make](Random& random) { return placed(make(random), random); });
}

}  // namespace

const std::vector<PairFamily>& pair_families() {
  static const std::vector<PairFamily> families{
      family("grid snapped", grid_snapped),
      family("shared vertex", sharing_a_vertex),
      family("shared edge", sharing_an_edge),
      family("coplanar overlapping", coplanar_overlapping),
      family("coplanar touching", coplanar_touching),
      family("vertex on face", vertex_on_face),
      family("one ulp off face", one_ulp_off_face),
      family("edge crossing edge", edge_crossing_edge),
      family("slivers", slivers),
      family("degenerate forms", degenerate_forms),
      family("arbitrary", arbitrary),
      family("scales 1e-8..1e8", decimal_scales),
      family("scales 2^-290..2^290", extreme_scales),
      family("offsets to 1e8 sizes", offsets),
      family("subnormals", subnormals),
      family("rotations", [](Random& random) { return under_rotations(any_configuration(random), random); }),
      family("exact placements", [](Random& random) { return under_exact_maps(any_configuration(random), random); }),
      family("affine placements", [](Random& random) { return under_affine_maps(any_configuration(random), random); }),
  };
  return families;
}

OneTriangle::OneTriangle(const std::array<Vec3, 3>& corners, const Vec3& centre)
    : points_(corners), forms_{classify_triangle(corners[0], corners[1], corners[2])}, centre_(centre) {}

Vec3 some_centre(const std::array<Vec3, 3>& corners, Random& random) {
  switch (random.below(3)) {
    case 0:
      return {};
    case 1:
      return corners[random.below(3)];
    default:
      return (corners[0] + corners[1]) * 0.5;
  }
}

std::string describe(const TrianglePair& pair) {
  std::string text;
  const auto add = [&](double value) {
    char digits[64];
    std::snprintf(digits, sizeof digits, "%a, ", value);
    text += digits;
  };
  const auto add_side = [&](const char* name, const std::array<Vec3, 3>& corners, const Placement& at) {
    text += std::string(name) + ": corners ";
    for (const Vec3& corner : corners) add(corner.x), add(corner.y), add(corner.z);
    text += "linear ";
    for (double entry : at.linear.entries) add(entry);
    text += "shift ";
    add(at.shift.x), add(at.shift.y), add(at.shift.z);
    text += "\n";
  };
  add_side("a", pair.a, pair.at_a);
  add_side("b", pair.b, pair.at_b);
  return text;
}

}  // namespace abut
