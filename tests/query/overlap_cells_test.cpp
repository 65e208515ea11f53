#include "query/overlap_cells.h"

#include "support/expect_overlap.h"
#include "support/overlap_shapes.h"
#include "support/placement_families.h"

namespace abut {

namespace {

/// Is the bracket of cells true, and as narrow as it was asked for?
void expect_cells(const Overlap& found, double lower, double upper, double relative_error,
                  const std::string& what = "") {
  EXPECT_FALSE(found.from_surfaces) << what;
  EXPECT_TRUE(found.complete) << what;
  EXPECT_LE(found.volume.lower, upper) << what;
  EXPECT_GE(found.volume.upper, lower) << what;
  EXPECT_LE(found.volume.upper - found.volume.lower, relative_error * found.volume.upper * (1 + 1e-15)) << what;
}

Overlap by_cells(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                 const OverlapOptions& options) {
  const auto frame = overlap_frame(box_around(a, at_a), box_around(b, at_b));
  EXPECT_TRUE(frame);
  return overlap_by_cells(a, at_a, b, at_b, *frame, options);
}

TEST(OverlapCells, HoldTheVolumeThatRationalNumbersGive) {
  Random random(21);
  for (const PlacementFamily& family : placement_families())
    for (int round = 0; round < 2; ++round) {
      const Mesh a = bumpy_ball(random, 0, 0.4), b = bumpy_ball(random, 0, 0.4);
      const Placement at_a = family.next(random), at_b = at_a * random.rotation(random.in_cube(0.5));
      const ExactOverlap exact = exactly(a, at_a, b, at_b);
      ASSERT_GT(exact.lower, 0);
      for (const double relative_error : {0.5, 0.05}) {
        const Overlap found =
            by_cells(Solid(Model(a)), at_a, Solid(Model(b)), at_b, {.relative_error = relative_error});
        // What is long and thin across the world's axes may take more cells than there may be.
        if (found.complete || family.name != "scaled unlike")
          expect_cells(found, exact.lower, exact.upper, relative_error, family.name);
        EXPECT_LE(found.volume.lower, exact.upper) << family.name;
        EXPECT_GE(found.volume.upper, exact.lower) << family.name;
        expect_centre(found, exact.centre, family.name);
      }
    }
}

TEST(OverlapCells, HoldWhatFlushSolidsHaveInCommon) {
  Random random(22);
  for (int round = 0; round < 20; ++round) {
    const Polycube a = Polycube::random(random, 3, 0.6), b = Polycube::random(random, 3, 0.6);
    const int cubes = common_cubes(a, b, {1, 0, -1});
    if (cubes == 0) continue;
    const Overlap found = by_cells(Solid(Model(a.surface())), identity, Solid(Model(b.surface(true))),
                                   Placement::translation({1, 0, -1}), {});
    expect_cells(found, cubes, cubes, 0.05, std::to_string(round));
  }
}

/// Bricks that cross each other, in one mesh.
struct Heap {
  Polycube cubes{{4, 4, 4}, std::vector<bool>(64)};
  std::vector<Mesh> bricks;

  Heap(Random& random, int count) {
    for (int i = 0; i < count; ++i) {
      std::array<int, 3> low, high;
      for (int axis = 0; axis < 3; ++axis) {
        low[axis] = static_cast<int>(random.below(3));
        high[axis] = low[axis] + 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(4 - low[axis])));
      }
      for (int z = low[2]; z < high[2]; ++z)
        for (int y = low[1]; y < high[1]; ++y)
          for (int x = low[0]; x < high[0]; ++x) cubes.filled[static_cast<std::size_t>((z * 4 + y) * 4 + x)] = true;
      bricks.push_back(
          brick(Vec3{low[0] * 1.0, low[1] * 1.0, low[2] * 1.0}, Vec3{high[0] * 1.0, high[1] * 1.0, high[2] * 1.0}));
    }
  }
};

// Bricks that cross are united. Those that lie within others are holes, so only heaps of crossing ones are taken.
TEST(Overlap, OfSolidsWhoseShellsCrossIsThatOfTheirUnion) {
  Random random(23);
  int asked = 0;
  for (int round = 0; round < 200 && asked < 25; ++round) {
    const Heap heap(random, 2);
    const Solid solid(Model(joined(heap.bricks)));
    const OverlapSolid ready(solid);
    if (ready.is_clean() || heap.cubes.count() == 0) continue;
    const Polycube probe = Polycube::random(random, 3, 0.7);
    const int cubes = common_cubes(heap.cubes, probe, {1, 1, 0});
    if (cubes == 0) continue;
    ++asked;
    for (const Placement& at : {identity, random.rotation({5, 6, 7})}) {
      const Placement beside{at.linear, at * Vec3{1, 1, 0}};
      const Overlap found = overlap(ready, at, prepared(probe.surface()), beside);
      // The turned placements are rounded.
      expect_cells(found, cubes * (1 - 1e-12), cubes * (1 + 1e-12), 0.05, std::to_string(round));
    }
  }
  EXPECT_EQ(asked, 25);
}

