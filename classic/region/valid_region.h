#pragma once

#include <abut/classic_region.h>

namespace abut::classic {

/// Throws Error for what triangles_in() refuses.
void require_valid(const Region& region);

}  // namespace abut::classic
