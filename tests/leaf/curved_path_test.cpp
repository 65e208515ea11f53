// When a point on a curved way may meet a triangle: built backwards from where it does.

#include "leaf/curved_path.h"

#include "math/random.h"
#include "support/effort.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

struct CurveCase {
  CurvedPath path;
  std::array<Vec3, 3> corners;
  double size = 0;
};

/// A way of up to 2 that bends, and a triangle; so that the point is on it at s, if that is wanted.
CurveCase random_case(Random& random, bool meets, double s) {
  CurveCase made;
  made.path = {random.in_cube(1), random.in_cube(0.3), random.chance(0.5) ? 0 : 1e-3 * random.unit()};
  for (Vec3& corner : made.corners) corner = random.in_cube(random.chance(0.2) ? 1e-6 : 0.5);
  if (random.chance(0.1)) made.corners[2] = made.corners[0] + (made.corners[1] - made.corners[0]) * random.unit();
  const double u = random.unit(), v = random.unit() * (1 - u);
  const Vec3 on_it =
      made.corners[0] + (made.corners[1] - made.corners[0]) * u + (made.corners[2] - made.corners[0]) * v;
  const Vec3 shift =
      meets ? made.path.at(s) + random.direction() * (made.path.rest * random.unit()) - on_it : random.in_cube(1);
  for (Vec3& corner : made.corners) {
    corner += shift;
    made.size = std::max(made.size, largest(abs(corner)));
  }
  made.size += 2;
  return made;
}

TEST(CurvedPath, NeverLeavesOutWhenThePointIsOnTheTriangle) {
  Random random(1);
  for (int i = 0; i < tries(200'000); ++i) {
    const double s = random.between(-1, 1);
    const CurveCase made = random_case(random, true, s);
    for (const PathRange& range :
         {may_meet(made.path, made.size, made.corners), may_meet_degenerate(made.path, made.size, made.corners)}) {
      // The point was put there in doubles.
      ASSERT_LE(range.low, s + 1e-12) << i;
      ASSERT_GE(range.high, s - 1e-12) << i;
    }
  }
}

TEST(CurvedPath, LeavesOutMostTrianglesThatItPasses) {
  Random random(2);
  int may = 0, met = 0;
  for (int i = 0; i < tries(20'000); ++i) {
    CurveCase made = random_case(random, false, 0);
    made.path.rest = 0, made.path.bend = made.path.bend * 0.1;
    // Steps that are short beside the triangles see most of those that are met.
    const Vec3 normal = cross(made.corners[1] - made.corners[0], made.corners[2] - made.corners[0]);
    if (!(length(normal) > 1e-3)) continue;
    may += !may_meet(made.path, made.size, made.corners).is_empty();
    bool crosses = false;
    for (int step = 0; step < 200 && !crosses; ++step) {
      const Vec3 p = made.path.at(-1 + 0.01 * step), q = made.path.at(-0.99 + 0.01 * step);
      const double from = dot(normal, p - made.corners[0]), to = dot(normal, q - made.corners[0]);
      if ((from > 0) == (to > 0)) continue;
      const Vec3 at = p + (q - p) * (from / (from - to));
      crosses = true;
      for (int k = 0; k < 3; ++k)
        crosses = crosses && dot(cross(made.corners[(k + 1) % 3] - made.corners[k], at - made.corners[k]), normal) >= 0;
    }
    met += crosses;
  }
  EXPECT_GT(met, tries(100));
  EXPECT_GE(may, met);
  EXPECT_LE(may, 1.5 * met);
}

TEST(CurvedPath, OfManyTrianglesAtOnceIsThatOfEachOnEveryInstructionSet) {
  Random random(3);
  for (int i = 0; i < tries(2000); ++i) {
    const PlacedPath placed{random_case(random, false, 0).path, random.in_cube(1), 8};
    std::vector<float> corners;
    std::vector<Triangle> triangles;
    std::vector<std::uint32_t> places;
    for (std::uint32_t k = 0; k < 1 + random.below(20); ++k) {
      const Vec3 near = placed.origin + placed.path.at(random.between(-1, 1));
      const double size = random.chance(0.2) ? 1e-5 : 0.5;
      Vec3 corner[3] = {near + random.in_cube(size), near + random.in_cube(size), near + random.in_cube(size)};
      if (random.chance(0.1)) corner[2] = corner[random.below(2)];
      for (const Vec3& c : corner)
        for (int axis = 0; axis < 3; ++axis) corners.push_back(static_cast<float>(c[axis]));
      triangles.push_back({3 * k, 3 * k + 1, 3 * k + 2});
      places.insert(places.begin() + static_cast<std::ptrdiff_t>(random.below(k + 1)), k);
    }
    std::vector<PathMeeting> expected;
    std::vector<PathJob> jobs;
    for (const std::uint32_t place : places) {
      std::array<Vec3, 3> seen;
      for (int k = 0; k < 9; ++k) seen[k / 3][k % 3] = corners[9 * place + k] - placed.origin[k % 3];
      const PathRange range = may_meet(placed.path, placed.size, seen);
      if (!range.is_empty()) expected.push_back({static_cast<std::uint32_t>(jobs.size()), range});
      jobs.push_back({&placed, {corners.data(), triangles.data()}, place});
    }
    for (const Simd simd : available_simd()) {
      std::vector<PathMeeting> found;
      list_meetings(jobs, simd, found);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        ASSERT_EQ(found[k].job, expected[k].job);
        ASSERT_EQ(found[k].range.low, expected[k].range.low);
        ASSERT_EQ(found[k].range.high, expected[k].range.high);
      }
    }
  }
}

TEST(CurvedPath, IsWholeWhereNothingCanBeSaid) {
  const std::array<Vec3, 3> corners{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const CurvedPath& path : {CurvedPath{{nan, 0, 1}, {}, 0}, CurvedPath{{0, 0, 1}, {}, nan},
                                 CurvedPath{{0, 0, 1}, {}, std::numeric_limits<double>::infinity()}}) {
    const PathRange range = may_meet(path, 4, corners);
    EXPECT_EQ(range.low, -1);
    EXPECT_EQ(range.high, 1);
  }
}

}  // namespace
}  // namespace abut
