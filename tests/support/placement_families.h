#pragma once

#include "math/random.h"
#include <abut/placement.h>

#include <functional>
#include <string>
#include <vector>

namespace abut {

/// A named source of placements. Equal generators give equal placements.
struct PlacementFamily {
  std::string name;
  std::function<Placement(Random&)> next;
};

/// Placements of ordinary sizes, for a query that takes one: none at all, turned, mirrored, sheared, scaled unlike on
/// each axis, turned a hundred to a million sizes away from the world's origin, and turned with entries rounded to
/// float or to three, six or nine digits. A pair of models stands under one of them as often as under two.
const std::vector<PlacementFamily>& placement_families();

/// At both ends of the range: a scale from 2^-1060 to 2^290, subnormal numbers included, with a turn, a mirror, a shear
/// or another scale on each axis. Shifts are of the same scale.
const std::vector<PlacementFamily>& extreme_placement_families();

/// `at`, and all of the world with it, times a power of two.
Placement enlarged(const Placement& at, double factor);

/// The identity, turned by quarters, mirrored and sheared with entries that are small whole numbers: exact at every
/// scale down to the least subnormal number.
Placement whole_numbered(Random& random);

}  // namespace abut
