// Sheared and unequally scaled placements at both ends of the range, where squares of lengths are no longer numbers:
// every distance against rational arithmetic.

#include "classic/any_model.h"
#include "math/exact_orientation.h"
#include "support/effort.h"
#include "support/expect_distance.h"
#include "support/placement_families.h"
#include "support/rational_distance.h"
#include <abut/closest_point.h>
#include <abut/distance.h>
#include <abut/shapes.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut::any {
namespace {

std::vector<VolumeKind> kinds() {
  std::vector<VolumeKind> all(binary_volume_kinds.begin(), binary_volume_kinds.end());
  all.push_back(VolumeKind::automatic);
  return all;
}

void expect_bracket(const RationalDistance& truth, double lower, double upper, const std::string& what) {
  EXPECT_GE(truth.compare(lower), 0) << what << ": " << lower << " is above " << truth.rounded();
  EXPECT_LE(truth.compare(upper), 0) << what << ": " << upper << " is below " << truth.rounded();
}

/// Lengths around the distance, and far from it.
std::vector<double> lengths_around(double distance) {
  return {0, distance * 0.125, distance * 0.75, distance * 1.5, distance * 8};
}

void expect_truth(const PlacedMeshes& scene) {
  const RationalDistance truth(scene);
  const Distance plain = brute_force_distance(scene);
  expect_bracket(truth, plain.lower, plain.upper, scene.name + ", brute force");
  for (VolumeKind kind : kinds()) {
    const Model a(scene.a, {.volume = kind}), b(scene.b, {.volume = kind});
    const std::string what = scene.name + ", " + std::string(name_of(kind));
    const Distance found = distance(a, scene.at_a, b, scene.at_b);
    expect_bracket(truth, found.lower, found.upper, what);
    EXPECT_EQ(found.upper == 0, truth.touching()) << what;
    EXPECT_LE(found.upper - found.lower, truth.promised_width(found.triangle_a, found.triangle_b)) << what;
    EXPECT_EQ(found.upper, plain.upper) << what;
    EXPECT_TRUE(within(a, scene.at_a, b, scene.at_b, plain.upper)) << what;
    EXPECT_EQ(bool(within(a, scene.at_a, b, scene.at_b, 0)), truth.touching()) << what;
    EXPECT_EQ(collide(a, scene.at_a, b, scene.at_b).pairs, truth.pairs_within(0)) << what;
    for (double length : lengths_around(plain.upper)) {
      EXPECT_EQ(bool(within(a, scene.at_a, b, scene.at_b, length)), plain.upper <= length)
          << what << " within " << length;
      CollideOptions options;
      options.margin = length;
      EXPECT_EQ(collide(a, scene.at_a, b, scene.at_b, options).pairs, brute_force(scene, length)) << what << length;
      const Distance near = distance(a, scene.at_a, b, scene.at_b, {.absolute_error = length});
      expect_bracket(truth, near.lower, near.upper, what + ", by " + std::to_string(length));
      EXPECT_TRUE(near.complete) << what;
    }
    for (double relative : {0.01, 0.5, 10.0}) {
      const Distance near = distance(a, scene.at_a, b, scene.at_b, {.relative_error = relative});
      expect_bracket(truth, near.lower, near.upper, what + ", relatively by " + std::to_string(relative));
    }
    const Distance cut = distance(a, scene.at_a, b, scene.at_b, {.budget = {.tests = 5}});
    expect_bracket(truth, cut.lower, cut.upper, what + ", after five tests");
  }
}

// within(0) was false, and absolute_error gave a bracket that does not hold the distance.
TEST(Distance, HoldsUnderAShearOf2ToTheMinus600) {
  const double s = 0x1p-600;
  const Placement at{Matrix3{{s, s, 0, 0, s, 0, 0, 0, s}}, {}};
  const Mesh a{{{0, 0, 0}, {0, 1, 0}, {1, 0, 1}}, {{0, 1, 2}}, {}};
  const Mesh b{{{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, -1}, {0, -1, 1}, {1, 0, 0}}, {{0, 1, 2}, {3, 4, 5}}, {}};
  EXPECT_TRUE(within(Model(a), at, Model(b), at, 0));
  expect_truth({"shear of 2^-600", a, b, at, at});
}

/// A few triangles on a grid of whole numbers, degenerate ones among them.
Mesh few_triangles(Random& random, int count) {
  Mesh mesh;
  const auto whole = [&](int most) { return static_cast<double>(random.below(2 * most + 1)) - most; };
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(count); ++i) {
    const Vec3 near{whole(3), whole(3), whole(3)};
    for (int k = 0; k < 3; ++k) mesh.points.push_back(near + Vec3{whole(1), whole(1), whole(1)});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

/// What abut takes: rounding may have made a product of maps singular, or taken it out of the range.
bool is_legal(const Placement& at) {
  const double most = std::max(largest_magnitude(at.linear), largest(abs(at.shift)));
  return most <= largest_input && exact_determinant_sign(at.linear) != 0;
}

/// Under one placement as often as under two of the same scale, and now and then of another.
PlacedMeshes extreme_scene(const PlacementFamily& family, int number, Random& random) {
  const auto& families = extreme_placement_families();
  for (;;) {
    PlacedMeshes scene{
        family.name + ", scene " + std::to_string(number), few_triangles(random, 9), few_triangles(random, 7), {}, {}};
    scene.at_a = scene.at_b = family.next(random);
    if (random.chance(0.3)) scene.at_b.shift += scene.at_b.linear * Vec3{6, -7, 6};
    if (random.chance(0.3)) scene.at_b.linear = scene.at_b.linear * whole_numbered(random).linear;
    if (random.chance(0.2))
      scene.at_b = (random.chance(0.5) ? family : families[random.below(families.size())]).next(random);
    if (is_legal(scene.at_a) && is_legal(scene.at_b)) return scene;
  }
}

TEST(Distance, HoldsAtBothEndsOfTheRange) {
  Random random(161);
  for (const PlacementFamily& family : extreme_placement_families())
    for (int i = 0; i < long_tries(10); ++i) expect_truth(extreme_scene(family, i, random));
}

// The models themselves tiny or huge, under placements that take them back or farther out.
TEST(Distance, HoldsForTinyAndHugeModelsUnderShears) {
  Random random(162);
  for (double size : {0x1p-1074, 0x1p-1040, 0x1p-700, 0x1p-520, 0x1p-280, 0x1p250})
    for (int i = 0; i < long_tries(7); ++i) {
      PlacedMeshes scene = extreme_scene(placement_families().back(), i, random);
      scene.name += ", models of " + std::to_string(size);
      for (Mesh* mesh : {&scene.a, &scene.b})
        for (Vec3& p : mesh->points) p = p * size;
      for (Placement* at : {&scene.at_a, &scene.at_b}) {
        const double factors[] = {1, 0x1p40, 0x1p-300, 0x1p-540};
        const double factor = factors[size > 1 ? 2 * random.below(2) : random.below(4)];
        *at = {at->linear * factor, at->shift * (factor * size)};
      }
      if (is_legal(scene.at_a) && is_legal(scene.at_b)) expect_truth(scene);
    }
}

TEST(ClosestPoint, HoldsAtBothEndsOfTheRange) {
  Random random(163);
  for (const PlacementFamily& family : extreme_placement_families())
    for (int i = 0; i < tries(25); ++i) {
      const Mesh mesh = few_triangles(random, 12);
      const Placement at = family.next(random);
      const auto some = [&] { return at * (mesh.points[random.below(mesh.points.size())] + random.in_cube(2)); };
      const Vec3 point = random.chance(0.3) ? at * mesh.points[0] : random.chance(0.1) ? random.in_cube(1) : some();
      const RationalDistance truth(mesh, at, point);
      for (VolumeKind kind : kinds()) {
        const Model model(mesh, {.volume = kind});
        const std::string what = family.name + ", point " + std::to_string(i) + ", " + std::string(name_of(kind));
        const ClosestPoint found = closest_point(model, at, point);
        expect_bracket(truth, found.lower, found.upper, what);
        EXPECT_LE(found.upper - found.lower, truth.promised_width(found.triangle, 0)) << what;
        EXPECT_EQ(found.upper == 0, truth.touching()) << what;
        for (double length : lengths_around(found.upper)) {
          const ClosestPoint near = closest_point(model, at, point, {.absolute_error = length});
          expect_bracket(truth, near.lower, near.upper, what + ", by a length");
          const ClosestPoint known = closest_point(model, at, point, {.known_upper = length});
          expect_bracket(truth, known.lower, known.upper, what + ", with an upper bound");
        }
        const ClosestPoint rough = closest_point(model, at, point, {.relative_error = 0.5});
        expect_bracket(truth, rough.lower, rough.upper, what + ", by a half");
        const ClosestPoint cut = closest_point(model, at, point, {.budget = {.tests = 3}});
        expect_bracket(truth, cut.lower, cut.upper, what + ", after three tests");
      }
    }
}

}  // namespace
}  // namespace abut::any
