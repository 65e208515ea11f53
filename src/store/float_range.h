#pragma once

#include "engine/tree.h"

#include <span>

namespace abut {

/// Are all of them within [-most, most]? NaN is not.
bool are_within(std::span<const float> values, float most);

/// The largest magnitudes that numbers of boxes may have; half extents are not below 0. The axes of filled lanes are
/// orthonormal: no entry of axes axes' - I is larger than the defect, computed in float.
struct BoxRange {
  float centre, half, axis, defect;
};
/// Are all numbers of all boxes in this range, those of empty lanes included?
bool are_within(std::span<const WideNode> nodes, const BoxRange& range);

}  // namespace abut
