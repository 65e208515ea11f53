#include "support/effort.h"
#include "support/feature_motions.h"
#include "support/motion_oracle.h"
#include <abut/error.h>
#include <abut/moving_features.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

using Points = std::array<MovingPoint, 4>;

FeatureContact ask(bool is_edge_edge, const Points& x, const FeatureContactOptions& options = {}) {
  return is_edge_edge ? first_contact_edge_edge({x[0], x[1]}, {x[2], x[3]}, options)
                      : first_contact_vertex_face(x[0], {x[1], x[2], x[3]}, options);
}

TEST(MovingFeatures, AreDecidedAsRationalArithmeticDecidesThem) {
  Random random(1);
  for (const MotionFamily& family : motion_families())
    for (int i = 0; i < 120; ++i) {
      const bool is_edge_edge = i % 2 != 0;
      const Points x = family.make(random, is_edge_edge);
      const MotionOracle oracle(is_edge_edge, x);
      for (const FeatureContactOptions& options :
           {FeatureContactOptions{}, {.time_tolerance = 0}, {.distance_tolerance = 1e-3, .time_tolerance = 0.25}})
        ASSERT_EQ(oracle.fault(ask(is_edge_edge, x, options), options), "")
            << family.name << ", motion " << i << ", tolerance " << options.distance_tolerance;
    }
}

}  // namespace
}  // namespace abut
