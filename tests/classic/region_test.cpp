// Planes, slabs, beams, rays and segments against models, against linear inequalities in rational numbers.

#include "math/random.h"
#include <abut/classic_region.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

namespace abut::classic {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using Rational = boost::multiprecision::cpp_rational;

/// a x + b y + c >= 0.
struct Inequality {
  Rational a, b, c;
};

/// Is there a solution? By elimination of y, then of x (Fourier, Motzkin).
bool have_a_solution(const std::vector<Inequality>& all) {
  std::vector<Inequality> of_x;
  for (const Inequality& p : all) {
    if (p.b == 0) of_x.push_back(p);
    if (p.b <= 0) continue;
    for (const Inequality& q : all)
      if (q.b < 0) of_x.push_back({p.a * -q.b + q.a * p.b, 0, p.c * -q.b + q.c * p.b});
  }
  for (const Inequality& p : of_x) {
    if (p.a == 0 && p.c < 0) return false;
    if (p.a <= 0) continue;
    for (const Inequality& q : of_x)
      if (q.a < 0 && p.c * -q.a + q.c * p.a < 0) return false;
  }
  return true;
}

/// A point of the triangle is (1 - x - y) first + x second + y third.
bool truly_meets(const std::array<Vec3, 3>& corners, const Placement& at, const Region& region) {
  std::vector<Inequality> all{{1, 0, 0}, {0, 1, 0}, {-1, -1, 1}};
  for (int i = 0; i < 3; ++i) {
    Rational along[3], square = 0;
    for (int k = 0; k < 3; ++k) {
      const Rational entry(region.axes[i][k]);
      square += entry * entry;
      for (int corner = 0; corner < 3; ++corner) {
        Rational world = Rational(at.shift[k]) - Rational(region.centre[k]);
        for (int j = 0; j < 3; ++j) world += Rational(at.linear(k, j)) * Rational(corners[corner][j]);
        along[corner] += entry * world;
      }
    }
    const Inequality up{along[1] - along[0], along[2] - along[0], along[0]};
    if (std::isfinite(region.low[i])) all.push_back({up.a, up.b, up.c - square * Rational(region.low[i])});
    if (std::isfinite(region.high[i])) all.push_back({-up.a, -up.b, square * Rational(region.high[i]) - up.c});
  }
  return have_a_solution(all);
}

std::vector<std::uint32_t> true_triangles(const Mesh& mesh, const Placement& at, const Region& region) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t id = 0; id < mesh.triangles.size(); ++id)
    if (truly_meets(mesh.corners(id), at, region)) found.push_back(id);
  return found;
}

Vec3 whole(Random& random, int most) {
  const auto one = [&] { return static_cast<double>(random.below(2 * most + 1)) - most; };
  return {one(), one(), one()};
}

/// Every form, with numbers from `vec`.
template <class MakeVec>
std::vector<Region> regions(Random& random, const MakeVec& vec) {
  Vec3 d = vec();
  if (d == Vec3{}) d = {1, 0, 0};
  const double width = random.chance(0.3) ? 1 : random.unit();
  Region box;
  box.centre = vec();
  box.low = vec();
  for (int i = 0; i < 3; ++i) box.high[i] = box.low[i] + static_cast<double>(random.below(3));
  Region tilted = box;
  const Matrix3 turn = random.rotation().linear;
  tilted.axes = {turn.column(0), turn.column(1), turn.column(2)};
  Region half = box;
  half.low = {-infinity, -infinity, half.low.z};
  half.high.z = infinity;
  return {plane(vec(), d),
          slab(vec(), d, width),
          segment(vec(), d),
          ray(vec(), d),
          line(vec(), d),
          beam(vec(), d, width),
          fat_ray(vec(), d, width),
          box,
          tilted,
          half};
}

Mesh lattice_mesh(Random& random, int count) {
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    mesh.points.insert(mesh.points.end(), {whole(random, 3), whole(random, 3), whole(random, 3)});
    mesh.triangles.push_back({first, first + 1, first + (random.chance(0.1) ? 1u : 2u)});
  }
  return mesh;
}

// Whole numbers touch in corners, along edges and in planes; degenerate triangles are among them.
TEST(Region, HasTheTrianglesOfRationalArithmeticOnALattice) {
  Random random(101);
  std::size_t found = 0, asked = 0;
  for (int round = 0; round < 60; ++round) {
    const Mesh mesh = lattice_mesh(random, 40);
    const Placement at = round % 2 == 0 ? Placement::identity() : Placement::translation(whole(random, 2));
    const Model model(mesh, {.volume = all_volume_kinds[static_cast<std::size_t>(round) % all_volume_kinds.size()]});
    for (const Region& region : regions(random, [&] { return whole(random, 3); })) {
      const std::vector<std::uint32_t> truth = true_triangles(mesh, at, region);
      ASSERT_EQ(triangles_in(model, at, region).triangles, truth) << round;
      ASSERT_EQ(touches(model, at, region), !truth.empty()) << round;
      found += truth.size();
      asked += mesh.triangles.size();
    }
  }
  EXPECT_GT(found, asked / 10);
  EXPECT_LT(found, asked);
}

