#pragma once

#include "leaf/placed_shape.h"
#include "shape/length_sum.h"
#include "shape/shape_data.h"

namespace abut {

/// A triangle of a core; the body outlives it.
PlacedTriangle triangle_of(const StandingShape& body, std::uint32_t triangle);

/// Are the surfaces of the two cores, as meshes, within the real sum of some lengths of each other? Exact.
bool surfaces_within(const StandingShape& a, const StandingShape& b, const LengthSum& reach);

/// Of cores whose surfaces do not touch: is a connected piece of `a` enclosed by `b`? Exact.
bool has_piece_inside(const StandingShape& a, const StandingShape& b);

}  // namespace abut
