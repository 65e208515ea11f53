#pragma once

#include <abut/mesh.h>

namespace abut::shapes {

/// The unit sphere behind sphere() and bumpy_scan(), not yet rounded to 24 bits: 20 frequency^2 triangles, shared
/// points.
Mesh unit_geodesic(int frequency);

}  // namespace abut::shapes
