// Parts with holes: what holds with every lid is found, the rest is told.

#include "support/lid_oracle.h"
#include "support/placement_families.h"
#include <abut/clash.h>
#include <abut/collide.h>
#include <abut/shapes.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut {
namespace {

Mesh without(Mesh mesh, std::size_t triangle) {
  mesh.triangles.erase(mesh.triangles.begin() + static_cast<std::ptrdiff_t>(triangle));
  mesh.parts = {};
  return mesh;
}

/// A box without the triangles whose corners all are at this height.
Mesh box_without_face(const Vec3& half, double z) {
  Mesh box = shapes::box(half);
  std::vector<Triangle> kept;
  for (std::size_t i = 0; i < box.triangles.size(); ++i) {
    const auto [a, b, c] = box.corners(i);
    if (!(a.z == z && b.z == z && c.z == z)) kept.push_back(box.triangles[i]);
  }
  box.triangles = kept;
  box.parts = {};
  return box;
}

ClashReport check(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b,
                  const ClashOptions& options = {}) {
  Assembly assembly;
  assembly.add("a", Model(a), at_a);
  assembly.add("b", Model(b), at_b);
  return find_clashes(assembly, at_rest(assembly), {}, options);
}

/// "clash", "inside", ..., "undecided" or "nothing".
std::string verdict(const ClashReport& report) {
  if (!report.findings.empty()) return std::string(name_of(report.findings[0].kind));
  return report.undecided_inside.empty() ? "nothing" : "undecided";
}

/// A small closed shape with a few triangles left out.
Mesh damaged(Random& random) {
  const std::vector<Mesh> shapes{shapes::box({1, 1, 1}), shapes::sphere(1, 1), shapes::torus(1, 0.4, 5, 4)};
  Mesh mesh = shapes[random.below(shapes.size())];
  for (std::uint64_t i = 1 + random.below(3); i-- > 0;) mesh = without(mesh, random.below(mesh.triangles.size()));
  return mesh;
}

Mesh small_tetrahedron(const Vec3& at, double size) {
  Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, {}};
  for (Vec3& point : mesh.points) point = at + point * size;
  return mesh;
}

TEST(OpenParts, HoldWhatIsInsideWithEveryLidAndTellTheRest) {
  Random random(1701);
  const std::vector<PlacementFamily> families = placement_families();
  int inside = 0, undecided = 0, nothing = 0;
  for (int i = 0; i < 800; ++i) {
    const Mesh open = damaged(random);
    const Placement at = families[static_cast<std::size_t>(i) % families.size()].next(random);
    const Mesh probe = small_tetrahedron(random.in_cube(1.2), random.chance(0.5) ? 0.3 : 0.03);
    const LidOracle oracle(open, at);
    if (oracle.rims() == 0 || !oracle.is_one_shell()) continue;
    if (touches(Model(open), at, Model(probe), at)) continue;
    // Corners are rounded to the world, so that the oracle sees the same points.
    Mesh placed = probe;
    for (Vec3& point : placed.points) point = at * point;
    const bool probe_is_first = random.chance(0.5);
    const ClashReport report = probe_is_first ? check(placed, {}, open, at) : check(open, at, placed, {});
    const std::string found = verdict(report);
    bool in_hull = false, is_inside = false;
    for (const Vec3& point : placed.points) {
      if (oracle.is_on_surface(point)) continue;
      if (oracle.is_in_hull(point))
        in_hull = true;
      else
        is_inside = is_inside || oracle.is_inside_with_some_lids(point, random);
    }
    if (found == "clash" || found == "touch") continue;  // rounding made them meet
    inside += found == "inside", undecided += found == "undecided", nothing += found == "nothing";
    EXPECT_EQ(found == "inside", is_inside) << i;
    if (in_hull && !is_inside) {
      EXPECT_EQ(found, "undecided") << i;
    }
    if (found == "undecided") {
      const UndecidedInside expected = probe_is_first ? UndecidedInside{0, 1, 0} : UndecidedInside{1, 0, 0};
      EXPECT_THAT(report.undecided_inside, testing::ElementsAre(expected)) << i;
    }
  }
  EXPECT_GT(inside, 20);
  EXPECT_GT(undecided, 10);
  EXPECT_GT(nothing, 50);
}

TEST(OpenParts, TouchWhereNoLidCouldBeInTheOther) {
  const Mesh table = shapes::box({3, 3, 0.5});
  // A cup: its opening is up, or down.
  const Mesh up = box_without_face({1, 1, 1}, 1), down = box_without_face({1, 1, 1}, -1);
  const auto on_table = [](double z) { return Placement::translation({0.25, 0.5, 1.5 + z}); };
  EXPECT_EQ(verdict(check(table, {}, up, on_table(0))), "touch");
  EXPECT_EQ(verdict(check(table, {}, up, on_table(-0.125))), "clash");
  EXPECT_EQ(verdict(check(table, {}, up, on_table(0.125))), "nothing");
  EXPECT_EQ(verdict(check(table, {}, down, on_table(0))), "clash");
  EXPECT_EQ(verdict(check(table, {}, up, on_table(-0.125), {.tolerance = 0.25})), "touch");
  // A block beside the cup, below its rim and beside it.
  const Mesh block = shapes::box({0.5, 0.5, 0.5});
  EXPECT_EQ(verdict(check(up, {}, block, Placement::translation({1.5, 0, 0.25}))), "touch");
  EXPECT_EQ(verdict(check(up, {}, block, Placement::translation({1.375, 0, 0.25}))), "clash");
  EXPECT_EQ(verdict(check(up, {}, block, Placement::translation({1.5, 0, 0.75}))), "clash");
}

