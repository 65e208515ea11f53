#include "mesh/shells.h"

#include "query/shell_groups.h"
#include "support/closed_shapes.h"
#include "support/effort.h"
#include "support/probe_points.h"
#include "support/shell_oracle.h"
#include <abut/error.h>
#include <abut/shapes.h>
#include <abut/solid.h>

#include <algorithm>
#include <chrono>

#include <gtest/gtest.h>

namespace abut {

namespace {

constexpr double unit = 12;  // what ShellOracle asks for

/// A box; `other_way` cuts its faces along the other diagonals.
Mesh brick(const Vec3& low, const Vec3& high, bool other_way = false) {
  Mesh mesh;
  for (int corner = 0; corner < 8; ++corner)
    mesh.points.push_back(Vec3{corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z} *
                          unit);
  constexpr std::array<std::array<std::uint32_t, 4>, 6> faces{
      {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
  for (const auto& f : faces)
    if (other_way)
      mesh.triangles.insert(mesh.triangles.end(), {{f[1], f[2], f[3]}, {f[1], f[3], f[0]}});
    else
      mesh.triangles.insert(mesh.triangles.end(), {{f[0], f[1], f[2]}, {f[0], f[2], f[3]}});
  return mesh;
}
Mesh cube(double low, double high) { return brick({low, low, low}, {high, high, high}); }

/// Two pyramids on one square with sides of 2 `half`.
Mesh bipyramid(const Vec3& middle, double half, double up, double down) {
  Mesh mesh{{{half, half, 0}, {-half, half, 0}, {-half, -half, 0}, {half, -half, 0}, {0, 0, up}, {0, 0, -down}},
            {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {1, 0, 5}, {2, 1, 5}, {3, 2, 5}, {0, 3, 5}},
            {}};
  for (Vec3& p : mesh.points) p = (p + middle) * unit;
  return mesh;
}
Mesh tetrahedron(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  Mesh mesh{{a * unit, b * unit, c * unit, d * unit}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, {}};
  return dot(cross(b - a, c - a), d - a) < 0 ? inside_out(mesh) : mesh;
}

/// A ring with a square section on the ground, from `inner` to `outer`, open upwards and downwards in the middle.
Mesh square_ring(double inner, double outer, double low, double high) {
  Mesh mesh;
  const auto corner = [](int i, double size) { return Vec3{i == 0 || i == 3 ? size : -size, i < 2 ? size : -size, 0}; };
  for (double z : {low, high})
    for (double size : {inner, outer})
      for (int i = 0; i < 4; ++i) mesh.points.push_back((corner(i, size) + Vec3{0, 0, z}) * unit);
  const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
  };
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t j = (i + 1) % 4;
    quad(j, i, 4 + i, 4 + j);            // below
    quad(8 + i, 8 + j, 12 + j, 12 + i);  // above; both from inner to outer
    quad(i, j, 8 + j, 8 + i);            // inner wall
    quad(4 + j, 4 + i, 12 + i, 12 + j);  // outer wall
  }
  return mesh;
}

struct Family {
  std::string name;
  std::vector<Mesh> bodies;
  std::vector<std::size_t> groups;  // as they must be
};

std::vector<Family> families() {
  std::vector<Family> all;
  all.push_back({"three boxes in each other", {cube(-4, 4), cube(-3, 3), cube(-2, 2)}, {0, 1, 2}});
  all.push_back({"two boxes through each other", {cube(-2, 2), cube(0, 4)}, {0, 0}});
  all.push_back({"a body in a hole of two that cross",
                 {cube(-4, 2), cube(-2, 4), cube(-1, 1), brick({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5})},
                 {0, 0, 2, 3}});
  all.push_back({"crossing holes in a box", {cube(-4, 4), cube(-3, 1), cube(-1, 3)}, {0, 1, 1}});
  all.push_back({"a chain of three", {cube(-4, 0), cube(-1, 2), cube(1, 4)}, {0, 0, 0}});
  all.push_back({"boxes beside each other, a face in common", {cube(0, 2), brick({2, 0, 0}, {4, 2, 2})}, {0, 1}});
  all.push_back(
      {"the same, the face cut along both diagonals", {cube(0, 2), brick({2, 0, 0}, {4, 2, 2}, true)}, {0, 1}});
  all.push_back({"a small box on a large one's face", {cube(-2, 2), brick({-1, -1, 2}, {1, 1, 4})}, {0, 1}});
  all.push_back({"boxes that touch along an edge", {cube(0, 2), brick({2, 2, 0}, {4, 4, 2})}, {0, 1}});
  all.push_back({"boxes that touch along half an edge", {cube(0, 2), brick({2, 2, 1}, {4, 4, 3})}, {0, 1}});
  all.push_back({"boxes that touch in a corner", {cube(0, 2), cube(2, 4)}, {0, 1}});
  all.push_back({"a hole that touches from within in a face", {cube(-4, 4), brick({-1, -1, 1}, {1, 1, 4})}, {0, 1}});
  all.push_back({"a hole in a corner", {cube(-4, 4), cube(1, 4)}, {0, 1}});
  all.push_back({"a hole with a whole face in common", {cube(0, 4), brick({0, 0, 0}, {4, 4, 2})}, {0, 1}});
  all.push_back({"the same, cut the other way", {cube(0, 4), brick({0, 0, 0}, {4, 4, 2}, true)}, {0, 1}});
  all.push_back({"a hole that touches in an edge", {cube(-4, 4), bipyramid({2, 0, 0}, 2, 1, 1)}, {0, 1}});
  all.push_back({"a hole that touches in a corner", {cube(-4, 4), bipyramid({0, 0, 1}, 2, 3, 2)}, {0, 1}});
  all.push_back({"the same body twice", {cube(0, 2), cube(0, 2)}, {0, 0}});
  all.push_back({"the same body twice, cut the other way", {cube(0, 2), brick({0, 0, 0}, {2, 2, 2}, true)}, {0, 0}});
  all.push_back({"half through a face, the girdle in its plane", {cube(-4, 4), bipyramid({0, 0, 4}, 2, 2, 2)}, {0, 0}});
  all.push_back({"two on one girdle", {bipyramid({0, 0, 0}, 2, 4, 1), bipyramid({0, 0, 0}, 2, 1, 4)}, {0, 0}});
  all.push_back(
      {"one in the other on one girdle", {bipyramid({0, 0, 0}, 2, 4, 4), bipyramid({0, 0, 0}, 2, 1, 2)}, {0, 1}});
  // Sides cross sides, and no side ever enters the other: it is the faces that do.
  all.push_back({"stella octangula",
                 {tetrahedron({2, 2, 2}, {2, -2, -2}, {-2, 2, -2}, {-2, -2, 2}),
                  tetrahedron({-2, -2, -2}, {-2, 2, 2}, {2, -2, 2}, {2, 2, -2})},
                 {0, 0}});
  all.push_back(
      {"a cross of two beams of one height", {brick({-4, -1, 0}, {4, 1, 2}), brick({-1, -4, 0}, {1, 4, 2})}, {0, 0}});
  all.push_back(
      {"two beams of one section that overlap", {brick({0, 0, 0}, {4, 2, 2}), brick({2, 0, 0}, {6, 2, 2})}, {0, 0}});
  all.push_back(
      {"the same, cut the other way", {brick({0, 0, 0}, {4, 2, 2}), brick({2, 0, 0}, {6, 2, 2}, true)}, {0, 0}});
  all.push_back({"a ring on a plate", {square_ring(1, 3, 0, 2), brick({-4, -4, -1}, {4, 4, 0})}, {0, 1}});
  all.push_back(
      {"a ring under the roof of its box", {brick({-4, -4, -1}, {4, 4, 2}), square_ring(1, 3, 0, 2)}, {0, 1}});
  all.push_back({"a ring around a pin of its size", {square_ring(1, 3, 0, 2), brick({-1, -1, -1}, {1, 1, 3})}, {0, 1}});
  all.push_back({"a ring and a pin through it", {square_ring(1, 3, 0, 2), brick({-2, -2, -1}, {2, 2, 3})}, {0, 0}});
  all.push_back({"a step: along one face, then into the other body",
                 {brick({-4, -4, -4}, {4, 4, 0}), brick({0, -1, -2}, {6, 1, 0})},
                 {0, 0}});
  return all;
}

Containment as_found(ShellOracle::Placed::Where where) {
  using Where = ShellOracle::Placed::Where;
  return where == Where::inside    ? Containment::inside
         : where == Where::outside ? Containment::outside
                                   : Containment::on_surface;
}

void expect_oracle(const std::string& name, const ShellOracle& oracle, const Placement& at, int points,
                   Random& random) {
  const Mesh mesh = oracle.mesh();
  const Solid solid{Model(mesh)};
  const ShellOracle::Placed placed(oracle, at);
  const Bounds box = bounds_of(mesh.points);
  std::vector<Vec3> probes = probe_points(mesh, at, points, random);
  for (int i = 0; i < points; ++i) {
    const Vec3 part{random.unit(), random.unit(), random.unit()}, size = box.high - box.low;
    probes.push_back(at * (box.low + Vec3{part.x * size.x, part.y * size.y, part.z * size.z}));
  }
  for (const Vec3& point : probes) {
    const Containment truth = as_found(placed.ask(point, random));
    EXPECT_EQ(contains(solid, at, point), truth) << name;
    EXPECT_EQ(signed_distance(solid, at, point).side, truth) << name;
  }
}

std::vector<Placement> placements(Random& random) {
  const Placement turned = random.rotation(random.in_cube(50));
  Placement mirrored = turned, sheared = turned, scaled = turned;
  for (int row = 0; row < 3; ++row) mirrored.linear(row, 0) = -mirrored.linear(row, 0);
  for (double& entry : sheared.linear.entries) entry *= random.between(0.25, 3);
  scaled.linear = scaled.linear * 1e-3;
  return {turned, mirrored, sheared, scaled};
}

std::vector<std::uint32_t> found_groups(const Mesh& mesh) {
  const std::vector<Side> sides = sorted_sides(mesh);
  const Shells shells = shells_of(mesh, sides);
  return groups_of(Model(mesh), shells, sides);
}

/// Sheared and mirrored in whole numbers, so that nothing is rounded and little is in line with the axes.
Mesh skewed(const Mesh& mesh) { return transformed(mesh, {Matrix3{{2, 1, -1, 1, -3, 2, 1, 1, 4}}, {5, 7, -3}}); }

TEST(Shells, ThatCrossAreUnitedAndOthersFollowNestingParity) {
  Random random(131);
  for (const Family& family : families()) {
    const ShellOracle oracle(family.bodies);
    EXPECT_EQ(oracle.groups(), family.groups) << family.name;
    const std::vector<std::uint32_t> found = found_groups(oracle.mesh());
    EXPECT_EQ(std::vector<std::size_t>(found.begin(), found.end()), family.groups) << family.name;
    EXPECT_EQ(found_groups(skewed(oracle.mesh())), found) << family.name << ", skewed";
    expect_oracle(family.name, oracle, {}, 100, random);
  }
}

TEST(Shells, AreTheSameUnderEveryPlacement) {
  Random random(132);
  for (const Family& family : families()) {
    const ShellOracle oracle(family.bodies);
    for (const Placement& at : placements(random)) expect_oracle(family.name + ", placed", oracle, at, 6, random);
  }
}

TEST(Shells, AreTheSameWhicheverWayTheyAreWoundAndInWhateverOrder) {
  Random random(133);
  for (const Family& family : families())
    for (int variant = 0; variant < 3; ++variant) {
      std::vector<Mesh> bodies = family.bodies;
      for (std::size_t i = 0; i < bodies.size(); ++i)
        if (variant == 0 ? i == 0 : variant == 1 ? i == 1 : true) bodies[i] = inside_out(bodies[i]);
      if (variant == 2) std::reverse(bodies.begin(), bodies.end());
      expect_oracle(family.name + ", wound " + std::to_string(variant), ShellOracle(bodies), {}, 60, random);
    }
}

TEST(Shells, AreTheSameWithoutCommonPoints) {
  Random random(134);
  for (const Family& family : families()) {
    const ShellOracle oracle(family.bodies);
    Mesh soup;
    const Mesh mesh = oracle.mesh();
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
      for (const Vec3& corner : mesh.corners(i)) soup.points.push_back(corner);
    for (std::uint32_t i = 0; i < soup.points.size(); i += 3) soup.triangles.push_back({i, i + 1, i + 2});
    const std::vector<Vec3> points = probe_points(mesh, {}, 60, random);
    EXPECT_EQ(contains(Solid{Model(soup)}, {}, points), contains(Solid{Model(mesh)}, {}, points)) << family.name;
  }
}

/// A box, a tetrahedron or a bipyramid on a coarse grid, so that faces, sides and corners meet all the time.
Mesh random_body(Random& random) {
  const auto on_grid = [&] { return static_cast<double>(random.below(7)) - 3; };
  const auto size_to = [&](std::uint64_t most) { return static_cast<double>(1 + random.below(most)); };
  const auto place = [&] { return Vec3{on_grid(), on_grid(), on_grid()}; };
  for (;;) {
    const Vec3 a = place(), b = place(), c = place(), d = place();
    Mesh body;
    switch (random.below(4)) {
      case 0:
        if (dot(cross(b - a, c - a), d - a) == 0) continue;
        body = tetrahedron(a, b, c, d);
        break;
      case 1:
        body = bipyramid(a, size_to(2), size_to(3), size_to(3));
        break;
      default:
        if (a.x == b.x || a.y == b.y || a.z == b.z) continue;
        body = brick(min(a, b), max(a, b), random.chance(0.5));
    }
    return random.chance(0.3) ? inside_out(body) : body;
  }
}

TEST(Shells, OfRandomBodiesOnACoarseGridAreThoseOfTheOracle) {
  Random random(135);
  for (int scene = 0; scene < (sanitized ? 15 : 300); ++scene) {
    std::vector<Mesh> bodies;
    for (std::uint64_t i = 2 + random.below(4); i > 0; --i) bodies.push_back(random_body(random));
    const ShellOracle oracle(bodies);
    const std::string name = "scene " + std::to_string(scene);
    const std::vector<std::uint32_t> found = found_groups(oracle.mesh());
    EXPECT_EQ(std::vector<std::size_t>(found.begin(), found.end()), oracle.groups()) << name;
    EXPECT_EQ(found_groups(skewed(oracle.mesh())), found) << name << ", skewed";
    expect_oracle(name, oracle, {}, 40, random);
    if (scene % 5 == 0) expect_oracle(name + ", placed", oracle, placements(random)[random.below(4)], 4, random);
  }
}

// `clash` said no and `collide --solid` said yes: the overlap of two bodies of one mesh.
TEST(Enclosed, FindsABodyInTheOverlapOfCrossingShellsAndNoneInACavity) {
  Random random(136);
  const Mesh small = tetrahedron({0.1, 0.1, 0.1}, {0.2, 0.1, 0.1}, {0.1, 0.2, 0.1}, {0.1, 0.1, 0.2});
  const std::vector<Mesh> crossing{cube(-2, 1), cube(-1, 2)}, nested{cube(-2, 2), cube(-1, 1)},
      wound_alike{cube(-2, 2), inside_out(cube(-1, 1))};
  std::vector<Placement> all = placements(random);
  all.push_back({});
  // Both under one placement, and each under its own that comes to the same up to rounding.
  for (const Placement& at : all)
    for (const Vec3& apart : {Vec3{}, Vec3{1e-9, 0, 0}}) {
      const Placement at_small{at.linear, at.shift + apart};
      EXPECT_EQ(enclosed(Pieces{Model(small)}, at_small, Solid{Model(joined(crossing))}, at).triangle, 0u);
      EXPECT_EQ(enclosed(Pieces{Model(small)}, at_small, Solid{Model(joined(nested))}, at).triangle, std::nullopt);
      EXPECT_EQ(enclosed(Pieces{Model(small)}, at_small, Solid{Model(joined(wound_alike))}, at).triangle, std::nullopt);
    }
}

TEST(Shells, ThatCrossThemselvesAreUnitedWithThemselves) {
  // A tube that goes through itself: a figure of eight, flattened, so that the two arms meet in the middle.
  Mesh eight;
  constexpr int around = 40, across = 8;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const double t = 2 * M_PI * i / around, s = 2 * M_PI * j / across;
      const Vec3 middle{3 * std::sin(t), 2 * std::sin(2 * t), 0.2 * std::cos(t)};
      const Vec3 along{3 * std::cos(t), 4 * std::cos(2 * t), 0};
      const Vec3 side = Vec3{along.y, -along.x, 0} * (1 / length(along));
      eight.points.push_back(middle + side * (0.6 * std::cos(s)) + Vec3{0, 0, 0.6 * std::sin(s)});
    }
  for (std::uint32_t i = 0; i < around; ++i)
    for (std::uint32_t j = 0; j < across; ++j) {
      const auto at = [&](std::uint32_t a, std::uint32_t b) { return (i + a) % around * across + (j + b) % across; };
      eight.triangles.push_back({at(0, 0), at(1, 0), at(1, 1)});
      eight.triangles.push_back({at(0, 0), at(1, 1), at(0, 1)});
    }
  const Solid solid{Model(eight)};
  EXPECT_EQ(std::abs(winding_number(solid, {}, Vec3{0.01, 0.02, 0.03})), 2);
  EXPECT_EQ(contains(solid, {}, Vec3{0.01, 0.02, 0.03}), Containment::inside);
  EXPECT_EQ(contains(solid, {}, Vec3{2.9, 0.02, 0.03}), Containment::inside);
  EXPECT_EQ(contains(solid, {}, Vec3{0, 1.5, 0.03}), Containment::outside);
}

TEST(Shells, OfOneEdgeStayApartWhereEachIsClosed) {
  const std::vector<Mesh> cubes{cube(0, 2), brick({2, 2, 0}, {4, 4, 2})};
  const Mesh mesh = joined(cubes);
  const Shells shells = shells_of(mesh, sorted_sides(mesh));
  EXPECT_EQ(shells.count(), 2u);
  EXPECT_EQ(shells.of.front(), 0u);
  EXPECT_EQ(shells.of.back(), 1u);
  EXPECT_EQ(pieces_of(mesh).size(), 1u) << "they have corners in common";
  Mesh turned = mesh;
  std::swap(turned.triangles[3][0], turned.triangles[3][1]);
  EXPECT_EQ(shells_of(turned, sorted_sides(turned)).oriented, (std::vector<char>{0, 1}));
}

// A thousand balls of a hundred triangles are made into a solid in the time of their edges, not of their pairs.
TEST(Shells, OfAThousandBallsCostLittle) {
  const Mesh ball = shapes::sphere(1, 3);
  std::vector<Mesh> balls;
  for (int i = 0; i < 1000; ++i)
    balls.push_back(transformed(ball, Placement::translation({2.5 * (i % 10), 2.5 * (i / 10 % 10), 2.5 * (i / 100)})));
  const Model model(joined(balls));
  const auto start = std::chrono::steady_clock::now();
  const Solid solid(model);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  RecordProperty("milliseconds", static_cast<int>(1000 * taken.count()));
  EXPECT_LT(taken.count(), sanitized ? 60 : 5);
  EXPECT_EQ(contains(solid, {}, Vec3{2.5, 5, 7.5}), Containment::inside);
  EXPECT_EQ(contains(solid, {}, Vec3{1.25, 1.25, 1.25}), Containment::outside);
}

}  // namespace

}  // namespace abut
