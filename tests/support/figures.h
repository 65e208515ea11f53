#pragma once

#include "math/random.h"
#include <abut/figure.h>

namespace abut::test {

/// A chain of links, each about one long, with joints of all kinds that have one number, and shapes of all kinds: some
/// have two, some none.
Figure mixed_chain(int links, std::uint64_t seed);
/// A tree: two arms and a head on a body, with a floating root, a planar joint and a joint that follows another.
Figure branching_figure();

/// Within the limits; angles without any within a turn, lengths within 1, quaternions of length 1.
std::vector<double> random_configuration(const Figure& figure, Random& random);
/// Each number within `most` of another configuration's, and within its limits; quaternions stay.
std::vector<double> configuration_near(const Figure& figure, std::vector<double> configuration, double most,
                                       Random& random);

}  // namespace abut::test
