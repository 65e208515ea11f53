#include "support/closed_shapes.h"
#include "support/effort.h"
#include "support/probe_points.h"
#include "support/scenes.h"
#include "support/solid_oracle.h"
#include <abut/error.h>
#include <abut/shapes.h>
#include <abut/solid.h>

#include <gtest/gtest.h>

namespace abut {

namespace {

Containment expected(const SolidOracle::Answer& answer, bool by_winding) {
  if (answer.on_surface) return Containment::on_surface;
  const bool inside = by_winding ? answer.winding != 0 : answer.crossings % 2 == 1;
  return inside ? Containment::inside : Containment::outside;
}

std::vector<SolidOracle::Answer> truths(const Mesh& mesh, const Placement& at, std::span<const Vec3> points,
                                        Random& random) {
  const SolidOracle oracle(mesh, at);
  std::vector<SolidOracle::Answer> answers;
  for (const Vec3& point : points) answers.push_back(oracle.ask(point, random));
  return answers;
}

void expect_truth(const std::string& name, const Mesh& mesh, const Placement& at, std::span<const Vec3> points,
                  Random& random, bool is_united = false) {
  const Solid solid{Model(mesh)};
  const std::vector<SolidOracle::Answer> answers = truths(mesh, at, points, random);
  for (Simd simd : available_simd()) {
    const std::vector<Containment> found = contains(solid, at, points, {.simd = simd});
    for (std::size_t i = 0; i < points.size(); ++i)
      EXPECT_EQ(found[i], expected(answers[i], is_united)) << name << ", point " << i;
  }
  if (!solid.closedness().is_oriented()) return;
  const bool mirrored = determinant(at.linear) < 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double winding = winding_number(solid, at, points[i]);
    if (answers[i].on_surface)
      EXPECT_TRUE(std::isnan(winding)) << name << ", point " << i;
    else
      EXPECT_EQ(winding, answers[i].winding) << name << (mirrored ? ", mirrored" : "") << ", point " << i;
  }
}

TEST(Contains, AgreesWithExactRaysOnAllClosedShapes) {
  Random random(91);
  EXPECT_GE(closed_shapes().size(), 20u);
  for (const ClosedShape& shape : closed_shapes())
    expect_truth(shape.name, shape.mesh, {}, probe_points(shape.mesh, {}, sanitized ? 300 : 4000, random), random,
                 shape.is_united);
}

TEST(Contains, AgreesWithExactRaysOnExactImages) {
  Random random(92);
  for (const ClosedShape& shape : closed_shapes()) {
    if (shape.mesh.triangles.size() > 600) continue;
    Placement at = random.rotation(random.in_cube(3));
    expect_truth(shape.name + ", turned", shape.mesh, at, probe_points(shape.mesh, at, 24, random), random,
                 shape.is_united);
    for (double& entry : at.linear.entries) entry *= random.between(-3, 3);
    expect_truth(shape.name + ", sheared", shape.mesh, at, probe_points(shape.mesh, at, 24, random), random,
                 shape.is_united);
    // Exact in doubles: points stay on corners, sides and faces.
    at = {Matrix3{{0, -2, 0, 0, 0, 4, 0.5, 0, 0}}, {1, -2, 0.5}};
    expect_truth(shape.name + ", quarter turns", shape.mesh, at, probe_points(shape.mesh, at, 24, random), random,
                 shape.is_united);
  }
}

TEST(Contains, IsTheSameForEveryThreadCount) {
  Random random(93);
  for (const ClosedShape& shape : closed_shapes()) {
    const Placement at = random.rotation(random.in_cube(2));
    const std::vector<Vec3> points = probe_points(shape.mesh, at, 300, random);
    const Solid fast{Model(shape.mesh)};
    const std::vector<Containment> truth = contains(fast, at, points);
    EXPECT_EQ(contains(fast, at, points, {.threads = 2}), truth) << shape.name;
    for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(contains(fast, at, points[i]), truth[i]) << shape.name;
  }
}

TEST(Contains, IsLocateWithoutItsCounters) {
  Random random(94);
  const Mesh mesh = shapes::torus(1, 0.4, 24, 12);
  const Solid solid{Model(mesh)};
  const std::vector<Vec3> points = probe_points(mesh, {}, 200, random);
  const std::vector<Located> located = locate(solid, {}, points, {.threads = 2});
  const std::vector<SignedDistance> distances = signed_distance(solid, {}, points);
  Counters all;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Located one = locate(solid, {}, points[i]);
    EXPECT_EQ(one.side, contains(solid, {}, points[i]));
    EXPECT_EQ(located[i].side, one.side);
    EXPECT_EQ(located[i].counters.triangle_tests, one.counters.triangle_tests);
    EXPECT_EQ(distances[i].counters.volume_tests,
              one.counters.volume_tests + distances[i].closest.counters.volume_tests);
    all += one.counters;
  }
  EXPECT_GT(all.volume_tests, 0u);
  EXPECT_GT(all.triangle_tests, 0u);
  EXPECT_EQ(locate(solid, {}, {1.0, 0.1, 0.1}, {.budget = {.tests = 0}}).side, Containment::unknown);
}

