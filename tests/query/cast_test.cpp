#include "support/placement_families.h"
#include "support/ray_cases.h"
#include <abut/cast.h>
#include <abut/closest_point.h>
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <cmath>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// How far the shape's core is from the model at t, by queries that know nothing of motion.
double gap_at(const Model& model, const Placement& at, const Ray& ray, const CastShape& shape, double t) {
  const Vec3 place = ray.origin + (ray.direction + ray.rest) * t;
  if (shape.axis == Vec3{}) return closest_point(model, at, place).upper;
  Mesh core;
  core.points = {{}, shape.axis};
  core.triangles = {{0, 1, 1}};
  return distance(model, at, Model(core), Placement::translation(place)).upper;
}

/// What rounding may take, in the world: sizes are at most `size`.
double slack_of(double size) { return 0x1p-42 * size; }

double size_of(const Model& model, const Placement& at, const Ray& ray, const CastShape& shape) {
  double size = largest(abs(ray.origin)) + shape.radius + length(shape.axis);
  for (const Vec3& point : model.mesh().points) size = std::max(size, 4 * largest(abs(at * point)) + size);
  return size;
}

/// The promise of CastHit, at many moments.
void expect_promise(const Model& model, const Placement& at, const Ray& ray, const CastShape& shape) {
  const std::optional<CastHit> hit = cast(model, at, ray, shape);
  const double end = hit ? hit->lower : std::min(ray.t_max, ray.t_min + 50);
  const double slack = slack_of(size_of(model, at, ray, shape));
  for (int i = 0; i < 60; ++i) {
    const double t = ray.t_min + (end - ray.t_min) * i / 60;
    if (t < end) {
      ASSERT_GT(gap_at(model, at, ray, shape, t), shape.radius - slack) << i;
    }
  }
  if (!hit) return;
  ASSERT_LE(hit->lower, hit->upper);
  ASSERT_GE(hit->lower, ray.t_min);
  ASSERT_LE(hit->upper, ray.t_max);
  const double gap = gap_at(model, at, ray, shape, hit->upper);
  ASSERT_LE(gap, shape.radius * (1 + 0x1p-40) + slack);
  // Not later than sampling finds it, and a narrow bracket.
  ASSERT_LE((hit->upper - hit->lower) * length(ray.direction), slack + 1e-9 * length(ray.direction));
}

TEST(Cast, IsClearBeforeLowerAndTouchesAtUpper) {
  Random random(1);
  for (const RayMesh& shape : ray_meshes()) {
    const Model model(shape.mesh);
    const double size = length(bounds_of(shape.mesh.points).high - bounds_of(shape.mesh.points).low);
    for (const PlacementFamily& family : placement_families()) {
      const Placement at = family.next(random);
      const double world = size * largest_magnitude(at.linear);
      for (int i = 0; i < 3; ++i) {
        Ray ray = next_ray(shape.mesh, at, random);
        if (std::isinf(ray.t_min)) ray.t_min = -2;
        const CastShape ball{world * std::ldexp(random.unit(), -static_cast<int>(random.below(8)))};
        const CastShape capsule{ball.radius, random.direction() * (world * random.unit())};
        expect_promise(model, at, ray, ball);
        expect_promise(model, at, ray, capsule);
        if (HasFatalFailure()) FAIL() << shape.name << ", " << family.name;
      }
    }
  }
}

TEST(Cast, OfABallFindsTheMomentThatGeometryTells) {
  const Model box(shapes::box({1, 1, 1}));
  const auto hit = cast(box, {}, {{5, 0.25, 0.5}, {-1, 0, 0}}, {.radius = 0.5});
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->lower, 3.5, 1e-11);
  EXPECT_NEAR(hit->upper, 3.5, 1e-11);
  EXPECT_NEAR(hit->point.x, 1, 1e-12);
  // Past an edge, which it touches from the side: half of the radius above it.
  const auto edge = cast(box, {}, {{5, 0, 1.25}, {-1, 0, 0}}, {.radius = 0.5});
  ASSERT_TRUE(edge);
  EXPECT_NEAR(edge->upper, 4 - std::sqrt(0.25 - 0.0625), 1e-11);
  // And past a corner.
  const auto corner = cast(box, {}, {{5, 1.25, 1.25}, {-1, 0, 0}}, {.radius = 0.5});
  ASSERT_TRUE(corner);
  EXPECT_NEAR(corner->upper, 4 - std::sqrt(0.25 - 2 * 0.0625), 1e-11);
  EXPECT_FALSE(cast(box, {}, {{5, 1.5, 1.5}, {-1, 0, 0}}, {.radius = 0.5}));
}

