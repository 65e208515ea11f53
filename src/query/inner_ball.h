#pragma once

#include "query/placed_solid.h"

namespace abut {

/// Half the thickness of a solid around a point inside it: the radius of a ball inside the solid that is as large as
/// any next to it, found by climbing away from the surface. A ball of this radius fits; 0 if the point is not inside.
double half_thickness(PlacedSolid& solid, const Vec3& point);

}  // namespace abut
