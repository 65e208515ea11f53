#include "math/random.h"
#include <abut/clash.h>
#include <abut/shapes.h>

#include <cmath>

#include <gtest/gtest.h>

namespace abut {

namespace {

/// A box from `low` to `high` along an axis, and from -1 to 1 along the others.
Mesh slab(double low, double high, int axis) {
  Mesh mesh = shapes::box({1, 1, 1});
  for (Vec3& p : mesh.points) p[axis] = p[axis] < 0 ? low : high;
  return mesh;
}

/// What is found between two parts; nothing: "".
std::string finding(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b, double touch,
                    double clearance) {
  Assembly assembly;
  assembly.add("a", Model(a), at_a);
  assembly.add("b", Model(b), at_b);
  PairRules rules;
  rules.clearance = clearance;
  const ClashReport report = find_clashes(assembly, at_rest(assembly), rules, {.tolerance = touch});
  return report.findings.empty() ? "" : std::string(name_of(report.findings[0].kind));
}

double up(double x) { return std::nextafter(x, 2); }
double down(double x) { return std::nextafter(x, -2); }

constexpr std::array lengths{0.1, 0.3, 0.7, 0.125, 1e-3, 0.05};

// Distances are rounded up, so boxes 0.1 apart did not touch with --touch 0.1.
TEST(TouchTolerance, IncludesAGapOfExactlyItAndNotTheNextOne) {
  for (const double length : lengths)
    for (int axis = 0; axis < 3; ++axis) {
      const auto found = [&](double gap, double touch) {
        return finding(slab(-1, 0, axis), {}, slab(gap, 2, axis), {}, touch, 0);
      };
      EXPECT_EQ(found(length, length), "touch") << length;
      EXPECT_EQ(found(down(length), length), "touch") << length;
      EXPECT_EQ(found(up(length), length), "") << length;
      EXPECT_EQ(found(length, down(length)), "") << length;
      EXPECT_EQ(found(length, 0), "") << length;
    }
}

// A move by exactly the depth leaves the parts touching, and so they clashed with --touch 0.1 at a depth of 0.1.
TEST(TouchTolerance, IncludesADepthOfExactlyItAndNotTheNextOne) {
  for (const double length : lengths)
    for (int axis = 0; axis < 3; ++axis)
      for (const bool swapped : {false, true}) {
        const auto found = [&](double depth, double touch) {
          const Mesh left = slab(-2, depth, axis), right = slab(0, 2, axis);
          return swapped ? finding(right, {}, left, {}, touch, 0) : finding(left, {}, right, {}, touch, 0);
        };
        EXPECT_EQ(found(length, length), "touch") << length;
        EXPECT_EQ(found(down(length), length), "touch") << length;
        // Deeper by a rounding is in no bracket's reach, but surely no touch.
        EXPECT_EQ(found(up(length), length), "perhaps") << length;
        EXPECT_EQ(found(length, down(length)), "perhaps") << length;
        EXPECT_EQ(found(1.01 * length, length), "clash") << length;
        EXPECT_EQ(found(length, 0.99 * length), "clash") << length;
        EXPECT_EQ(found(length, 0), "clash") << length;
        EXPECT_EQ(found(0, 0), "touch") << length;
        EXPECT_EQ(found(0, length), "touch") << length;
      }
}

// 1.1 - 1 is more than 0.1 and 1 - 0.9 is less, in doubles: the boxes are what their coordinates say.
TEST(TouchTolerance, IsComparedWithWhatTheCoordinatesReallySay) {
  EXPECT_EQ(finding(slab(0, 1, 0), {}, slab(1.1, 2, 0), {}, 0.1, 0), "");
  EXPECT_EQ(finding(slab(0, 0.9, 0), {}, slab(1, 2, 0), {}, 0.1, 0), "touch");
  EXPECT_EQ(finding(slab(-1, 1.1, 0), {}, slab(1, 3, 0), {}, 0.1, 0), "perhaps");
  EXPECT_EQ(finding(slab(-1, 1, 0), {}, slab(0.9, 3, 0), {}, 0.1, 0), "touch");
}

TEST(TouchTolerance, IsExactUnderPlacements) {
  // Quarter turns, a mirror and powers of two are exact: the gap stays what it is.
  const Placement turned{Matrix3{{0, -1, 0, 1, 0, 0, 0, 0, 1}}, {3, -2, 0.5}},
      mirrored{Matrix3{{-1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}}, scaled{Matrix3{} * 4, {0, 0, 0}};
  for (const double length : lengths) {
    for (const Placement& at : {turned, mirrored}) {
      EXPECT_EQ(finding(slab(-1, 0, 0), at, slab(length, 2, 0), at, length, 0), "touch");
      EXPECT_EQ(finding(slab(-1, 0, 0), at, slab(up(length), 2, 0), at, length, 0), "");
    }
    EXPECT_EQ(finding(slab(-1, 0, 0), scaled, slab(length, 2, 0), scaled, 4 * length, 0), "touch");
    EXPECT_EQ(finding(slab(-1, 0, 0), scaled, slab(length, 2, 0), scaled, down(4 * length), 0), "");
    // Sheared along the gap, which leaves the planes where they are: one part each way.
    const Placement sheared{Matrix3{{1, 0, 0, 0.3, 1, 0, 0, 0, 1}}, {0, 0, 0}};
    EXPECT_EQ(finding(slab(-1, 0, 0), sheared, slab(length, 2, 0), {}, length, 0), "touch");
    EXPECT_EQ(finding(slab(-1, 0, 0), sheared, slab(up(length), 2, 0), {}, length, 0), "");
  }
}

/// The one finding about two parts.
ClashFinding judged(const Mesh& a, const Mesh& b, const Placement& at, double tolerance, double allowed = 0) {
  Assembly assembly;
  assembly.add("a", Model(a), at);
  assembly.add("b", Model(b), at);
  PairRules rules;
  if (allowed > 0) rules.allowed.push_back({{"a", "b"}, allowed});
  const ClashReport report = find_clashes(assembly, at_rest(assembly), rules, {.tolerance = tolerance});
  EXPECT_EQ(report.findings.size(), 1u);
  return report.findings.empty() ? ClashFinding{} : report.findings[0];
}

// Two sheets of 0.5 that cross are 0.5 deep in each other: with a tolerance of 0.6 they touched.
TEST(TouchTolerance, IsCutToHalfTheWallWherePartsMeet) {
  Random random(71);
  for (int i = 0; i < 6; ++i) {
    const Placement at = i == 0 ? Placement{} : random.rotation(random.in_cube(3));
    const Mesh floor = slab(-0.25, 0.25, 2), wall = slab(-0.25, 0.25, 0);
    const ClashFinding crossing = judged(floor, wall, at, 0.6);
    EXPECT_EQ(crossing.kind, ClashKind::clash);
    EXPECT_TRUE(crossing.is_tolerance_cut);
    EXPECT_LE(crossing.accepted, 0.25 * (1 + 1e-9));
    EXPECT_GE(crossing.accepted, 0.24);
    // A plate of 0.3 on a block.
    const Mesh block = slab(-2, 0, 2);
    const auto plate = [](double depth) { return slab(-depth, 0.3 - depth, 2); };
    for (const auto& [depth, kind] : {std::pair{0.1, ClashKind::touch}, {0.18, ClashKind::clash}}) {
      const ClashFinding sunk = judged(block, plate(depth), at, 0.2);
      EXPECT_EQ(sunk.kind, kind) << depth;
      EXPECT_TRUE(sunk.is_tolerance_cut) << depth;
      EXPECT_LE(sunk.accepted, 0.15 * (1 + 1e-9));
      EXPECT_GE(sunk.accepted, 0.145);
    }
    // What a rule allows is allowed whatever the walls are; and what is thin enough is not cut.
    EXPECT_EQ(judged(block, plate(0.18), at, 0.2, 0.19).kind, ClashKind::touch);
    const ClashFinding thick = judged(block, plate(0.1), at, 0.14);
    EXPECT_EQ(thick.kind, ClashKind::touch);
    EXPECT_FALSE(thick.is_tolerance_cut);
    EXPECT_EQ(thick.accepted, 0.14);
  }
}

TEST(Clearance, IsKeptByAGapOfExactlyItAndMissedByTheOneBefore) {
  for (const double length : lengths) {
    const auto found = [&](double gap) { return finding(slab(-1, 0, 0), {}, slab(gap, 2, 0), {}, 0, length); };
    EXPECT_EQ(found(length), "") << length;
    EXPECT_EQ(found(up(length)), "") << length;
    EXPECT_EQ(found(down(length)), "clearance") << length;
    // Both asked for: what touches is no lack of clearance.
    EXPECT_EQ(finding(slab(-1, 0, 0), {}, slab(length, 2, 0), {}, length, up(length)), "touch");
  }
}

}  // namespace

}  // namespace abut
