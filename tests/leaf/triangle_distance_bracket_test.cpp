// The bracket that DistanceTest::measure proves, against a hundred digits.

#include "leaf/triangle_distance.h"
#include "support/distance_oracle.h"
#include "support/effort.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

struct BothTriangles {
  std::array<Vec3, 3> a, b;
};

double tiny(Random& random, double digits) { return std::pow(10.0, -random.between(0, digits)); }

// A corner somewhere below the origin's plane across `up`, or above it.
Vec3 below(Random& random, const Vec3& up) {
  const Vec3 v = random.in_cube(1);
  return dot(v, up) > 0 ? -v : v;
}
Vec3 above(Random& random, const Vec3& up) { return -below(random, up); }
Vec3 in_plane(Random& random, const Vec3& up) {
  const Vec3 v = random.in_cube(1);
  return v - up * dot(v, up);
}
// Three points of the plane through the origin, which lies between them.
std::array<Vec3, 3> around_origin(Random& random, const Vec3& up) {
  const Vec3 p = in_plane(random, up), q = in_plane(random, up);
  return {p, q, (p * random.unit() + q * random.unit()) * -1};
}
std::array<Vec3, 3> lifted(std::array<Vec3, 3> corners, const Vec3& by) {
  for (Vec3& corner : corners) corner += by;
  return corners;
}

// Each puts the closest points at the origin and `gap` above it, or nearly.
BothTriangles vertex_vertex(Random& random, const Vec3& up, double gap) {
  return {{Vec3{}, below(random, up), below(random, up)},
          lifted({Vec3{}, above(random, up), above(random, up)}, up * gap)};
}
BothTriangles vertex_edge(Random& random, const Vec3& up, double gap) {
  const Vec3 along = in_plane(random, up);
  return {{along * -random.unit(), along * random.unit(), below(random, up)},
          lifted({Vec3{}, above(random, up), above(random, up)}, up * gap)};
}
BothTriangles edge_edge(Random& random, const Vec3& up, double gap) {
  const Vec3 along = in_plane(random, up);
  const Vec3 other = random.chance(0.5) ? in_plane(random, up) : along + in_plane(random, up) * tiny(random, 12);
  return {{along * -random.unit(), along * random.unit(), below(random, up)},
          lifted({other * -random.unit(), other * random.unit(), above(random, up)}, up * gap)};
}
BothTriangles vertex_face(Random& random, const Vec3& up, double gap) {
  return {around_origin(random, up), lifted({Vec3{}, above(random, up), above(random, up)}, up * gap)};
}
BothTriangles parallel_faces(Random& random, const Vec3& up, double gap) {
  return {around_origin(random, up), lifted(around_origin(random, up), up * gap)};
}
BothTriangles coplanar(Random& random, const Vec3& up, double gap) {
  const Vec3 side = in_plane(random, up), towards = side * (1 / length(side));
  const auto beyond = [&](double sign) {
    const Vec3 v = in_plane(random, up);
    return dot(v, towards) * sign < 0 ? -v : v;
  };
  return {{Vec3{}, beyond(-1), beyond(-1)}, lifted({Vec3{}, beyond(1), beyond(1)}, towards * gap)};
}
BothTriangles coplanar_sides(Random& random, const Vec3& up, double gap) {
  const Vec3 side = in_plane(random, up), towards = side * (1 / length(side)), along = cross(up, towards);
  return {{along * -random.unit(), along * random.unit(), towards * -random.unit()},
          lifted({along * random.unit(), along * random.between(-2, 2), towards * random.unit()}, towards * gap)};
}
BothTriangles anywhere(Random& random, const Vec3& up, double gap) {
  return {{random.in_cube(1), random.in_cube(1), random.in_cube(1)},
          lifted({random.in_cube(1), random.in_cube(1), random.in_cube(1)}, up * (2 + gap))};
}

using Make = BothTriangles (*)(Random&, const Vec3&, double);
struct Family {
  const char* name;
  Make make;
};
constexpr Family families[] = {{"vertex-vertex", vertex_vertex},   {"vertex-edge", vertex_edge},
                               {"edge-edge", edge_edge},           {"vertex-face", vertex_face},
                               {"parallel faces", parallel_faces}, {"coplanar", coplanar},
                               {"coplanar sides", coplanar_sides}, {"anywhere", anywhere}};

// Slivers down to 1e-12, segments and points.
void flatten(std::array<Vec3, 3>& corners, Random& random) {
  const int last = static_cast<int>(random.below(3)), one = (last + 1) % 3, other = (last + 2) % 3;
  const Vec3 on_side = corners[one] + (corners[other] - corners[one]) * random.between(-0.2, 1.2);
  switch (random.below(6)) {
    case 0:
      corners[last] = on_side + (corners[last] - on_side) * tiny(random, 12);
      break;
    case 1:
      corners[last] = corners[one];
      break;
    case 2:
      corners[last] = corners[other] = corners[one];
      break;
    default:
      break;
  }
}

std::array<Vec3, 3> taken_back(const Placement& at, const std::array<Vec3, 3>& corners) {
  const Placement back = inverse(at);
  return {back * corners[0], back * corners[1], back * corners[2]};
}

Placement affine(Random& random, double offset) {
  for (;;) {
    const Matrix3 m = Matrix3::from_rows(random.in_cube(2), random.in_cube(2), random.in_cube(2));
    if (std::abs(determinant(m)) > 0.05) return {m, random.in_cube(offset)};
  }
}

