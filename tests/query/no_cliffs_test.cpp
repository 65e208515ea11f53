// How many triangles a query for a distance or a closest point tests on placements and sizes that are hard to bound:
// not many more than for the same models placed rigidly and near each other, and not in proportion to how many there
// are.

#include "math/random.h"
#include "support/effort.h"
#include <abut/closest_point.h>
#include <abut/distance.h>
#include <abut/shapes.h>

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace abut {
namespace {

Matrix3 scales(double x, double y, double z) { return Matrix3{{x, 0, 0, 0, y, 0, 0, 0, z}}; }

Matrix3 to_digits(Matrix3 m, double one) {
  for (double& entry : m.entries) entry = std::round(entry * one) / one;
  return m;
}

Mesh enlarged(Mesh mesh, double factor) {
  for (Vec3& p : mesh.points) p = p * factor;
  return mesh;
}

/// Two rotations and a direction become two placements.
struct Case {
  std::string name;
  double size_of_a = 1;
  std::function<void(Placement& a, Placement& b, Vec3 direction)> place;
};

/// Across the flattened axis, so that models that are flat still stand apart.
Vec3 level(Vec3 direction) {
  direction.z = 0;
  return direction * (1 / length(direction));
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"both scaled by 0.1 along their own z", 1,
       [](Placement& a, Placement& b, Vec3 direction) {
         a.linear = a.linear * scales(1, 1, 0.1), b.linear = b.linear * scales(1, 1, 0.1);
         b.shift = direction * 2.4;
       }},
      {"both scaled by 0.1 along the world's z", 1,
       [](Placement& a, Placement& b, const Vec3& direction) {
         a.linear = scales(1, 1, 0.1) * a.linear, b.linear = scales(1, 1, 0.1) * b.linear;
         b.shift = level(direction) * 2.4;
       }},
      {"both sheared", 1,
       [](Placement& a, Placement& b, const Vec3& direction) {
         a.linear = a.linear * Matrix3{{1, 0.4, -0.3, 0, 1, 0.2, 0, 0, 1}};
         b.linear = b.linear * Matrix3{{1, -0.3, 0.1, 0, 1.2, 0.2, 0, 0, 0.8}};
         b.shift = direction * 10;
       }},
      {"a million sizes apart", 1, [](Placement&, Placement& b, const Vec3& direction) { b.shift = direction * 1e6; }},
      {"one row times 1e-50", 1,
       [](Placement& a, Placement& b, const Vec3& direction) {
         a.linear = scales(1, 1, 1e-50) * a.linear, b.linear = scales(1, 1, 1e-50) * b.linear;
         b.shift = level(direction) * 2.4;
       }},
      {"one row of one model times 1e-50", 1,
       [](Placement& a, Placement& b, const Vec3& direction) {
         a.linear = scales(1, 1, 1e-50) * a.linear;
         b.shift = level(direction) * 2.4;
       }},
      // Seen from the larger one's surface.
      {"sizes of 2^40 to 1", 0x1p40, [](Placement&, Placement& b, const Vec3& direction) { b.shift = direction * 3; }},
      {"rounded to three digits, ten sizes apart", 1,
       [](Placement& a, Placement& b, const Vec3& direction) {
         a.linear = to_digits(a.linear, 1e3), b.linear = to_digits(b.linear, 1e3);
         b.shift = direction * 20;
       }},
      {"rounded to four digits, ten sizes apart", 1,
       [](Placement& a, Placement& b, const Vec3& direction) {
         a.linear = to_digits(a.linear, 1e4), b.linear = to_digits(b.linear, 1e4);
         b.shift = direction * 20;
       }},
      {"rounded to six digits, a thousand sizes apart", 1, [](Placement& a, Placement& b, const Vec3& direction) {
         a.linear = to_digits(a.linear, 1e6), b.linear = to_digits(b.linear, 1e6);
         b.shift = direction * 2e3;
       }}};
  return all;
}

const Case ordinary{"near", 1, [](Placement&, Placement& b, const Vec3& direction) { b.shift = direction * 2.4; }};

double triangle_tests(const Mesh& mesh, const Model& b, const Case& what) {
  const Model larger(what.size_of_a == 1 ? Mesh() : enlarged(mesh, what.size_of_a));
  const Model& a = what.size_of_a == 1 ? b : larger;
  Random random(9);
  double tests = 0;
  constexpr int count = 6;
  for (int i = 0; i < count; ++i) {
    Placement at_a = random.rotation(), at_b = random.rotation();
    const Vec3 direction = random.direction();
    what.place(at_a, at_b, direction);
    if (what.size_of_a != 1) {
      const Vec3 outside = direction * (2 * what.size_of_a), surface = closest_point(a, at_a, outside).point;
      const Vec3 way = outside - surface;
      at_b.shift = surface + way * (length(at_b.shift) / length(way));
    }
    const Distance found = distance(a, at_a, b, at_b);
    EXPECT_TRUE(found.complete);
    EXPECT_GT(found.lower, 0) << what.name;
    tests += static_cast<double>(found.counters.triangle_tests) / count;
  }
  return tests;
}

TEST(Distance, TestsFewTrianglesHoweverModelsAreStretchedRoundedFarApartOrUnlikeInSize) {
  constexpr int around[] = {32, sanitized ? 64 : 320};  // a thousand triangles, and a hundred thousand
  const auto torus = [](int n) { return shapes::torus(0.75, 0.25, n, n / 2); };
  const Mesh few = torus(around[0]), many = torus(around[1]);
  const Model of_few(few), of_many(many);
  const double growth = static_cast<double>(many.triangles.size()) / static_cast<double>(few.triangles.size());
  const double least = triangle_tests(few, of_few, ordinary), most = triangle_tests(many, of_many, ordinary);
  for (const Case& what : cases()) {
    const double first = triangle_tests(few, of_few, what), second = triangle_tests(many, of_many, what);
    EXPECT_LT(first, 3 * least) << what.name;
    EXPECT_LT(second, 3 * most) << what.name;
    // Far below the growth of the models.
    EXPECT_LT(second, first * growth / 5) << what.name;
  }
}

TEST(ClosestPoint, TestsFewTrianglesHoweverTheModelIsStretchedOrRounded) {
  const Model torus(shapes::torus(0.75, 0.25, sanitized ? 64 : 320, sanitized ? 32 : 160));
  const auto tests = [&](const Matrix3& before, const Matrix3& after, double digits, double far) {
    Random random(10);
    double sum = 0;
    constexpr int count = 20;
    for (int i = 0; i < count; ++i) {
      Placement at{before * random.rotation().linear * after, {}};
      if (digits > 0) at.linear = to_digits(at.linear, digits);
      const ClosestPoint found = closest_point(torus, at, random.direction() * far);
      EXPECT_TRUE(found.complete);
      sum += static_cast<double>(found.counters.triangle_tests) / count;
    }
    return sum;
  };
  for (double far : {1.3, 40.0}) {
    const double ordinary_tests = tests({}, {}, 0, far);
    EXPECT_LT(tests({}, scales(1, 1, 0.1), 0, far), 3 * ordinary_tests) << far;
    EXPECT_LT(tests(scales(1, 1, 1e-50), {}, 0, far), 3 * ordinary_tests) << far;
    EXPECT_LT(tests({}, Matrix3{{1, 0.4, -0.3, 0, 1, 0.2, 0, 0, 1}}, 0, far), 3 * ordinary_tests) << far;
    EXPECT_LT(tests({}, {}, 1e3, far), 3 * ordinary_tests) << far;
  }
}

}  // namespace
}  // namespace abut
