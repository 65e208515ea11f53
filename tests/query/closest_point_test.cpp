#include "classic/any_model.h"
#include "leaf/point_distance.h"
#include "support/cgal_oracle.h"
#include "support/probe_points.h"
#include "support/scenes.h"
#include <abut/closest_point.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut::any {

namespace {

struct Placed {
  std::string name;
  Mesh mesh;
  Placement at;
};

/// The first triangle with the least upper.
std::uint32_t closest_of(const std::vector<PointDistance>& all) {
  const auto less = [](const PointDistance& p, const PointDistance& q) { return p.upper < q.upper; };
  return static_cast<std::uint32_t>(std::min_element(all.begin(), all.end(), less) - all.begin());
}

/// The least (upper, triangle) and the least lower of all triangles; no tree is involved.
class BruteForce {
 public:
  explicit BruteForce(const Placed& placed)
      : forms_(classify_triangles(placed.mesh.points, placed.mesh.triangles)),
        test_({placed.mesh.points, placed.mesh.triangles, forms_, {}}, placed.at) {}

  ClosestPoint find(const Vec3& point) {
    test_.set_point(point);
    std::vector<PointDistance> all;
    for (std::uint32_t i = 0; i < forms_.size(); ++i) all.push_back(test_.measure(i));
    // Triangles whose lower is too low for the closest one are measured again.
    const std::uint32_t first = closest_of(all);
    const double needed = all[first].upper - DistanceTest::sure_width(test_.size(first), all[first].lower);
    for (std::uint32_t i = 0; i < all.size(); ++i)
      if (all[first].upper > 0 && all[i].lower < needed) all[i] = test_.measure_again(i, needed);
    ClosestPoint best;
    best.triangle = closest_of(all);
    best.lower = best.upper = all[best.triangle].upper;
    best.weights = all[best.triangle].weights;
    for (const PointDistance& found : all) best.lower = std::min(best.lower, found.lower);
    return best;
  }

 private:
  std::vector<TriangleForm> forms_;
  PointDistanceTest test_;
};

/// Everything about an answer but its cost.
void expect_same(const ClosestPoint& found, const ClosestPoint& truth, const std::string& what) {
  EXPECT_EQ(found.upper, truth.upper) << what;
  EXPECT_EQ(found.lower, truth.lower) << what;
  EXPECT_EQ(found.triangle, truth.triangle) << what;
  EXPECT_EQ(found.weights, truth.weights) << what;
  EXPECT_TRUE(found.complete) << what;
}

void expect_brute_force(const Placed& placed, std::span<const Vec3> points) {
  BruteForce brute(placed);
  const Model model(placed.mesh);
  std::vector<ClosestPoint> truths;
  for (const Vec3& point : points) truths.push_back(brute.find(point));
  for (Simd simd : available_simd()) {
    ClosestPointOptions options;
    options.simd = simd;
    const std::vector<ClosestPoint> found = closest_point(model, placed.at, points, options);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::string what = placed.name + ", " + std::string(name_of(simd)) + ", point " + std::to_string(i);
      expect_same(found[i], truths[i], what);
      // The point is where the bracket says, up to the rounding of points in the world.
      const double size = largest(abs(found[i].point)) + largest(abs(points[i]));
      EXPECT_NEAR(length(found[i].point - points[i]), found[i].upper, 1e-13 * size + 1e-300) << what;
    }
  }
}

std::vector<Placed> placed_bodies(int count, std::uint64_t seed) {
  std::vector<Placed> bodies;
  for (const PlacedMeshes& scene : random_scenes(count, seed)) bodies.push_back({scene.name, scene.a, scene.at_a});
  return bodies;
}

TEST(ClosestPoint, OfRandomBodiesIsThatOfBruteForce) {
  Random random(71);
  for (Placed& body : placed_bodies(24, 72)) {
    expect_brute_force(body, probe_points(body.mesh, body.at, 60, random));
    body.at = {};
    expect_brute_force(body, probe_points(body.mesh, body.at, 60, random));
  }
}

TEST(ClosestPoint, OfSpecialMeshesIsThatOfBruteForce) {
  Random random(73);
  for (const PlacedMeshes& scene : special_scenes())
    for (const Mesh* mesh : {&scene.a, &scene.b})
      if (!mesh->triangles.empty())
        expect_brute_force({scene.name, *mesh, scene.at_b}, probe_points(*mesh, scene.at_b, 20, random));
}

