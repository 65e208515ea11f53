#pragma once

#include <abut/penetration.h>

#include <gtest/gtest.h>

namespace abut {

inline Solid solid_of(Mesh mesh) { return Solid(Model(std::move(mesh))); }

/// The depth of two solids, both ways round, in the world, turned and mirrored; `moved` is what rounding may move.
inline void expect_depth(const Mesh& a, const Mesh& b, double truth, const std::string& name, double moved = 1e-12) {
  Placement turned;
  turned.linear = Matrix3::from_rows({0.6, 0, -0.8}, {0, 1, 0}, {0.8, 0, 0.6});
  turned.shift = {3, -1, 2};
  Placement mirrored = turned;
  mirrored.linear = mirrored.linear * Matrix3{{1, 0, 0, 0, -1, 0, 0, 0, 1}};
  for (const Placement& at : {Placement{}, turned, mirrored})
    for (const bool is_swapped : {false, true}) {
      const Solid first = solid_of(is_swapped ? b : a), second = solid_of(is_swapped ? a : b);
      const Penetration found = penetration(first, at, second, at);
      EXPECT_LE(found.depth.lower, truth + moved) << name;
      EXPECT_GE(found.depth.upper, truth - moved) << name;
      EXPECT_LE(found.depth.upper, found.depth.lower * 1.02 + moved) << name;
    }
}

}  // namespace abut
