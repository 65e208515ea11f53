#pragma once

#include "math/random.h"
#include <abut/mesh.h>
#include <abut/placement.h>

namespace abut {

/// Points of the world that are hard for questions about a placed mesh: strewn around and near it; on corners, sides
/// and faces, exactly so where a double can be, and a unit in the last place off; with coordinates of different corners
/// mixed, so that rays along an axis meet corners, sides and planes of faces; on the faces, sides and corners of its
/// bounding box.
std::vector<Vec3> probe_points(const Mesh& mesh, const Placement& at, int count, Random& random);

}  // namespace abut