TEST(ClosestPoint, OfEveryKindSearchAndThreadCountIsThatOfBruteForce) {
  Random random(74);
  for (const Placed& body : placed_bodies(7, 75)) {
    const std::vector<Vec3> points = probe_points(body.mesh, body.at, 300, random);
    const std::vector<ClosestPoint> truth = closest_point(Model(body.mesh), body.at, points);
    const std::vector<ClosestPoint> on_two = closest_point(Model(body.mesh), body.at, points, {.threads = 2});
    for (std::size_t i = 0; i < points.size(); ++i) expect_same(on_two[i], truth[i], body.name + ", two threads");
    for (VolumeKind kind : binary_volume_kinds)
      for (Storage storage : all_storages) {
        const Model model(body.mesh, {.volume = kind, .storage = storage});
        for (Search search : all_searches)
          for (std::size_t i = 0; i < 20; ++i) {
            const std::string what = body.name + ", " + std::string(name_of(kind)) + ", " + std::to_string(i);
            expect_same(closest_point(model, body.at, points[i], {}, {.search = search}), truth[i], what);
          }
      }
  }
}

TEST(ClosestPoint, KeepsItsDigitsFarAwayAndAtEveryScale) {
  Random random(76);
  for (const Placed& body : placed_bodies(7, 77)) {
    std::vector<Vec3> points = probe_points(body.mesh, body.at, 12, random);
    std::vector<Vec3> far;
    for (double away : {1e3, 1e6, 1e12, 1e60}) far.push_back(random.direction() * away);
    expect_brute_force(body, far);
    Placed moved = body;
    const Vec3 by = random.direction() * 1e6;
    moved.at.shift += by;
    expect_brute_force(moved, probe_points(moved.mesh, moved.at, 12, random));
    for (double scale : {1e-8, 1e8, 0x1p-200, 0x1p200, 0x1p-290}) {
      Placed scaled = body;
      scaled.name += " scaled";
      for (Vec3& p : scaled.mesh.points) p = p * scale;
      scaled.at.shift = body.at.shift * scale;
      std::vector<Vec3> near;
      for (const Vec3& p : points) near.push_back(p * scale);
      expect_brute_force(scaled, near);
    }
  }
}

