// The sentences of distance.h and closest_point.h about brackets, against rational arithmetic, where large triangles
// compete with small ones.

#include "classic/any_model.h"
#include "math/rounding.h"
#include "support/competing_scenes.h"
#include "support/effort.h"
#include "support/expect_distance.h"
#include "support/rational_distance.h"
#include <abut/shapes.h>
#include <abut/solid.h>

#include <gtest/gtest.h>

namespace abut::any {

namespace {

/// A small triangle and one of a million in A, and one small triangle in B, all under one rotation.
PlacedMeshes needle_over_a_plate(double to_needle, double to_plate) {
  const Vec3 plate[] = {{840000, -400000, -to_plate}, {-510000, -510000, -to_plate}, {-230000, 980000, -to_plate}};
  PlacedMeshes scene{
      "needle over a plate",
      {{{0, 0, -to_needle}, {.1, 0, -1}, {0, .1, -1}, plate[0], plate[1], plate[2]}, {{0, 1, 2}, {3, 4, 5}}, {}},
      {{{0, 0, 0}, {.1, 0, 1}, {0, .1, 1}}, {{0, 1, 2}}, {}},
      {},
      {}};
  scene.at_a = scene.at_b = Placement::rotation(1, 5, 2, 4);
  return scene;
}

void expect_true(const Distance& found, const RationalDistance& truth, const std::string& what) {
  EXPECT_GE(truth.compare(found.lower), 0) << what << ": " << found.lower << " for " << truth.rounded();
  EXPECT_LE(truth.compare(found.upper), 0) << what << ": " << found.upper << " for " << truth.rounded();
  EXPECT_LE(truth.compare(found.triangle_a, found.triangle_b, found.upper), 0) << what;
  EXPECT_LE(found.lower, found.upper) << what;
}

void expect_promise(const Distance& found, const RationalDistance& truth, const std::string& what) {
  expect_true(found, truth, what);
  EXPECT_TRUE(found.complete) << what;
  EXPECT_EQ(found.upper == 0, truth.touching()) << what;
  EXPECT_LE(found.upper - found.lower, truth.promised_width(found.triangle_a, found.triangle_b))
      << what << ": " << found.lower << " .. " << found.upper << " for " << truth.rounded();
}

void expect_rough_promise(const Distance& found, const DistanceOptions& o, const RationalDistance& truth,
                          const std::string& what) {
  expect_true(found, truth, what);
  EXPECT_TRUE(found.complete) << what;
  EXPECT_TRUE(is_within_error(found.lower, found.upper, o.relative_error, o.absolute_error) ||
              found.upper == next_up(found.lower))
      << what << ": " << found.lower << " .. " << found.upper << " for " << truth.rounded();
}

// [0, 1.9e-9] was the answer where 5.8e-10 is true; the pair named was 3.2 times as far apart as the closest one.
TEST(DistancePromise, NamesTheLargeTriangleThatIsCloserThanTheSmallOne) {
  const PlacedMeshes scene = needle_over_a_plate(1.9e-9, 5.8e-10);
  const Model a(scene.a), b(scene.b);
  const Distance found = distance(a, scene.at_a, b, scene.at_b);
  expect_promise(found, RationalDistance(scene), scene.name);
  EXPECT_EQ(found.triangle_a, 1);
  EXPECT_NEAR(found.lower, 5.8e-10, 1e-18);
  EXPECT_NEAR(found.upper, 5.8e-10, 1e-18);
}

// The answer was [0, 5.8e-10], because the plate's own bracket was [0, 2e-9].
TEST(DistancePromise, HoldsWhereTheLargeTriangleIsFartherAway) {
  const PlacedMeshes scene = needle_over_a_plate(5.8e-10, 1.9e-9);
  const Distance found = distance(Model(scene.a), scene.at_a, Model(scene.b), scene.at_b);
  expect_promise(found, RationalDistance(scene), scene.name);
  EXPECT_EQ(found.triangle_a, 0);
  EXPECT_NEAR(found.lower, 5.8e-10, 2e-14);
}

// With a relative error of a tenth the answer was complete, with a lower of 0.
TEST(DistancePromise, OfAnErrorIsKeptWhereTrianglesCompete) {
  for (double to_plate : {5.8e-10, 1.8e-9, 1.9e-9, 2e-9}) {
    const PlacedMeshes scene = needle_over_a_plate(1.9e-9, to_plate);
    const Model a(scene.a), b(scene.b);
    const RationalDistance truth(scene);
    for (double relative : {0.5, 0.1, 1e-6, 1e-12, 1e-18})
      for (double absolute : {0.0, 1e-10, 1e-20, 1e-40}) {
        const DistanceOptions options{.relative_error = relative, .absolute_error = absolute};
        expect_rough_promise(distance(a, scene.at_a, b, scene.at_b, options), options, truth, scene.name);
      }
    const DistanceOptions options{.absolute_error = 1e-11};
    expect_rough_promise(distance(a, scene.at_a, b, scene.at_b, options), options, truth, scene.name);
  }
}

const DistanceOptions smallest{.smallest_touching = true};

void expect_same_whatever_the_way(const PlacedMeshes& scene, const Distance& exact) {
  expect_same(brute_force_distance(scene), exact, scene.name + ", brute force");
  for (VolumeKind kind : all_volume_kinds) {
    const Model a(scene.a, {.volume = kind}), b(scene.b, {.volume = kind});
    expect_same(distance(a, scene.at_a, b, scene.at_b, smallest), exact,
                scene.name + ", " + std::string(name_of(kind)));
  }
  const Model a(scene.a), b(scene.b);
  for (Simd simd : available_simd())
    expect_same(distance(a, scene.at_a, b, scene.at_b, {.smallest_touching = true, .simd = simd}), exact,
                scene.name + ", " + std::string(name_of(simd)));
  expect_same(distance(a, scene.at_a, b, scene.at_b, {.budget = {.tests = 1000000}, .smallest_touching = true}), exact,
              scene.name + ", with a budget");
  DistanceCache cache;
  for (int i = 0; i < 2; ++i)
    expect_same(distance(a, scene.at_a, b, scene.at_b, {.smallest_touching = true, .cache = &cache}), exact,
                scene.name + ", with a cache");
  const std::vector<PlacementPair> twice(2, {scene.at_a, scene.at_b});
  for (const Distance& found : distance(a, b, twice, {.smallest_touching = true, .threads = 2}))
    expect_same(found, exact, scene.name + ", in a batch");
  const Distance swapped = distance(b, scene.at_b, a, scene.at_a);
  EXPECT_EQ(swapped.lower, exact.lower) << scene.name;
  EXPECT_EQ(swapped.upper, exact.upper) << scene.name;
  EXPECT_TRUE(within(a, scene.at_a, b, scene.at_b, exact.upper)) << scene.name;
  if (exact.upper > 0) {
    EXPECT_FALSE(within(a, scene.at_a, b, scene.at_b, next_down(exact.upper))) << scene.name;
  }
}

TEST(DistancePromise, HoldsForFansOfSliversWhateverTheirPlacement) {
  int clear = 0;
  for (const PlacedMeshes& scene : competing_scenes(tries(240), 5)) {
    const RationalDistance truth(scene);
    const Model a(scene.a), b(scene.b);
    const Distance exact = distance(a, scene.at_a, b, scene.at_b, smallest);
    expect_promise(exact, truth, scene.name);
    expect_promise(distance(a, scene.at_a, b, scene.at_b), truth, scene.name);
    expect_same_whatever_the_way(scene, exact);
    if (truth.touching()) continue;
    ++clear;
    for (const DistanceOptions& options :
         {DistanceOptions{.relative_error = 0.1}, DistanceOptions{.relative_error = 1e-9},
          DistanceOptions{.absolute_error = 0.01 * exact.upper}}) {
      expect_rough_promise(distance(a, scene.at_a, b, scene.at_b, options), options, truth, scene.name);
      const Model of_a(scene.a, {.volume = VolumeKind::obb}), of_b(scene.b, {.volume = VolumeKind::obb});
      expect_rough_promise(distance(of_a, scene.at_a, of_b, scene.at_b, options), options, truth, scene.name + ", obb");
    }
    for (double known : {0.5 * exact.upper, exact.lower, exact.upper, 2 * exact.upper}) {
      const Distance found = distance(a, scene.at_a, b, scene.at_b, {.known_upper = known});
      EXPECT_GE(truth.compare(found.lower), 0) << scene.name;
      EXPECT_LE(truth.compare(found.upper), 0) << scene.name;
      if (known >= exact.upper) expect_same(found, exact, scene.name + ", with a known upper");
    }
  }
  EXPECT_GE(clear, tries(240) * 3 / 4);
}

TEST(DistancePromise, GivesWayToAStopFlagAndStaysTrue) {
  const PlacedMeshes scene = needle_over_a_plate(1.9e-9, 5.8e-10);
  const std::atomic<bool> stop = true;
  const Distance found = distance(Model(scene.a), scene.at_a, Model(scene.b), scene.at_b, {.budget = {.stop = &stop}});
  EXPECT_FALSE(found.complete);
  expect_true(found, RationalDistance(scene), scene.name);
}

/// No pair has a smaller `upper` when it is asked alone, and no smaller pair has the same.
void expect_least_upper(const PlacedMeshes& scene, const Distance& found) {
  const auto alone = [](const Mesh& mesh, std::uint32_t i) {
    const Triangle& t = mesh.triangles[i];
    return Model(Mesh{{mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]}, {{0, 1, 2}}, {}});
  };
  std::vector<Model> models_b;
  for (std::uint32_t j = 0; j < scene.b.triangles.size(); ++j) models_b.push_back(alone(scene.b, j));
  for (std::uint32_t i = 0; i < scene.a.triangles.size(); ++i) {
    const Model a = alone(scene.a, i);
    for (std::uint32_t j = 0; j < models_b.size(); ++j) {
      const double upper = distance(a, scene.at_a, models_b[j], scene.at_b).upper;
      EXPECT_GE(upper, found.upper) << scene.name << ": " << i << ", " << j;
      if (Contact{i, j} < Contact{found.triangle_a, found.triangle_b}) {
        EXPECT_GT(upper, found.upper) << scene.name << ": " << i << ", " << j;
      }
    }
  }
}

// Pairs of flat grids across a gap are equally close in truth; their uppers are rounded and need not be equal.
TEST(DistanceTies, GoToTheSmallestPairWithTheLeastUpper) {
  const Mesh grid = shapes::plate(2, 2, 3, 3);
  for (double gap : {1.0, 0.25, 0x1p-40}) {
    const PlacedMeshes scene{"grids", grid, grid, {}, Placement::translation({0, 0, gap})};
    const RationalDistance truth(scene);
    const std::vector<Contact> ties = truth.closest_pairs();
    EXPECT_GT(ties.size(), grid.triangles.size());
    const Distance found = distance(Model(scene.a), scene.at_a, Model(scene.b), scene.at_b);
    expect_promise(found, truth, "grids");
    expect_least_upper(scene, found);
    expect_same_whatever_the_way(scene, found);
  }
  for (const PlacedMeshes& scene : competing_scenes(tries(24), 9))
    expect_least_upper(scene, distance(Model(scene.a), scene.at_a, Model(scene.b), scene.at_b, smallest));
}

// Copies of one pair have the same upper, bit for bit.
TEST(DistanceTies, OfCopiesGoToTheSmallestIds) {
  PlacedMeshes scene = needle_over_a_plate(1.9e-9, 5.8e-10);
  for (Mesh* mesh : {&scene.a, &scene.b}) {
    const std::vector<Triangle> once = mesh->triangles;
    for (int copy = 0; copy < 3; ++copy) mesh->triangles.insert(mesh->triangles.end(), once.begin(), once.end());
  }
  const Distance found = distance(Model(scene.a), scene.at_a, Model(scene.b), scene.at_b);
  EXPECT_EQ(found.triangle_a, 1);
  EXPECT_EQ(found.triangle_b, 0);
  expect_same_whatever_the_way(scene, found);
}

void expect_point_promise(const Mesh& mesh, const Placement& at, const Vec3& point, const std::string& what) {
  const RationalDistance truth(mesh, at, point);
  const Model model(mesh);
  const ClosestPoint exact = closest_point(model, at, point);
  EXPECT_GE(truth.compare(exact.lower), 0) << what << ": " << exact.lower << " for " << truth.rounded();
  EXPECT_LE(truth.compare(exact.upper), 0) << what << ": " << exact.upper << " for " << truth.rounded();
  EXPECT_LE(truth.compare(exact.triangle, 0, exact.upper), 0) << what;
  EXPECT_EQ(exact.upper == 0, truth.touching()) << what;
  EXPECT_LE(exact.upper - exact.lower, truth.promised_width(exact.triangle, 0)) << what;
  for (VolumeKind kind : all_volume_kinds) {
    const ClosestPoint found = closest_point(Model(mesh, {.volume = kind}), at, point);
    EXPECT_EQ(found.lower, exact.lower) << what;
    EXPECT_EQ(found.upper, exact.upper) << what;
    EXPECT_EQ(found.triangle, exact.triangle) << what;
    EXPECT_EQ(found.weights, exact.weights) << what;
  }
  const ClosestPoint rough = closest_point(model, at, point, {.relative_error = 0.1});
  EXPECT_GE(truth.compare(rough.lower), 0) << what;
  EXPECT_LE(truth.compare(rough.upper), 0) << what;
  EXPECT_TRUE(rough.complete && is_within_error(rough.lower, rough.upper, 0.1, 0)) << what;
}

TEST(ClosestPointPromise, HoldsWhereLargeTrianglesCompete) {
  for (double to_plate : {5.8e-10, 1.9e-9, 2e-9}) {
    const PlacedMeshes scene = needle_over_a_plate(1.9e-9, to_plate);
    expect_point_promise(scene.a, scene.at_a, {0, 0, 0}, scene.name);
  }
  Random random(6);
  for (const PlacedMeshes& scene : competing_scenes(tries(240), 7)) {
    const Vec3 point = scene.at_b * scene.b.points[random.below(scene.b.points.size())];
    if (largest(abs(point)) > 0x1p300) continue;
    expect_point_promise(scene.a, scene.at_a, point, scene.name);
  }
}

// The signed distance of a point is the bracket of the closest point with a sign.
TEST(ClosestPointPromise, IsThatOfTheSignedDistance) {
  const Mesh ball = shapes::sphere(1, 2);
  const Placement at = Placement::rotation(0.1, 0.2, 0.3, 0.4, {1e6, 2e6, 3e6});
  const Solid solid{abut::Model(ball)};
  Random random(8);
  for (int i = 0; i < 40; ++i) {
    const Vec3 point = at.shift + random.in_cube(1.5);
    const SignedDistance found = signed_distance(solid, at, point);
    const ClosestPoint closest = closest_point(Model(ball), at, point);
    EXPECT_EQ(found.lower, found.upper < 0 ? -closest.upper : closest.lower);
    EXPECT_EQ(found.upper, found.upper < 0 ? -closest.lower : closest.upper);
    EXPECT_LE(found.upper - found.lower, RationalDistance(ball, at, point).promised_width(closest.triangle, 0));
  }
}

}  // namespace

}  // namespace abut::any
