#pragma once

#include "support/closed_shapes.h"
#include "support/overlap_oracle.h"
#include <abut/overlap.h>

#include <cmath>

#include <gtest/gtest.h>

namespace abut {

inline constexpr Placement identity = Placement::identity();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline OverlapSolid prepared(const Mesh& mesh) { return OverlapSolid(Solid(Model(mesh))); }

/// Is the bracket of two clean solids true, and as narrow as it is promised?
inline void expect_volume(const Overlap& found, double lower, double upper, const std::string& what = "") {
  EXPECT_TRUE(found.from_surfaces) << what;
  EXPECT_TRUE(found.complete) << what;
  EXPECT_LE(found.volume.lower, upper) << what;
  EXPECT_GE(found.volume.upper, lower) << what;
  EXPECT_GE(found.volume.lower, 0) << what;
  EXPECT_LE(found.volume.upper - found.volume.lower, 1e-9 * found.volume.upper) << what;
  if (!(lower > 0)) {
    EXPECT_EQ(found.volume.upper, 0) << what;
    EXPECT_EQ(found.centre_error, infinity) << what;
  }
}
inline void expect_volume(const Overlap& found, double exact, const std::string& what = "") {
  expect_volume(found, exact, exact, what);
}

/// In the world, rational numbers: meshes are wound outwards, whatever the placement.
inline ExactOverlap exactly(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b) {
  const auto wound = [](const Mesh& mesh, const Placement& at) {
    return determinant(at.linear) < 0 ? inside_out(mesh) : mesh;
  };
  return exact_overlap(wound(a, at_a), at_a, wound(b, at_b), at_b);
}

inline void expect_centre(const Overlap& found, const Vec3& exact, const std::string& what = "") {
  EXPECT_LT(found.centre_error, infinity) << what;
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_LE(std::abs(found.centre[axis] - exact[axis]), found.centre_error + unit_roundoff * std::abs(exact[axis]))
        << what;
}

/// The overlap of clean solids against rational numbers.
inline void expect_exact(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b,
                         const std::string& what = "") {
  const ExactOverlap exact = exactly(a, at_a, b, at_b);
  const Overlap found = overlap(prepared(a), at_a, prepared(b), at_b);
  expect_volume(found, exact.lower, exact.upper, what);
  if (exact.lower > 0) expect_centre(found, exact.centre, what);
}

}  // namespace abut
