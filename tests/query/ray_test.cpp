#include "query/ray_search.h"
#include "support/placement_families.h"
#include "support/ray_cases.h"
#include "support/ray_oracle.h"
#include <abut/error.h>
#include <abut/ray.h>
#include <abut/shapes.h>

#include <cmath>

#include <gtest/gtest.h>

namespace abut {
namespace {

std::string text_of(const Ray& ray) {
  char text[400];
  std::snprintf(text, sizeof text, "origin {%a, %a, %a}, direction {%a, %a, %a} + {%a, %a, %a}, t %a .. %a",
                ray.origin.x, ray.origin.y, ray.origin.z, ray.direction.x, ray.direction.y, ray.direction.z, ray.rest.x,
                ray.rest.y, ray.rest.z, ray.t_min, ray.t_max);
  return text;
}

void expect_exact(const RayMesh& shape, const std::string& family, const Placement& at, int count, Random& random) {
  const Model models[] = {Model(shape.mesh), Model(shape.mesh, {.rays = true})};
  const RayOracle oracle(shape.mesh, at);
  for (int i = 0; i < count; ++i) {
    const Ray ray = next_ray(shape.mesh, at, random);
    const std::string difference = ray_difference(models[i % 2], at, oracle, oracle.hits(ray), ray);
    ASSERT_EQ(difference, "") << shape.name << ", " << family << ": " << text_of(ray);
  }
}

TEST(Ray, AnswersAreThoseOfExactArithmeticInTheWorldAsItIs) {
  Random random(1);
  for (const RayMesh& shape : ray_meshes()) expect_exact(shape, "world", {}, 60, random);
}

TEST(Ray, AnswersAreThoseOfExactArithmeticAtEveryKindOfPlacement) {
  Random random(2);
  for (const PlacementFamily& family : placement_families())
    for (const RayMesh& shape : ray_meshes()) expect_exact(shape, family.name, family.next(random), 8, random);
  for (const RayMesh& shape : ray_meshes())
    for (int i = 0; i < 4; ++i) expect_exact(shape, "whole numbers", whole_numbered(random), 10, random);
}

TEST(Ray, AnswersAreThoseOfExactArithmeticAtBothEndsOfTheRange) {
  Random random(3);
  for (const PlacementFamily& family : extreme_placement_families())
    for (const RayMesh& shape : ray_meshes()) {
      const Placement at = family.next(random);
      const Model models[] = {Model(shape.mesh), Model(shape.mesh, {.rays = true})};
      const RayOracle oracle(shape.mesh, at);
      for (int i = 0; i < 4; ++i) {
        const Ray ray = next_ray(shape.mesh, at, random);
        // Crossings are not asked for: the oracle's shift is not small beside the smallest numbers.
        const std::vector<RayOracle::Hit> real = oracle.hits(ray);
        const std::vector<RayHit> hits = all_hits(models[i % 2], at, ray);
        ASSERT_EQ(hits.size(), real.size()) << shape.name << ", " << family.name << ": " << text_of(ray);
        for (std::size_t k = 0; k < hits.size(); ++k) EXPECT_EQ(hits[k].triangle, real[k].triangle);
      }
    }
}

bool same(const RayHit& a, const RayHit& b) {
  return a.t == b.t && a.t_error == b.t_error && a.triangle == b.triangle && a.face == b.face &&
         a.weights == b.weights && a.point == b.point && a.normal == b.normal;
}

TEST(Ray, AnswersAreTheSameBitsOnEveryInstructionSetAndInBatches) {
  Random random(4);
  const Mesh mesh = shapes::bumpy_scan(5000, 1);
  const Model model(mesh), with_tree(mesh, {.rays = true});
  const Placement at = random.rotation({3, -2, 1});
  std::vector<Ray> rays;
  for (int i = 0; i < 2000; ++i) rays.push_back(next_ray(mesh, at, random));
  const std::vector<std::optional<RayHit>> first = first_hit(model, at, rays);
  for (Simd simd : available_simd())
    for (const Model* asked : {&model, &with_tree}) {
      RayOptions options;
      options.simd = simd, options.threads = asked == &model ? 1 : 2;
      const std::vector<std::optional<RayHit>> again = first_hit(*asked, at, rays, options);
      const std::vector<std::uint8_t> any = any_hit(*asked, at, rays, options);
      const std::vector<Crossings> crossed = crossings(*asked, at, rays, options);
      const std::vector<std::vector<RayHit>> all = all_hits(*asked, at, rays, options);
      for (std::size_t i = 0; i < rays.size(); ++i) {
        ASSERT_EQ(first[i].has_value(), again[i].has_value()) << name_of(simd);
        ASSERT_EQ(first[i].has_value(), any[i] == 1) << name_of(simd);
        ASSERT_EQ(first[i].has_value(), !all[i].empty()) << name_of(simd);
        if (!first[i]) continue;
        ASSERT_TRUE(same(*first[i], *again[i])) << name_of(simd);
        ASSERT_TRUE(same(*first[i], all[i][0])) << name_of(simd);
        ASSERT_EQ(crossed[i], crossings(model, at, rays[i]));
      }
    }
}

TEST(Ray, BatchesAgainstATreeBeyondTheCachesAreSortedAndAnswerInTheirOrder) {
  Random random(9);
  const Mesh mesh = shapes::bumpy_scan(300'000, 1);
  const Model model(mesh, {.threads = 0, .rays = true});
  ASSERT_TRUE(is_large(model.data().ray_tree));
  const Placement at = random.rotation({3, -2, 1});
  std::vector<Ray> rays;
  for (int i = 0; i < 1500; ++i) rays.push_back(next_ray(mesh, at, random));
  // Of these nothing can be said in doubles.
  rays.push_back({{0x1p200, 0, 0}, {-0x1p-200, 0, 0}, 0, 1});
  for (Simd simd : available_simd()) {
    RayOptions options;
    options.simd = simd, options.threads = 2;
    const std::vector<std::optional<RayHit>> first = first_hit(model, at, rays, options);
    const std::vector<std::uint8_t> any = any_hit(model, at, rays, options);
    for (std::size_t i = 0; i + 1 < rays.size(); ++i) {
      const std::optional<RayHit> alone = first_hit(model, at, rays[i], options);
      ASSERT_EQ(first[i].has_value(), alone.has_value()) << name_of(simd);
      ASSERT_EQ(alone.has_value(), any[i] == 1) << name_of(simd);
      if (alone) {
        ASSERT_TRUE(same(*first[i], *alone)) << name_of(simd);
      }
    }
    EXPECT_FALSE(first.back());
  }
}

/// Eight at a time lie side by side: through corners of the mesh or beside them, as often as not along an axis; a few
/// of them go another way.
std::vector<Ray> bundles_at(const Mesh& mesh, int count, Random& random) {
  const Bounds bounds = bounds_of(mesh.points);
  const double size = largest(bounds.high - bounds.low);
  std::vector<Ray> rays;
  for (int i = 0; i < count; ++i) {
    const Vec3 target = mesh.points[random.below(mesh.points.size())];
    Vec3 direction = random.direction(), side = random.direction() * (size * std::ldexp(1.0, -i % 14));
    if (i % 2 == 0) {
      direction = {};
      direction[i / 2 % 3] = i % 4 == 0 ? 1 : -1;
    }
    if (i % 3 == 0) side = {};
    for (int k = 0; k < 8; ++k) {
      const Vec3 through = target + side * (k * 0.125), fan = i % 5 == 0 ? side * (0.01 * k) : Vec3{};
      rays.push_back({through - direction * (i % 7 == 0 ? 0.1 * size : 2 * size), direction + fan});
      if (i % 11 == 0) rays.back().t_max = 2 * size;
      if (i % 13 == 0 && k == i % 8) rays.back().direction = random.direction();
      if (i % 170 == 0 && k == 3) rays.back() = {{0x1p200, 0, 0}, {-0x1p-200, 0, 0}, 0, 1};
    }
  }
  return rays;
}

TEST(Ray, BatchesOfRaysThatLieSideBySideAnswerAsEachAlone) {
  Random random(10);
  for (const Mesh& mesh : {shapes::bumpy_scan(20'000, 1), shapes::plate(2, 3, 16, 16)}) {
    const Model model(mesh, {.rays = true});
    const Placement at;
    const std::vector<Ray> rays = bundles_at(mesh, 400, random);
    for (Simd simd : available_simd()) {
      RayOptions options;
      options.simd = simd;
      const std::vector<std::optional<RayHit>> first = first_hit(model, at, rays, options);
      const std::vector<std::uint8_t> any = any_hit(model, at, rays, options);
      std::size_t hits = 0;
      for (std::size_t i = 0; i < rays.size(); ++i) {
        const std::optional<RayHit> alone = first_hit(model, at, rays[i], options);
        ASSERT_EQ(first[i].has_value(), alone.has_value()) << name_of(simd) << ": " << text_of(rays[i]);
        ASSERT_EQ(alone.has_value(), any[i] == 1) << name_of(simd) << ": " << text_of(rays[i]);
        if (!alone) continue;
        ASSERT_TRUE(same(*first[i], *alone)) << name_of(simd) << ": " << text_of(rays[i]);
        ++hits;
      }
      EXPECT_GT(hits, rays.size() / 4);
    }
  }
}

TEST(Ray, CrossesAClosedMeshAnEvenNumberOfTimesBetweenPointsOutside) {
  Random random(5);
  for (const RayMesh& shape : ray_meshes()) {
    if (!shape.is_closed) continue;
    const Model model(shape.mesh);
    const double reach = 2 * length(bounds_of(shape.mesh.points).high);
    for (int i = 0; i < 2000; ++i) {
      // Through a corner, from points that are surely outside.
      const Vec3 corner = shape.mesh.points[random.below(shape.mesh.points.size())];
      const Vec3 from = random.direction() * reach;
      Ray ray = Ray::between(from, corner);
      ray.t_max = 8;
      const Crossings found = crossings(model, {}, ray);
      ASSERT_EQ(found.count % 2, 0u) << shape.name;
      ASSERT_EQ(found.balance, 0) << shape.name;
    }
  }
}

TEST(Ray, FollowsAModelThatIsRefitted) {
  Random random(8);
  const Mesh mesh = shapes::sphere(1, 6);
  Model model(mesh, {.rays = true});
  const std::size_t bytes = model.bytes();
  EXPECT_GT(bytes, Model(mesh).bytes());
  Mesh moved = mesh;
  for (Vec3& point : moved.points)
    point = Vec3{2 * point.x, point.y, point.z + 0.3 * point.x * point.x} + Vec3{9, 0, 0};
  model.refit(moved.points);
  const Model fresh(moved);
  for (int i = 0; i < 500; ++i) {
    const Ray ray = next_ray(moved, {}, random);
    const std::vector<RayHit> hits = all_hits(model, {}, ray), expected = all_hits(fresh, {}, ray);
    ASSERT_EQ(hits.size(), expected.size());
    for (std::size_t k = 0; k < hits.size(); ++k) ASSERT_TRUE(same(hits[k], expected[k]));
  }
  model.rebuild();
  EXPECT_TRUE(model.options().rays);
  EXPECT_TRUE(any_hit(model, {}, Ray::between({9, 0, 5}, {9, 0, -5})));
}

TEST(Ray, TellsTheHitInFull) {
  const Model model(shapes::box({1, 1, 1}));
  const std::optional<RayHit> hit = first_hit(model, Placement::translation({5, 0, 0}), {{0, 0.25, 0.5}, {2, 0, 0}});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->t, 2);
  EXPECT_LE(hit->t_error, 1e-12);
  EXPECT_EQ(hit->face, Face::front);
  EXPECT_EQ(hit->point, (Vec3{4, 0.25, 0.5}));
  EXPECT_EQ(hit->normal, (Vec3{-1, 0, 0}));
  const Vec3 on = point_on(model.mesh(), Placement::translation({5, 0, 0}), hit->triangle, hit->weights);
  EXPECT_NEAR(on.y, 0.25, 1e-15);
  EXPECT_NEAR(on.z, 0.5, 1e-15);
}

TEST(Ray, TheFrontGoesWithAMirroredModel) {
  const Model model(shapes::box({1, 1, 1}));
  Placement mirror;
  mirror.linear(0, 0) = -1;
  const Ray ray{{-3, 0.25, 0.5}, {1, 0, 0}};
  const std::vector<RayHit> hits = all_hits(model, mirror, ray);
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].face, Face::front);
  EXPECT_EQ(hits[0].normal, (Vec3{-1, 0, 0}));
  EXPECT_EQ(hits[1].face, Face::back);
  EXPECT_EQ(hits[1].normal, (Vec3{1, 0, 0}));
}

TEST(Ray, ConsiderIsAskedOnceAboutATriangleAndHidesIt) {
  const Model model(shapes::sphere(1, 8));
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    const Ray ray = next_ray(model.mesh(), {}, random);
    const std::vector<RayHit> all = all_hits(model, {}, ray);
    std::vector<int> asked(model.mesh().triangles.size());
    RayOptions options;
    options.consider = [&](std::uint32_t triangle) { return ++asked[triangle], triangle % 2 == 0; };
    const std::optional<RayHit> first = first_hit(model, {}, ray, options);
    for (int times : asked) EXPECT_LE(times, 1);
    const auto expected = std::find_if(all.begin(), all.end(), [](const RayHit& hit) { return hit.triangle % 2 == 0; });
    ASSERT_EQ(first.has_value(), expected != all.end());
    if (first) {
      EXPECT_TRUE(same(*first, *expected));
    }
    EXPECT_EQ(any_hit(model, {}, ray, options), first.has_value());
  }
}

TEST(Ray, OfAnEmptyModelHitsNothing) {
  const Ray ray{{0, 0, 0}, {1, 0, 0}};
  EXPECT_FALSE(first_hit(Model(), {}, ray));
  EXPECT_FALSE(any_hit(Model(), {}, ray));
  EXPECT_TRUE(all_hits(Model(), {}, ray).empty());
  EXPECT_EQ(crossings(Model(), {}, ray), Crossings{});
}

TEST(Ray, RefusesWhatIsNoRay) {
  const Model model(shapes::box({1, 1, 1}));
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
  const Ray good{{0, 0, 0}, {1, 0, 0}};
  const auto refuses = [&](auto change) {
    Ray ray = good;
    change(ray);
    EXPECT_THROW(first_hit(model, {}, ray), Error);
    EXPECT_THROW(any_hit(model, {}, std::span(&ray, 1)), Error);
  };
  refuses([](Ray& ray) { ray.direction = {}; });
  refuses([&](Ray& ray) { ray.direction.y = infinity; });
  refuses([&](Ray& ray) { ray.origin.y = nan; });
  refuses([](Ray& ray) { ray.origin.y = 0x1p301; });
  refuses([](Ray& ray) { ray.t_min = 2, ray.t_max = 1; });
  refuses([&](Ray& ray) { ray.t_min = nan; });
  refuses([](Ray& ray) { ray.rest.x = 1e-15; });
  EXPECT_THROW(first_hit(model, Placement{Matrix3{} * 0, {}}, good), Error);
}

}  // namespace
}  // namespace abut
