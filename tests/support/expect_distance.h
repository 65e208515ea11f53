#pragma once

#include <abut/distance.h>

#include <string>

#include <gtest/gtest.h>

namespace abut {

/// The same bracket and the same points of the same triangles, bit for bit. Points in the world, which brute force does
/// not give, and the cost are left aside.
inline void expect_same(const Distance& found, const Distance& truth, const std::string& what) {
  EXPECT_EQ(found.upper, truth.upper) << what;
  EXPECT_EQ(found.lower, truth.lower) << what;
  EXPECT_EQ(found.triangle_a, truth.triangle_a) << what;
  EXPECT_EQ(found.triangle_b, truth.triangle_b) << what;
  EXPECT_EQ(found.weights_a, truth.weights_a) << what;
  EXPECT_EQ(found.weights_b, truth.weights_b) << what;
}

}  // namespace abut
