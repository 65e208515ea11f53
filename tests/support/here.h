#pragma once

#include <abut/placement.h>

namespace abut {

/// Where a model is whose placement does not matter.
inline constexpr Placement here = Placement::identity();

}  // namespace abut
