#pragma once

#include "classic/volume/box_test.h"
#include "classic/volume/triangle_run.h"
#include <abut/classic.h>

#include <string_view>

namespace abut::classic {

/// Reorders the triangles and returns how many belong to the first group; 0 when the rule finds the group indivisible.
/// `box` is the volume's box; ties are broken by triangle id, so that the result does not depend on the input's order.
/// bottom_up is not a rule of this form: see cluster.h.
std::size_t divide(std::span<BuildTriangle> triangles, const BoxView& box, Split split);

}  // namespace abut::classic