/// Triangles whose heights are some part of their sides.
Mesh slender_triangles(int count, double height, Random& random) {
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const Vec3 from = random.in_cube(1), along = random.direction() * 0.3;
    const Vec3 across = cross(along, random.direction()) * height;
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    for (const Vec3& point : {from, from + along, from + along * random.between(-0.5, 1.5) + across})
      mesh.points.push_back(point);
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

// Exact searches look at boxes in float unless the surface is close, and quickly at triangles that are no slivers.
TEST(ClosestPoint, IsThatOfBruteForceWhereverQuickLooksBeginAndEnd) {
  Random random(79);
  for (const double height : {1.0, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-12, 0x1p-30}) {
    const Placed body{"height " + std::to_string(height), slender_triangles(200, height, random),
                      random.rotation(random.in_cube(1))};
    std::vector<Vec3> points;
    for (const double away : {1.5, 1.99, 2.0, 2.01, 3.0, 15.9, 16.1, 40.0})
      points.push_back(body.at * (random.direction() * away));
    for (const double gap : {0x1p-6, 0x1p-9, 0x1p-10, 0x1p-11, 0x1p-20, 0x1p-40})
      for (std::uint32_t i = 0; i < 8; ++i) {
        const auto [p, q, r] = body.mesh.corners(i);
        const Vec3 on = p * 0.25 + q * 0.25 + r * 0.5;
        points.push_back(body.at * (on + random.direction() * gap));
      }
    expect_brute_force(body, points);
  }
}

TEST(ClosestPoint, TakesScalesAndShear) {
  Random random(78);
  for (Placed& body : placed_bodies(12, 79)) {
    for (double& entry : body.at.linear.entries) entry *= random.between(-10, 10);
    expect_brute_force(body, probe_points(body.mesh, body.at, 20, random));
  }
}

TEST(ClosestPoint, HasABracketAroundTheExactDistanceOfPlacedTriangles) {
  Random random(80);
  const Mesh soup = shapes::random_soup(12, 1, 81);
  for (int i = 0; i < 60; ++i) {
    Placement at = random.rotation(random.in_cube(2));
    if (i % 3 == 0)
      for (double& entry : at.linear.entries) entry *= random.between(0.5, 2);
    const Vec3 point = probe_points(soup, at, 1, random)[0];
    DistanceBracket truth{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
      const DistanceBracket one = cgal_distance(soup.corners(t), at, {point, point, point}, {});
      truth = {std::min(truth.lower, one.lower), std::min(truth.upper, one.upper)};
    }
    const ClosestPoint found = closest_point(Model(soup), at, point);
    EXPECT_LE(found.lower, truth.upper);
    EXPECT_GE(found.upper, truth.lower);
    EXPECT_LE(found.upper - found.lower, 1e-13);
    EXPECT_EQ(found.upper == 0, truth.upper == 0);
  }
}

TEST(ClosestPoint, IsAtZeroExactlyOnTheSurfaceAndNamesTheSmallestTriangle) {
  const Mesh cube = shapes::box({1, 1, 1});
  for (VolumeKind kind : all_volume_kinds) {
    const Model model(cube, {.volume = kind});
    const ClosestPoint corner = closest_point(model, {}, Vec3{1, 1, 1});
    EXPECT_EQ(corner.upper, 0);
    std::uint32_t first = 0;
    const auto has_corner = [&](std::uint32_t t) {
      const auto corners = cube.corners(t);
      return std::find(corners.begin(), corners.end(), Vec3{1, 1, 1}) != corners.end();
    };
    while (!has_corner(first)) ++first;
    EXPECT_EQ(corner.triangle, first);
    EXPECT_EQ(closest_point(model, {}, Vec3{0.125, 0.25, 1}).upper, 0);
    const ClosestPoint above = closest_point(model, {}, Vec3{0.125, 0.25, std::nextafter(1.0, 2.0)});
    EXPECT_GT(above.upper, 0);
    EXPECT_LE(above.lower, 0x1p-52);
    EXPECT_LE(above.upper, 0x1p-52 + DistanceTest::most_width(3, 0));
  }
}

TEST(ClosestPoint, ErrorsBudgetsAndStopsWidenTheBracketAndNeverBreakIt) {
  const Mesh blob = shapes::bumpy_scan(5000, 3);
  Random random(82);
  const Placement at = random.rotation({1, 2, 3});
  const std::vector<Vec3> points = probe_points(blob, at, 60, random);
  const std::atomic<bool> stopped{true};
  std::vector<ClosestPointOptions> all(7);
  all[0].relative_error = 0.1, all[1].absolute_error = 0.1, all[2].budget.tests = 30, all[3].budget.tests = 0;
  all[4].budget.seconds = 0, all[5].budget.stop = &stopped, all[6].known_upper = 0.05;
  // No bracket is narrower than the rounding of a triangle's size allows.
  const double rounding = DistanceTest::most_width(1, 1);
  for (VolumeKind kind : all_volume_kinds) {
    const Model model(blob, {.volume = kind});
    for (const Vec3& point : points) {
      const ClosestPoint truth = closest_point(model, at, point);
      for (std::size_t i = 0; i < all.size(); ++i) {
        const ClosestPoint found = closest_point(model, at, point, all[i]);
        EXPECT_LE(found.lower, truth.upper) << i;
        EXPECT_GE(found.upper, truth.lower) << i;
        if (i == 0) {
          EXPECT_LE(found.upper, found.lower * 1.1 * (1 + 1e-12) + rounding);
        }
        if (i == 1) {
          EXPECT_LE(found.upper, found.lower + 0.1 * (1 + 1e-12));
        }
        if (i == 3) {
          EXPECT_TRUE(std::isfinite(found.upper) && (!found.complete || found.upper == 0));
        }
        if (i == 6 && truth.upper < 0.05) expect_same(found, truth, "known upper");
      }
    }
  }
}

TEST(ClosestPoint, SpendsAndAnswersTheSameOnEveryInstructionSetWhenItIsNotExact) {
  const Mesh blob = shapes::bumpy_scan(5000, 3);
  const Model model(blob);
  Random random(83);
  for (const Vec3& point : probe_points(blob, {}, 100, random))
    for (int i = 0; i < 2; ++i) {
      ClosestPointOptions options;
      if (i == 0)
        options.relative_error = 0.2;
      else
        options.budget.tests = 60;
      options.simd = Simd::scalar;
      const ClosestPoint plain = closest_point(model, {}, point, options);
      for (Simd simd : available_simd()) {
        options.simd = simd;
        const ClosestPoint found = closest_point(model, {}, point, options);
        EXPECT_EQ(found.lower, plain.lower);
        EXPECT_EQ(found.upper, plain.upper);
        EXPECT_EQ(found.triangle, plain.triangle);
        EXPECT_EQ(found.counters.volume_tests, plain.counters.volume_tests);
        EXPECT_EQ(found.counters.triangle_tests, plain.counters.triangle_tests);
      }
    }
}

TEST(ClosestPoint, OfAnEmptyModelIsInfinitelyFar) {
  const ClosestPoint found = closest_point(Model(), {}, Vec3{1, 2, 3});
  EXPECT_EQ(found.lower, std::numeric_limits<double>::infinity());
  EXPECT_EQ(found.upper, std::numeric_limits<double>::infinity());
}

TEST(ClosestPoint, RefusesWhatItCannotServe) {
  const Model ball(shapes::sphere(1, 2));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(closest_point(ball, {}, Vec3{nan, 0, 0}), Error);
  EXPECT_THROW(closest_point(ball, {}, Vec3{0, 0x1p301, 0}), Error);
  EXPECT_THROW(closest_point(ball, {Matrix3{{0, 0, 0, 0, 0, 0, 0, 0, 0}}, {}}, Vec3{}), Error);
  EXPECT_THROW(closest_point(ball, {}, Vec3{}, {.relative_error = -1}), Error);
  EXPECT_THROW(closest_point(ball, {}, Vec3{}, {.known_upper = nan}), Error);
}

}  // namespace

}  // namespace abut::any
