#pragma once

#include "query/solid_search.h"

#include <optional>

namespace abut {

/// The part of the world in which two placed solids may overlap, and a frame there: along the world's axes, with the
/// origin in its middle and a power of two for its unit.
struct OverlapFrame {
  Bounds box;   ///< all of the overlap is in it
  Vec3 origin;  ///< in the world
  double unit;  ///< world = origin + unit * x

  /// Not below the real volume of the box.
  double volume() const;
};

/// A box around a placed solid, in the world, rounded outwards.
Bounds box_around(const Solid& solid, const Placement& at);

/// Nothing when the boxes around the solids are apart, or meet in a face at most.
std::optional<OverlapFrame> overlap_frame(const Bounds& a, const Bounds& b);

}  // namespace abut