TEST(Cast, OfAShapeThatSlidesAlongAFloorEndsAtOnce) {
  const Model floor(shapes::plate(100, 100, 40, 40));
  // Above the radius by a millionth all the way: no hit, without a step per millionth.
  EXPECT_FALSE(cast(floor, {}, {{-40, 0.3, 1.000001}, {1, 0, 0}, 0, 80}, {.radius = 1}));
  EXPECT_FALSE(cast(floor, {}, {{-40, 0.3, 1.000001}, {1, 0, 0}, 0, 80}, {.radius = 1, .axis = {0, 0, 2}}));
  const auto rests = cast(floor, {}, {{-40, 0.3, 1}, {1, 0, 0}, 0, 80}, {.radius = 1});
  ASSERT_TRUE(rests);
  EXPECT_EQ(rests->upper, 0);
  const auto sinks = cast(floor, {}, {{-40, 0.3, 1.0001}, {1, 0, -1e-5}, 0, 80}, {.radius = 1});
  ASSERT_TRUE(sinks);
  EXPECT_NEAR(sinks->upper, 10, 1e-6);
}

TEST(Cast, OfAPointMeetsWhatARayMeets) {
  Random random(2);
  const Mesh mesh = shapes::bumpy_scan(3000, 1);
  const Model model(mesh);
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    Ray ray = next_ray(mesh, {}, random);
    ray.t_min = 0;
    if (!(ray.t_max > 0)) ray.t_max = 1;
    const auto touch = cast(model, {}, ray, {});
    const auto hit = first_hit(model, {}, ray);
    // A miss of the ray may be a touch within rounding.
    if (!hit) continue;
    ASSERT_TRUE(touch);
    ++hits;
    const double tolerance = 1e-6 / length(ray.direction) + 1e-6 * std::abs(hit->t);
    EXPECT_LE(touch->lower, hit->t + hit->t_error);
    EXPECT_GT(touch->upper, hit->t - tolerance);
  }
  EXPECT_GT(hits, 40);
}

TEST(Cast, IsTheSameOnEveryInstructionSetAndThreadCount) {
  Random random(3);
  const Mesh mesh = shapes::torus(2, 0.7, 40, 20);
  const Model model(mesh);
  const Placement at = random.rotation({1, 2, 3});
  std::vector<Ray> rays;
  for (int i = 0; i < 60; ++i) {
    rays.push_back(next_ray(mesh, at, random));
    if (std::isinf(rays.back().t_min)) rays.back().t_min = 0;
  }
  for (const CastShape& shape : {CastShape{0.2}, CastShape{0.1, {0.3, 0.2, 0.1}}}) {
    const auto expected = cast(model, at, rays, shape);
    for (Simd simd : available_simd()) {
      const auto found = cast(model, at, rays, shape, {.simd = simd, .threads = 2});
      for (std::size_t i = 0; i < rays.size(); ++i) {
        ASSERT_EQ(found[i].has_value(), expected[i].has_value());
        if (!found[i]) continue;
        EXPECT_EQ(found[i]->lower, expected[i]->lower);
        EXPECT_EQ(found[i]->upper, expected[i]->upper);
        EXPECT_EQ(found[i]->triangle, expected[i]->triangle);
      }
    }
  }
}

TEST(Cast, RefusesWhatCannotBeCast) {
  const Model box(shapes::box({1, 1, 1}));
  const Ray good{{5, 0, 0}, {-1, 0, 0}};
  EXPECT_THROW(cast(box, {}, good, {.radius = -1}), Error);
  EXPECT_THROW(cast(box, {}, good, {.radius = std::nan("")}), Error);
  EXPECT_THROW(cast(box, {}, good, {.radius = 1, .axis = {0, INFINITY, 0}}), Error);
  Ray endless = good;
  endless.t_min = -INFINITY;
  EXPECT_THROW(cast(box, {}, endless, {.radius = 1}), Error);
  EXPECT_THROW(cast(box, {}, Ray{{5, 0, 0}, {}}, {.radius = 1}), Error);
  EXPECT_FALSE(cast(Model(), {}, good, {.radius = 1}));
}

}  // namespace
}  // namespace abut
