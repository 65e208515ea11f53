#pragma once

#include "shape/shape_data.h"

namespace abut {

/// A unit vector across the features in which a triangle of A and one of B touch, on which B is beyond A: of the
/// triangles' normals, the directions across two sides, and across a side within its triangle, that along which the
/// triangles overlap least.
Vec3 contact_normal(const StandingShape& a, std::uint32_t triangle_a, const StandingShape& b, std::uint32_t triangle_b);

}  // namespace abut
