#include "classic/volume/hull.h"
#include "classic/volume/obb.h"
#include "classic/volume/obb_axes.h"
#include "math/random.h"
#include <abut/shapes.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut::classic {
namespace {

std::vector<BuildTriangle> run_of(const Mesh& mesh, double scale = 1) {
  std::vector<BuildTriangle> run;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto c = mesh.corners(i);
    run.push_back({{c[0] * scale, c[1] * scale, c[2] * scale}, i});
  }
  return run;
}

double volume_around(TriangleRun run, Fit fit) { return volume_of(Obb::around(run, fit)); }

/// |cosine| between the box's longest axis and a direction.
double longest_axis_along(const Obb& box, const Vec3& direction) {
  const BoxView view = box.box();
  int longest = 0;
  for (int i = 1; i < 3; ++i)
    if (view.half[i] > view.half[longest]) longest = i;
  return std::abs(dot(view.axes.column(longest), direction)) / length(direction);
}

double worst_defect(const Matrix3& axes) {
  const Matrix3 gram = transposed(axes) * axes;
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = std::max(worst, std::abs(gram(i, j) - (i == j)));
  return worst;
}

/// A long beam, turned out of the axes.
Mesh long_beam() { return transformed(shapes::box({0.5, 0.1, 0.05}), Placement::rotation(0.9, 0.3, 0.2, 0.1)); }

TEST(ObbFit, FollowsATurnedBeamWithEveryFit) {
  const Mesh mesh = long_beam();
  const auto run = run_of(mesh);
  const Vec3 along = Placement::rotation(0.9, 0.3, 0.2, 0.1).linear.column(0);
  for (Fit fit : all_fits) {
    EXPECT_GT(longest_axis_along(Obb::around(run, fit), along), 0.99) << name_of(fit);
    // The triangulation counts some corners twice, which turns the vertex covariance a little.
    EXPECT_LT(volume_around(run, fit), (fit == Fit::vertex_covariance ? 1.2 : 1.01) * 0.5 * 0.1 * 0.05 * 8)
        << name_of(fit);
  }
}

// Gottschalk et al. 1996, section 4: a dense planar patch inside the model turns the covariance of its vertices.
TEST(ObbFit, IsTurnedByADensePatchInsideOnlyWithVertexCovariance) {
  const Mesh outside = long_beam();
  // The patch lies askew in the beam's middle, well inside, and holds tens of thousands of vertices.
  const Placement half_turned = Placement::rotation(0.9, 0.3, 0.2, 0.1) * Placement::rotation(0.92388, 0, 0.38268, 0);
  const Mesh patch = transformed(shapes::plate(0.06, 0.03, 100, 100), half_turned);
  const Mesh with_patch = joined(std::vector<Mesh>{outside, patch});
  const auto bare = run_of(outside), patched = run_of(with_patch);
  for (Fit fit : {Fit::hull_vertices, Fit::hull_surface}) {
    const Obb without = Obb::around(bare, fit), with = Obb::around(patched, fit);
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(std::abs(with.axes[i]), std::abs(without.axes[i]), 1e-9) << name_of(fit);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(with.half[i], without.half[i], 1e-9) << name_of(fit);
  }
  EXPECT_GT(volume_around(patched, Fit::vertex_covariance), 1.5 * volume_around(bare, Fit::vertex_covariance));
}

TEST(ObbFit, ByTheHullsSurfaceIsNotTurnedByManyVerticesOnTheHull) {
  // A dense row of vertices along one edge of the beam's hull, as slivers.
  Mesh mesh = shapes::box({0.5, 0.25, 0.125});
  Mesh row;
  for (int i = 0; i <= 2000; ++i) row.points.push_back({0.5, -0.25 + 0.5 * i / 2000.0, 0.125});
  for (std::uint32_t i = 0; i < 2000; ++i) row.triangles.push_back({i, i + 1, i});
  const auto run = run_of(joined(std::vector<Mesh>{mesh, row}));
  EXPECT_NEAR(volume_around(run, Fit::hull_surface), 8 * 0.5 * 0.25 * 0.125, 1e-9);
  EXPECT_GT(volume_around(run, Fit::vertex_covariance), 1.2 * 8 * 0.5 * 0.25 * 0.125);
}

