#pragma once

// Booleans of CGAL's exact Nef polyhedra. Shares no code with the library.

#include <abut/mesh.h>
#include <abut/placement.h>

namespace abut {

/// Have the interiors of two closed surfaces a point in common? Each surface is connected, does not touch itself, and
/// its edges have two triangles each.
bool cgal_interiors_meet(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b);

}  // namespace abut
