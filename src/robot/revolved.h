#pragma once

#include <abut/mesh.h>

namespace abut {

/// A closed surface around all that a mesh passes through when it turns about an axis, filled towards the axis. The
/// axis is along `direction`, of length 1, through a point.
Mesh revolved(const Mesh& mesh, const Vec3& point, const Vec3& direction);

}  // namespace abut
