#pragma once

#include "../experiment.h"

namespace abut::bench {

/// Build and query times of the same oriented box tree (vertex covariance, mean split) in FCL and here, and of our
/// default tree, in one run: fcl_build.csv and fcl_collide.csv.
void compare_with_fcl(const Surroundings& to);

/// Build times of that tree from 10^4 to 10^6 triangles against n log n: build_growth.csv.
void measure_build_growth(const Surroundings& to);

}  // namespace abut::bench