TEST(Contains, KeepsItsExactnessFarAwayAndAtEveryScale) {
  Random random(94);
  const Mesh torus = shapes::torus(1, 0.35, 16, 8);
  for (double scale : {1e-8, 1e8, 0x1p-200, 0x1p200}) {
    Mesh scaled = torus;
    for (Vec3& p : scaled.points) p = p * scale;
    const std::vector<Vec3> points = probe_points(scaled, {}, 300, random);
    expect_truth("scaled", scaled, {}, points, random);
    const Placement back{Matrix3{} * (1 / scale), {1e6, 0, -1e6}};
    expect_truth("scaled back, far away", scaled, back, probe_points(scaled, back, 60, random), random);
  }
  const Solid solid{Model(torus)};
  for (double far : {1e3, 1e30, 1e90})
    EXPECT_EQ(contains(solid, random.rotation(), random.direction() * far), Containment::outside);
  // Flattened by 2^-120: what the frames can say is worth nothing, and every triangle is asked.
  const Placement flat{Matrix3{{1, 0, 0, 1, 0x1p-120, 0, 0, 0, 1}}, {}};
  const std::vector<Vec3> points = probe_points(torus, flat, 100, random);
  expect_truth("flattened", torus, flat, points, random);
}

TEST(Solid, SaysWhatIsOpenAndWhere) {
  Mesh open = shapes::box({1, 1, 1});
  open.triangles.pop_back();
  try {
    const Solid solid{Model(open)};
    FAIL() << "an open box was taken for a solid";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("3 open edges"), std::string::npos) << message;
    EXPECT_NE(message.find(" to ("), std::string::npos) << message;
  }
  const Closedness closedness = closedness_of(open);
  EXPECT_EQ(closedness.open, 3u);
  EXPECT_EQ(closedness.unbalanced, 3u);
  EXPECT_EQ(closedness.crowded, 0u);
  EXPECT_FALSE(closedness.is_closed());

  const std::vector<Mesh> cubes{shapes::box({1, 1, 1}), shapes::box({1, 1, 1})};
  EXPECT_EQ(closedness_of(joined(cubes)).crowded, 18u)
      << "a cube of 12 triangles has 18 edges, and this one is there twice";
  EXPECT_TRUE(closedness_of(joined(cubes)).is_closed());
  EXPECT_EQ(closedness_of(shapes::box({1, 1, 1})).report(), "closed");
}

TEST(Solid, WeldsCornersByPositionAndTakesMinusZeroForZero) {
  Mesh cube = shapes::box({1, 1, 1});
  for (Vec3& p : cube.points) p.x = p.x < 0 ? 0.0 : p.x;
  Mesh soup;
  for (std::size_t i = 0; i < cube.triangles.size(); ++i)
    for (Vec3 corner : cube.corners(i)) {
      if (corner.x == 0 && i % 2 == 0) corner.x = -0.0;
      soup.points.push_back(corner);
    }
  for (std::uint32_t i = 0; i < soup.points.size(); i += 3) soup.triangles.push_back({i, i + 1, i + 2});
  EXPECT_TRUE(closedness_of(soup).is_closed());
  EXPECT_EQ(closedness_of(soup).edges, 18u);
  EXPECT_EQ(pieces_of(soup).size(), 1u);
}

TEST(Solid, IsDecidedByParityWhereItsShellIsNotWoundConsistently) {
  Mesh ball = shapes::sphere(1, 3);
  std::swap(ball.triangles[7][0], ball.triangles[7][1]);
  const Solid solid{Model(ball)};
  EXPECT_FALSE(solid.closedness().is_oriented());
  for (const Vec3& p : ball.points) {
    EXPECT_EQ(contains(solid, {}, p * 0.9), Containment::inside);
    EXPECT_EQ(contains(solid, {}, p * 1.1), Containment::outside);
  }
}

