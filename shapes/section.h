#pragma once

#include <abut/mesh.h>

namespace abut::shapes {

/// What of a closed mesh lies beyond the plane where one coordinate (0, 1, 2 for x, y, z) is `at`, closed by flat caps.
/// The caps' corners are rounded to the grid of mesh/plan.h, so this is for pictures. Its parts are "surface" and
/// "section". Throws Error for a mesh that is not closed, and when a point lies on the plane.
Mesh cut_away(const Mesh& mesh, int axis, double at);

}  // namespace abut::shapes
