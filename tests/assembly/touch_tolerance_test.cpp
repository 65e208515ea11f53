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