/// The generalised winding number as it is defined: all solid angles, added up.
double added_up(const Mesh& mesh, const Placement& at, const Vec3& point) {
  double sum = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto corners = mesh.corners(i);
    const Vec3 a = at * corners[0] - point, b = at * corners[1] - point, c = at * corners[2] - point;
    const double la = length(a), lb = length(b), lc = length(c);
    sum += std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (2 * M_PI);
}

/// Every tenth triangle, and one run of them, left out.
Mesh with_holes(const Mesh& mesh) {
  Mesh result = mesh;
  result.parts.clear();
  result.triangles.clear();
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    if (i % 10 != 0 && (i < 50 || i > 80)) result.triangles.push_back(mesh.triangles[i]);
  return result;
}

TEST(WindingNumber, OfAMeshWithHolesIsTheSumOfAllSolidAngles) {
  Random random(95);
  for (const ClosedShape& shape : closed_shapes()) {
    if (shape.name == "small far ball") continue;
    const Mesh holes = with_holes(shape.mesh);
    const Solid solid(Model(holes), {.holes = Holes::by_winding_number});
    const Placement at = random.rotation(random.in_cube(2));
    for (const Vec3& local : probe_points(holes, {}, 40, random)) {
      const Vec3 point = at * local;
      const double truth = added_up(holes, at, point), found = winding_number(solid, at, point);
      const double gap = closest_point(solid.model(), at, point).lower;
      // Next to a face the definition itself is rounding.
      if (gap < 1e-6) continue;
      EXPECT_NEAR(found, truth, 1e-9) << shape.name;
      if (std::abs(std::abs(truth) - 0.5) < 1e-6) continue;
      EXPECT_EQ(contains(solid, at, point), std::abs(truth) > 0.5 ? Containment::inside : Containment::outside);
    }
  }
}

TEST(WindingNumber, IsTheSameBitsForEveryKindOfTreeAndInstructionSet) {
  Random random(96);
  const Mesh holes = with_holes(shapes::torus(1, 0.35, 24, 12));
  const Placement at = random.rotation(random.in_cube(2));
  const std::vector<Vec3> points = probe_points(holes, at, 100, random);
  const Solid solid(Model(holes), {.holes = Holes::by_winding_number});
  const auto expect_same = [&](const Solid& other, Simd simd, std::string_view what) {
    for (const Vec3& point : points) {
      const double truth = winding_number(solid, at, point), found = winding_number(other, at, point, simd);
      EXPECT_TRUE(found == truth || (std::isnan(found) && std::isnan(truth))) << what;
    }
  };
  for (Simd simd : available_simd()) expect_same(solid, simd, name_of(simd));
}

TEST(WindingNumber, ClosesTJointsAndCracksThatAreNarrow) {
  // A corner in the middle of a side on one face alone: closed to the eye, open by its edges.
  Mesh joint = shapes::box({1, 1, 1});
  const Triangle t = joint.triangles[0];
  const auto middle = static_cast<std::uint32_t>(joint.points.size());
  joint.points.push_back((joint.points[t[0]] + joint.points[t[1]]) * 0.5);
  joint.triangles[0] = {t[0], middle, t[2]};
  joint.triangles.push_back({middle, t[1], t[2]});
  EXPECT_THROW(Solid{Model(joint)}, Error);
  // The same with a crack 1e-9 wide.
  Mesh crack = joint;
  crack.points[middle] = crack.points[middle] * (1 - 1e-9);
  Random random(97);
  const Solid box{Model(shapes::box({1, 1, 1}))};
  for (const Mesh* mesh : {&joint, &crack}) {
    const Solid solid(Model(*mesh), {.holes = Holes::by_winding_number});
    for (int i = 0; i < 500; ++i) {
      const Vec3 point = random.in_cube(1.2);
      if (closest_point(box.model(), {}, point).lower < 1e-6) continue;
      EXPECT_EQ(contains(solid, {}, point), contains(box, {}, point));
      EXPECT_NEAR(winding_number(solid, {}, point), contains(box, {}, point) == Containment::inside, 1e-3);
    }
  }
}

