#pragma once

#include "engine/tree.h"

#include <span>

namespace abut {

/// Are all of them within [-most, most]? NaN is not.
bool are_within(std::span<const float> values, float most);

/// The largest magnitudes that numbers of boxes may have; half extents are not below 0.
struct BoxRange {
  float centre, half, axis;
};
/// Are all numbers of all boxes in this range, those of empty lanes included?
bool are_within(std::span<const WideNode> nodes, const BoxRange& range);

}  // namespace abut
