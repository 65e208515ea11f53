#pragma once

#include <abut/mesh.h>

#include <cstdint>
#include <string>
#include <vector>

namespace abut {

/// A round part in a round hole, both of straight segments, and what is true of the round ones.
struct Fit {
  std::string name;
  Mesh shaft, hub;
  double depth = 0;  ///< how much larger the shaft is than the hole, in radius; negative: how much smaller
  double stray = 0;  ///< the sagittas of both, summed
};

/// A solid ring about the z axis, its corners on the circles; a bore of 0 makes it a full cylinder.
Mesh round_part(int segments, double phase, double bore, double radius, double height);

/// Pins, bolts, bearings and press fits: hole radii from 3 to 60, 12 to 200 segments, phases at random, with a depth of
/// `part` times the limit that follows from the seed.
struct FitLimit {
  double tolerance = 0;
};
FitLimit limit_of_fit(std::uint64_t seed);
Fit random_fit(std::uint64_t seed, double part);

}  // namespace abut