TEST(Region, HasTheTrianglesOfRationalArithmeticForEveryKindAndPlacement) {
  Random random(102);
  const Mesh mesh = shapes::random_soup(80, 0.8, 103);
  Placement sheared = random.rotation({0.1, 0.2, 0.3});
  sheared.linear = sheared.linear * Matrix3{{1, 0.5, 0, 0, 2, 0.1, 0, 0, 0.3}};
  Placement mirrored = random.rotation();
  mirrored.linear = mirrored.linear * Matrix3{{-1, 0, 0, 0, 1, 0, 0, 0, 1}};
  const Placement places[] = {Placement::identity(), random.rotation({0.3, 0, 0.1}), sheared, mirrored};
  for (VolumeKind kind : all_volume_kinds)
    for (const Placement& at : places) {
      const Model model(mesh, {.volume = kind, .storage = Storage::float32});
      const Model tiled(mesh, {.volume = kind, .tile = 0.3});
      for (const Region& region : regions(random, [&] { return random.in_cube(0.8); })) {
        const std::vector<std::uint32_t> truth = true_triangles(mesh, at, region);
        ASSERT_EQ(triangles_in(model, at, region).triangles, truth) << name_of(kind);
        ASSERT_EQ(triangles_in(tiled, at, region).triangles, truth) << name_of(kind);
      }
    }
  const abut::Model engine(mesh);
  for (const Region& region : regions(random, [&] { return random.in_cube(0.8); }))
    EXPECT_EQ(triangles_in(engine, places[1], region).triangles, true_triangles(mesh, places[1], region));
}

TEST(Region, IsDecidedAmongTinyHugeAndFarModels) {
  Random random(104);
  for (double size : {1e-80, 1e-5, 1e60})
    for (double far : {0.0, 1e5}) {
      Mesh mesh = lattice_mesh(random, 30);
      const Vec3 shift = whole(random, 5) * far;
      for (Vec3& p : mesh.points) p = (p + shift) * size;
      const Model model(mesh, {.volume = VolumeKind::rss});
      for (Region region : regions(random, [&] { return whole(random, 3); })) {
        region.centre = (region.centre + shift) * size;
        for (Vec3& axis : region.axes) axis = axis * size;
        ASSERT_EQ(triangles_in(model, {}, region).triangles, true_triangles(mesh, {}, region)) << size << " " << far;
      }
    }
}

// A point that is exactly on a line of a direction with three unlike numbers, and one a rounding beside it.
TEST(Region, TellsAPointOnALineFromOneBesideIt) {
  const Vec3 from{0.1, 0.2, 0.3}, direction{3, 5, 7};
  const auto is_on = [&](const Vec3& p) {
    return touches(Model(Mesh{{p, p, p}, {{0, 1, 2}}, {}}), {}, line(from, direction));
  };
  EXPECT_TRUE(is_on(from));
  EXPECT_FALSE(is_on({from.x, from.y, std::nextafter(from.z, 1)}));
  const Vec3 whole_from{1, 2, 3};
  const Mesh on{{whole_from + direction * 2, whole_from + direction * 2, whole_from + direction * 2}, {{0, 1, 2}}, {}};
  EXPECT_TRUE(touches(Model(on), {}, ray(whole_from, direction)));
  EXPECT_FALSE(touches(Model(on), {}, segment(whole_from, direction)));
  EXPECT_TRUE(touches(Model(on), {}, segment(whole_from, direction * 2)));
  EXPECT_FALSE(touches(Model(on), {}, ray(whole_from, -direction)));
}

TEST(Region, IsFoundWithFewTests) {
  const Model ball(shapes::sphere(1, 40));
  const std::size_t count = ball.mesh().triangles.size();
  const RegionTriangles cut = triangles_in(ball, {}, plane({0.1, 0.2, 0.3}, {1, 2, 3}));
  EXPECT_GT(cut.triangles.size(), 100u);
  EXPECT_LT(cut.counters.triangle_tests, 3 * cut.triangles.size());
  const RegionTriangles pierced = triangles_in(ball, {}, line({0.1, 0.2, 0.3}, {1, 2, 3}));
  EXPECT_EQ(pierced.triangles.size(), 2u);
  EXPECT_LT(pierced.counters.volume_tests, count / 10);
  EXPECT_EQ(triangles_in(ball, {}, ray({0.1, 0.2, 0.3}, {1, 2, 3})).triangles.size(), 1u);
  const RegionTriangles first = triangles_in(ball, {}, plane({}, {1, 0, 0}), {.max_triangles = 5});
  EXPECT_EQ(first.triangles.size(), 5u);
  EXPECT_FALSE(first.complete);
  EXPECT_TRUE(triangles_in(Model(), {}, plane({}, {1, 0, 0})).triangles.empty());
}

TEST(Region, ThatIsNoneIsRefused) {
  const Model ball(shapes::sphere(1, 3));
  EXPECT_THROW(plane({}, {}), Error);
  EXPECT_THROW(ray({}, {infinity, 0, 0}), Error);
  EXPECT_THROW(beam({}, {std::nan(""), 0, 0}, 1), Error);
  // One in the last coordinate was taken for a number, and nothing lay in the region.
  for (int i = 0; i < 3; ++i) {
    Vec3 bad{1, 1, 1};
    bad[i] = std::nan("");
    EXPECT_THROW(line({}, bad), Error) << i;
    EXPECT_THROW(triangles_in(ball, {}, plane(bad, {1, 0, 0})), Error) << i;
    Region turned = plane({}, {1, 0, 0});
    turned.axes[2] = bad;
    EXPECT_THROW(triangles_in(ball, {}, turned), Error) << i;
  }
  EXPECT_THROW(triangles_in(ball, {}, slab({}, {1, 0, 0}, -1)), Error);
  EXPECT_THROW(triangles_in(ball, {}, slab({}, {1, 0, 0}, std::nan(""))), Error);
  Region region;
  region.axes[1] = {};
  EXPECT_THROW(triangles_in(ball, {}, region), Error);
  region = {};
  region.low.x = region.high.x = infinity;
  EXPECT_THROW(triangles_in(ball, {}, region), Error);
  Placement flat;
  flat.linear = Matrix3{{1, 0, 0, 0, 0, 0, 0, 0, 1}};
  EXPECT_THROW(triangles_in(ball, flat, Region{}), Error);
}

}  // namespace
}  // namespace abut::classic