// A segment has no inside with any lid, and was told to touch the box that it runs through.
TEST(OpenParts, WithoutAreaClashWithWhatTheyRunThrough) {
  const Mesh wire{{{0, 0, -2}, {0, 0, 0.125}, {0, 0, 2}}, {{0, 1, 2}}, {}};
  EXPECT_EQ(verdict(check(wire, {}, shapes::box({1, 1, 1}), {})), "clash");
  EXPECT_EQ(verdict(check(box_without_face({1, 1, 1}, 1), {}, wire, {})), "clash");
  EXPECT_EQ(verdict(check(wire, {}, wire, Placement::translation({0, 0, 1}))), "clash");
}

// A triangle and its back are closed, have no inside, and were told to touch the box that they run through.
TEST(OpenParts, ClosedPartsOfNoThicknessClashWithWhatTheyRunThrough) {
  const Mesh sheet{{{-3, -0.25, 0}, {-3, 0.25, 0}, {-0.5, 0, 0}}, {{0, 1, 2}, {0, 2, 1}}, {}};
  const Mesh box = shapes::box({1, 1, 1}), cup = box_without_face({1, 1, 1}, 1);
  const auto up = [](double z) { return Placement::translation({0, 0, z}); };
  for (const double z : {0.0, 0.25, -0.75}) {
    const ClashReport report = check(sheet, up(z), box, {});
    ASSERT_EQ(verdict(report), "clash") << z;
    const ClashSeverity& severity = report.findings[0].severity.value();
    const double reach = std::min(0.5, 1 - std::abs(z));
    EXPECT_LE(severity.reach_a.length.lower, reach);
    EXPECT_GE(severity.reach_a.length.lower, 0.9 * reach);
    EXPECT_GE(severity.depth.lower, 0.9 * reach);
    EXPECT_EQ(severity.reach_b.length.upper, 0);
    EXPECT_EQ(severity.volume.upper, 0);
    EXPECT_EQ(verdict(check(box, {}, sheet, up(z), {.tolerance = 0.25})), z == -0.75 ? "touch" : "clash");
    EXPECT_EQ(verdict(check(box, {}, sheet, up(z), {.tolerance = 0.625})), "touch");
    EXPECT_EQ(verdict(check(cup, {}, sheet, up(z))), "clash") << z;
  }
  EXPECT_EQ(verdict(check(sheet, up(1), box, {})), "touch");  // flush
  EXPECT_EQ(verdict(check(sheet, Placement::translation({-0.5, 0, 0}), box, {})), "touch");
  EXPECT_EQ(verdict(check(sheet, Placement::translation({2.75, 0, 0}), box, {})), "clash");
  EXPECT_EQ(verdict(check(sheet, Placement::translation({-0.5, 0, 0}), cup, {})), "touch");
  // Another sheet, across.
  const Mesh across{{{-2, 0, -1}, {-2, 0, 1}, {-2, 2, 0}}, {{0, 1, 2}, {0, 2, 1}}, {}};
  EXPECT_EQ(verdict(check(sheet, {}, across, {})), "clash");
  EXPECT_EQ(verdict(check(sheet, up(1), across, {})), "touch");
  // A box with a fin of no thickness.
  const Mesh finned = joined(std::array{shapes::box({0.25, 0.25, 0.25}), sheet});
  EXPECT_EQ(verdict(check(finned, Placement::translation({-1.25, 0, 0}), box, {})), "touch");
  EXPECT_EQ(verdict(check(finned, Placement::translation({1.25, 0, 0}), box, {})), "clash");
}

TEST(OpenParts, HoldABallThatLiesInACup) {
  const Mesh cup = box_without_face({1, 1, 1}, 1), ball = shapes::sphere(0.25, 4);
  for (const double z : {-0.5, 0.0, 0.9}) {
    const ClashReport report = check(cup, {}, ball, Placement::translation({0, 0, z}));
    ASSERT_EQ(verdict(report), "inside") << z;
    EXPECT_FALSE(report.findings[0].a_is_inside);
    EXPECT_FALSE(report.findings[0].severity);
    EXPECT_TRUE(report.undecided_inside.empty());
  }
  EXPECT_EQ(verdict(check(cup, {}, ball, Placement::translation({0, 0, 1.5}))), "nothing");
  // A leaf in the opening is told, once, with the first step.
  const Mesh leaf{{{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}}, {{0, 1, 2}}, {}};
  Assembly assembly;
  assembly.add("cup", Model(cup));
  assembly.add("leaf", Model(leaf));
  const auto up = [](double z) { return Placement::translation({0, 0, z}); };
  const ClashReport report =
      find_clashes(assembly, motion_from({0, 1, 2}, std::vector<Placement>{{}, up(2), {}, up(1), {}, up(1)}));
  EXPECT_TRUE(report.findings.empty());
  EXPECT_THAT(report.undecided_inside, testing::ElementsAre(UndecidedInside{1, 0, 1}));
}

}  // namespace
}  // namespace abut