TEST(Overlap, OfSolidsThatAreNotCleanIsFoundByCells) {
  const Mesh cube = brick({}, {2, 2, 2});
  Mesh flipped = cube;
  std::swap(flipped.triangles[3][0], flipped.triangles[3][1]);
  const std::array<Mesh, 2> twice{cube, cube};
  for (const Mesh& mesh : {flipped, joined(twice)}) {
    const OverlapSolid solid = prepared(mesh), other = prepared(cube);
    EXPECT_FALSE(solid.is_clean());
    expect_cells(overlap(solid, identity, other, Placement::translation({1, 1, 1})), 1, 1, 0.05);
    expect_cells(overlap(other, identity, solid, identity, {.relative_error = 0.01}), 8, 8, 0.01);
    // Solids that only touch are told apart without cells.
    expect_cells(overlap(other, identity, solid, Placement::translation({2, 0.5, 0})), 0, 0, 0);
  }
}

TEST(Overlap, OfCellsWithABudgetIsWiderAndTrue) {
  const std::array<Mesh, 2> crossing{brick({}, {2, 2, 2}), brick({1, 1, 1}, {3, 3, 3})};
  const OverlapSolid solid = prepared(joined(crossing)), probe = prepared(brick({}, {2.5, 2.5, 2.5}));
  ASSERT_FALSE(solid.is_clean());
  // The union within the probe: 8 + 1.5^3 - 1.
  const double truth = 8 + 3.375 - 1;
  double last = infinity;
  for (const std::uint64_t tests : {0, 1000, 10000, 100000, 1000000}) {
    const Overlap found = overlap(solid, identity, probe, identity, {.relative_error = 0, .budget = {.tests = tests}});
    EXPECT_LE(found.volume.lower, truth);
    EXPECT_GE(found.volume.upper, truth);
    EXPECT_FALSE(found.complete);
    EXPECT_LE(found.volume.upper - found.volume.lower, last);
    last = found.volume.upper - found.volume.lower;
  }
  EXPECT_LT(last, 0.1);
}

// Cells ask contains() alone.
TEST(OverlapCells, AgreeWithSurfacesOnClosedShapesOfAllKinds) {
  Random random(24);
  int compared = 0, not_clean = 0;
  for (const ClosedShape& shape : closed_shapes()) {
    const OverlapSolid solid = prepared(shape.mesh);
    not_clean += !solid.is_clean();
    if (!solid.is_clean() || shape.mesh.triangles.empty()) continue;
    const Bounds box = bounds_of(shape.mesh.points);
    const Vec3 middle = (box.low + box.high) * 0.5;
    // Turned about its middle, wherever that is.
    Placement at = random.rotation();
    at.shift = middle + (box.high - box.low) * 0.1 - at.linear * middle;
    for (const Placement& other : {identity, at}) {
      const Overlap found = overlap(solid, identity, solid, other);
      const Overlap rough = by_cells(solid.solid(), identity, solid.solid(), other,
                                     {.relative_error = 0.2, .budget = {.tests = 20000000}});
      EXPECT_LE(found.volume.lower, rough.volume.upper) << shape.name;
      EXPECT_GE(found.volume.upper, rough.volume.lower) << shape.name;
      EXPECT_LE(found.volume.upper - found.volume.lower, 1e-9 * found.volume.upper) << shape.name;
      compared += rough.complete;
    }
  }
  EXPECT_GT(compared, 20);
  EXPECT_GT(not_clean, 3);
}

TEST(OverlapCells, ScaleWithTheWorldBitForBit) {
  const std::array<Mesh, 2> crossing{brick({}, {2, 2, 2}), brick({1, 1, 1}, {3, 3, 3})};
  const OverlapSolid solid = prepared(joined(crossing));
  const Placement at = Placement::rotation(1, 0.2, 0.3, 0.4, {0.1, 0.2, 0.3});
  const Overlap plain = overlap(solid, identity, solid, at);
  for (const double factor : {0x1p-70, 0x1p30}) {
    const Overlap scaled = overlap(solid, enlarged(identity, factor), solid, enlarged(at, factor));
    EXPECT_EQ(scaled.volume.lower, plain.volume.lower * factor * factor * factor);
    EXPECT_EQ(scaled.volume.upper, plain.volume.upper * factor * factor * factor);
  }
}

}  // namespace

}  // namespace abut