TEST(ObbFit, TakesFlatStraightAndSinglePointInput) {
  const Placement turn = Placement::rotation(0.3, -0.5, 0.7, 0.2);
  const auto flat = run_of(transformed(shapes::plate(0.8, 0.3, 5, 4), turn));
  Mesh line, point;
  for (int i = 0; i <= 10; ++i) line.points.push_back(turn * Vec3{0.1 * i - 0.5, 0, 0});
  for (std::uint32_t i = 0; i < 10; ++i) line.triangles.push_back({i, i + 1, i});
  point.points = {{0.25, -0.5, 0.125}};
  point.triangles = {{0, 0, 0}, {0, 0, 0}};
  const auto straight = run_of(line), single = run_of(point);
  for (Fit fit : all_fits) {
    const BoxView a = Obb::around(flat, fit).box(), b = Obb::around(straight, fit).box(),
                  c = Obb::around(single, fit).box();
    for (const BoxView& box : {a, b, c}) EXPECT_LT(worst_defect(box.axes), Obb::axes_defect) << name_of(fit);
    const auto sorted = [](Vec3 h) {
      std::array<double, 3> v{h.x, h.y, h.z};
      std::sort(v.begin(), v.end());
      return v;
    };
    EXPECT_LT(sorted(a.half)[0], 1e-13) << name_of(fit);
    if (fit == Fit::surface || fit == Fit::hull_surface) {
      EXPECT_NEAR(sorted(a.half)[1], 0.15, 1e-6) << name_of(fit);
      EXPECT_NEAR(sorted(a.half)[2], 0.4, 1e-6) << name_of(fit);
    }
    EXPECT_LT(sorted(b.half)[1], 1e-13) << name_of(fit);
    EXPECT_NEAR(sorted(b.half)[2], 0.5, 1e-12) << name_of(fit);
    EXPECT_LT(sorted(c.half)[2], 1e-13) << name_of(fit);
  }
}

// A triangle of aspect 3e-13 gives a normal that is noise; a frame made from it would not be orthonormal.
TEST(ObbFit, KeepsItsFrameOrthonormalOnSlivers) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const Vec3 p = random.in_cube(0.5), along = random.direction() * random.between(0.1, 0.5);
    const double aspect = std::ldexp(1.0, -static_cast<int>(random.below(60)));
    std::vector<BuildTriangle> run{{{p, p + along, p + along * random.unit() + random.direction() * aspect}, 0}};
    if (i % 2) run.push_back({{p, p + along * 0.5, p + along * 0.75}, 1});
    for (Fit fit : {Fit::vertex_covariance, Fit::surface})
      ASSERT_LT(worst_defect(Obb::around(run, fit).box().axes), Obb::axes_defect) << "triangle " << i;
  }
}

TEST(Moments, OfASheetAreThoseOfManySamples) {
  const std::array<Vec3, 3> corners{Vec3{0.1, 0.2, -0.3}, Vec3{0.9, 0.1, 0.4}, Vec3{-0.2, 0.7, 0.6}};
  Moments sheet(corners[0]), samples(corners[0]);
  sheet.add_sheet(corners);
  const int n = 400;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      // Midpoints of a grid over the unit square, folded onto the triangle.
      double s = (i + 0.5) / n, t = (j + 0.5) / n;
      if (s + t > 1) s = 1 - s, t = 1 - t;
      samples.add_point(corners[0] + (corners[1] - corners[0]) * s + (corners[2] - corners[0]) * t);
    }
  EXPECT_NEAR(sheet.mass(), 0.5 * length(cross(corners[1] - corners[0], corners[2] - corners[0])), 1e-15);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(sheet.covariance().entries[i], samples.covariance().entries[i], 1e-5);
}

TEST(Hull, HasTheCornersOfABoxWhateverLiesInside) {
  Random random(3);
  std::vector<Vec3> points = shapes::box({0.5, 0.375, 0.25}).points;
  for (int i = 0; i < 500; ++i)
    points.push_back({random.between(-0.49, 0.49), random.between(-0.37, 0.37), random.between(-0.24, 0.24)});
  const Hull hull = convex_hull(points);
  EXPECT_EQ(hull.vertices.size(), 8u);
  double area = 0;
  for (const auto& f : hull.facets) area += 0.5 * length(cross(f[1] - f[0], f[2] - f[0]));
  EXPECT_NEAR(area, 8 * (0.5 * 0.375 + 0.375 * 0.25 + 0.25 * 0.5), 1e-12);
}

TEST(Hull, OfFlatPointsIsTheirPolygon) {
  const Placement turn = Placement::rotation(0.3, -0.5, 0.7, 0.2);
  const Hull hull = convex_hull(transformed(shapes::plate(0.8, 0.3, 9, 7), turn).points);
  double area = 0;
  for (const auto& f : hull.facets) area += 0.5 * length(cross(f[1] - f[0], f[2] - f[0]));
  EXPECT_NEAR(area, 0.8 * 0.3, 1e-7);
}

}  // namespace
}  // namespace abut::classic
