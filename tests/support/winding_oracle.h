#pragma once

#include <abut/mesh.h>
#include <abut/placement.h>

namespace abut {

/// How often a placed mesh winds around a point that is not on it: the solid angles of all its triangles over 4 pi,
/// with a hundred digits. Shares no code with the library.
double true_winding_number(const Mesh& mesh, const Placement& at, const Vec3& point);

}  // namespace abut
