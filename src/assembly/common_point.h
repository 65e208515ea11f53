#pragma once

#include "assembly/contact_tally.h"
#include <abut/solid.h>

namespace abut {

/// Looks for a point that is inside both solids, next to where some of their triangles meet. A point that is found
/// proves that the interiors meet, in a fraction of the time of interiors_meet(); without one nothing is known.
struct CommonPoint {
  bool is_found = false;
  Counters counters;
};
CommonPoint find_common_point(const Solid& a, const Solid& b, const PlacementPair& at,
                              std::span<const Contact> contacts, const Budget& budget);

}  // namespace abut