TEST(SignedDistance, HasTheSignOfContainsAndTheSizeOfTheClosestPoint) {
  Random random(98);
  for (const ClosedShape& shape : closed_shapes()) {
    const Placement at = random.chance(0.5) ? Placement{} : random.rotation(random.in_cube(2));
    const Solid solid{Model(shape.mesh)};
    const std::vector<Vec3> points = probe_points(shape.mesh, at, 150, random);
    const std::vector<SignedDistance> found = signed_distance(solid, at, points);
    const std::vector<SignedDistance> on_two = signed_distance(solid, at, points, {.threads = 2});
    const std::vector<Containment> sides = contains(solid, at, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const ClosestPoint closest = closest_point(solid.model(), at, points[i]);
      const std::string what = shape.name + ", point " + std::to_string(i);
      const bool inside = sides[i] == Containment::inside;
      EXPECT_EQ(found[i].side, sides[i]) << what;
      EXPECT_EQ(found[i].closest.triangle, closest.triangle) << what;
      EXPECT_EQ(found[i].lower, inside ? -closest.upper : closest.lower) << what;
      EXPECT_EQ(found[i].upper, inside ? -closest.lower : closest.upper) << what;
      EXPECT_LE(found[i].lower, found[i].upper) << what;
      EXPECT_EQ(closest.upper == 0, sides[i] == Containment::on_surface) << what;
      EXPECT_EQ(found[i].lower == 0 && found[i].upper == 0, sides[i] == Containment::on_surface) << what;
      EXPECT_EQ(on_two[i].lower, found[i].lower) << what;
      EXPECT_EQ(on_two[i].upper, found[i].upper) << what;
    }
  }
}

TEST(SignedDistance, IsInfiniteWithoutATriangle) {
  const Solid nothing{Model()};
  const SignedDistance found = signed_distance(nothing, {}, Vec3{});
  EXPECT_EQ(found.side, Containment::outside);
  EXPECT_EQ(found.lower, std::numeric_limits<double>::infinity());
  EXPECT_EQ(contains(nothing, {}, Vec3{}), Containment::outside);
  EXPECT_EQ(winding_number(nothing, {}, Vec3{}), 0);
}

TEST(Enclosed, FindsAModelOrAPieceOfItInsideASolid) {
  const Solid ball{Model(shapes::sphere(1, 6))};
  const Mesh small = shapes::box({0.1, 0.1, 0.1});
  const Placement inside = Placement::translation({0.3, 0, 0}), outside = Placement::translation({3, 0, 0});
  EXPECT_EQ(enclosed(Pieces{Model(small)}, inside, ball, {}).triangle, 0u);
  EXPECT_EQ(enclosed(Pieces{Model(small)}, outside, ball, {}).triangle, std::nullopt);
  EXPECT_EQ(enclosed(Pieces{ball.model()}, {}, Solid{Model(small)}, inside).triangle, std::nullopt);
  // Two pieces, the second one inside: its first triangle is named.
  const std::vector<Mesh> pieces{transformed(small, outside), transformed(small, inside)};
  const Pieces two{Model(joined(pieces))};
  EXPECT_EQ(two.first_triangles().size(), 2u);
  EXPECT_EQ(enclosed(two, {}, ball, {}).triangle, 12u);
  // In the hollow of a hollow ball is outside.
  const std::vector<Mesh> shells{shapes::sphere(1, 6), shapes::sphere(0.6, 6)};
  EXPECT_EQ(enclosed(Pieces{Model(small)}, inside, Solid{Model(joined(shells))}, {}).triangle, std::nullopt);
  EXPECT_EQ(enclosed(Pieces{Model()}, {}, ball, {}).triangle, std::nullopt);
}

TEST(Enclosed, IsDecidedOnExactImages) {
  // A third of 3 is not a double: the image of a corner is 1 exactly, or a part of 2^-54 beyond or short of it.
  const double third = 1.0 / 3;
  const Solid cube{Model(shapes::box({1, 1, 1}))};
  const Mesh point{{{3, 0, 0}}, {{0, 0, 0}}, {}};
  const Placement at{Matrix3{{third, 0, 0, 0, 1, 0, 0, 0, 1}}, {}};
  EXPECT_EQ((at * Vec3{3, 0, 0}).x, 1) << "rounded, it is on the face";
  EXPECT_EQ(enclosed(Pieces{Model(point)}, at, cube, {}).triangle, 0u)
      << "1/3 is rounded down, so its triple is inside";
}

TEST(Contains, RefusesWhatItCannotServe) {
  const Solid ball{Model(shapes::sphere(1, 2))};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(contains(ball, {}, Vec3{nan, 0, 0}), Error);
  EXPECT_THROW(signed_distance(ball, {}, Vec3{0, 0, 0x1p301}), Error);
  EXPECT_THROW(contains(ball, {Matrix3{{0, 0, 0, 0, 0, 0, 0, 0, 0}}, {}}, Vec3{}), Error);
}

}  // namespace

}  // namespace abut
