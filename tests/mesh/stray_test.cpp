#include "io/reading.h"
#include <abut/placement.h>
#include <abut/shapes.h>
#include <abut/stray.h>

#include <cmath>

#include <gtest/gtest.h>

namespace abut {

namespace {

/// A prism whose sides are chords of a circle: the sagitta of each is known.
Mesh prism(int segments, double radius, double height) {
  Mesh mesh;
  const double step = 2 * std::acos(-1.0) / segments;
  for (const double z : {0.0, height})
    for (int i = 0; i < segments; ++i)
      mesh.points.push_back({radius * std::cos(i * step), radius * std::sin(i * step), z});
  const auto n = static_cast<std::uint32_t>(segments);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t next = (i + 1) % n;
    mesh.triangles.push_back({i, next, n + next});
    mesh.triangles.push_back({i, n + next, n + i});
    if (i + 2 < n) mesh.triangles.push_back({0, i + 2, i + 1}), mesh.triangles.push_back({n, n + i + 1, n + i + 2});
  }
  return mesh;
}

bool is_wall(const Mesh& mesh, std::uint32_t triangle) {
  const auto [a, b, c] = mesh.corners(triangle);
  return a.z != b.z || a.z != c.z;
}

TEST(Stray, OfAPrismIsTheSagittaOfItsChords) {
  for (const int segments : {12, 50, 200}) {
    const Mesh mesh = prism(segments, 15, 40);
    const double sagitta = 15 * (1 - std::cos(std::acos(-1.0) / segments));
    const Stray stray = estimated_stray(mesh);
    EXPECT_EQ(stray.kind(), StrayKind::estimated);
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
      EXPECT_NEAR(stray.of(i), is_wall(mesh, i) ? sagitta : 0, 1e-6 * sagitta) << segments;
    EXPECT_NEAR(stray.largest(), sagitta, 1e-6 * sagitta);
  }
}

TEST(Stray, OfWhatHasSharpEdgesOnlyIsTheSpacingOfItsNumbers) {
  const Stray stray = estimated_stray(shapes::box({1, 2, 3}));
  EXPECT_EQ(stray.largest(), 0);
  EXPECT_LE(stray.spacing(), 3 * 0x1p-24);
  EXPECT_GT(stray.spacing(), 0);
  const Mesh decimal = transformed(shapes::box({1, 2, 3}), Placement::translation({0.1, 0.2, 0.3}));
  EXPECT_LE(estimated_stray(decimal).spacing(), 4 * 0x1p-53) << "decimals that are no floats";
}

TEST(Stray, DoesNotDependOnTheWinding) {
  Mesh mesh = prism(40, 1, 1);
  const Stray before = estimated_stray(mesh);
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) std::swap(mesh.triangles[i][0], mesh.triangles[i][1]);
  const Stray after = estimated_stray(mesh);
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) EXPECT_EQ(after.of(i), before.of(i));
}

TEST(Stray, OfNothingIsNothing) {
  EXPECT_EQ(estimated_stray({}).largest(), 0);
  EXPECT_EQ(Stray().kind(), StrayKind::none);
  EXPECT_EQ(Stray().of(7), 0);
}

TEST(Stray, RefusesWhatIsNoLength) {
  EXPECT_EQ(message_of([] { Stray(StrayKind::bounded, {-1}, 0); }),
            "the stray of a triangle must be a length of 0 or more.");
  EXPECT_EQ(message_of([] { Stray(StrayKind::bounded, {NAN}, 0); }),
            "the stray of a triangle must be a length of 0 or more.");
  EXPECT_EQ(message_of([] { Stray(StrayKind::bounded, {}, INFINITY); }),
            "the spacing of a stray must be a length of 0 or more.");
  EXPECT_EQ(message_of([] { Stray(StrayKind::bounded, {1}, 0).of(1); }), "there is no triangle 1.");
}

}  // namespace

}  // namespace abut