TrianglePair placed(BothTriangles corners, Random& random) {
  const double scale = random.chance(0.5) ? 1 : std::pow(10.0, random.between(-8, 8));
  const double offset = random.chance(0.5) ? 1 : std::pow(10.0, random.between(0, 8));
  const Vec3 away = random.in_cube(offset * scale);
  for (Vec3& corner : corners.a) corner = corner * scale + away;
  for (Vec3& corner : corners.b) corner = corner * scale + away;
  switch (random.below(4)) {
    case 0:
      return {corners.a, corners.b, {}, {}};
    case 1: {
      const Placement at = random.rotation(random.in_cube(offset * scale));
      return {corners.a, corners.b, at, at};
    }
    case 2: {
      const Placement a = random.rotation(random.in_cube(offset * scale)),
                      b = random.rotation(random.in_cube(offset * scale));
      return {taken_back(a, corners.a), taken_back(b, corners.b), a, b};
    }
    default: {
      const Placement a = affine(random, offset * scale), b = affine(random, offset * scale);
      return {taken_back(a, corners.a), taken_back(b, corners.b), a, b};
    }
  }
}

PairDistance measured(const TrianglePair& pair, std::uint64_t* exact_tests = nullptr) {
  const OneTriangle a(pair.a, pair.a[0]), b(pair.b, pair.b[1]);
  DistanceTest test(a.geometry(), pair.at_a, b.geometry(), pair.at_b);
  const PairDistance result = test.measure(0, 0);
  if (exact_tests) *exact_tests += test.exact_tests();
  EXPECT_EQ(result.upper, test.upper(0, 0));
  return result;
}

void expect_weights(const Weights& weights) {
  for (double weight : weights) EXPECT_GE(weight, 0);
  EXPECT_NEAR(weights[0] + weights[1] + weights[2], 1, 4 * unit_roundoff);
}

// Everything that measure() promises, of one pair that does not touch. Returns the width as a part of the allowed one.
double expect_bracket(const TrianglePair& pair, const PairDistance& d, const std::string& name) {
  const DistanceOracle real(pair);
  const double allowed = DistanceTest::most_width(real.size(), real.distance());
  EXPECT_TRUE(real.is_at_least(d.lower)) << name << ": " << d.lower << " for " << real.distance() << describe(pair);
  EXPECT_TRUE(real.is_at_most(d.upper)) << name << ": " << d.upper << " for " << real.distance() << describe(pair);
  EXPECT_LE(d.upper - d.lower, allowed) << name << " at " << real.distance() << "\n" << describe(pair);
  EXPECT_NEAR(real.between(d.weights_a, d.weights_b), d.upper, allowed) << name << "\n" << describe(pair);
  expect_weights(d.weights_a), expect_weights(d.weights_b);
  return (d.upper - d.lower) / allowed;
}

void expect_same_swapped(const TrianglePair& pair, const PairDistance& d, const std::string& name) {
  const PairDistance swapped = measured({pair.b, pair.a, pair.at_b, pair.at_a});
  EXPECT_EQ(d.lower, swapped.lower) << name << "\n" << describe(pair);
  EXPECT_EQ(d.upper, swapped.upper) << name << "\n" << describe(pair);
  EXPECT_EQ(d.weights_a, swapped.weights_b) << name << "\n" << describe(pair);
  EXPECT_EQ(d.weights_b, swapped.weights_a) << name << "\n" << describe(pair);
}

TEST(DistanceBracket, HoldsTheRealDistanceOnEveryFamilyOfFeatures) {
  for (const Family& family : families) {
    Random random(41);
    std::uint64_t exact_tests = 0;
    double widest = 0;
    for (int i = 0; i < tries(1250) && !HasFailure(); ++i) {
      const Vec3 up = random.chance(0.3) ? Vec3{0, 0, 1} : random.direction();
      BothTriangles corners = family.make(random, up, tiny(random, 16));
      if (random.chance(0.3)) flatten(corners.a, random), flatten(corners.b, random);
      const TrianglePair pair = placed(corners, random);
      const PairDistance d = measured(pair, &exact_tests);
      if (i % 4 == 0) expect_same_swapped(pair, d, family.name);
      if (d.upper > 0) widest = std::max(widest, expect_bracket(pair, d, family.name));
    }
    RecordProperty(family.name, std::to_string(widest) + ", " + std::to_string(exact_tests));
  }
}

// Triangles that touch have a common point: the two that are given are within a few roundings of it.
TEST(DistanceBracket, GivesACommonPointOfTrianglesThatTouch) {
  for (const PairFamily& family : pair_families()) {
    if (family.name == "subnormals" || family.name == "scales 2^-290..2^290") continue;
    Random random(42);
    double farthest = 0;
    for (int i = 0; i < tries(1000) && !HasFailure(); ++i) {
      const TrianglePair pair = family.next(random);
      const PairDistance d = measured(pair);
      if (d.upper > 0) continue;
      EXPECT_EQ(d.lower, 0);
      expect_weights(d.weights_a), expect_weights(d.weights_b);
      const DistanceOracle real(pair);
      if (real.size() > 0)
        farthest = std::max(farthest, real.between(d.weights_a, d.weights_b) / (unit_roundoff * real.size()));
      EXPECT_LE(real.between(d.weights_a, d.weights_b), 8 * unit_roundoff * real.size()) << family.name << "\n"
                                                                                         << describe(pair);
    }
    RecordProperty(family.name, std::to_string(farthest));
  }
}

}  // namespace
}  // namespace abut
