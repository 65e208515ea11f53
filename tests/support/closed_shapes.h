#pragma once

#include <abut/mesh.h>

namespace abut {

struct ClosedShape {
  std::string name;
  Mesh mesh;
  /// Do bodies of it cross, all of them wound outwards and none within another alone? Then inside is where the surface
  /// winds around a point; for the others it is where a way out crosses it an odd number of times.
  bool is_united = false;
};

/// More than 20 meshes in which every edge has an even number of triangles: smooth and bumpy bodies, bodies within,
/// beside and through each other, bodies that touch in a point, a side or a face, blocks whose faces line up, knots,
/// spikes, triangles without points in common, without an area, and far from the origin; boxes and tetrahedra whose
/// coordinates are decimal numbers, up to a million sizes from the origin.
const std::vector<ClosedShape>& closed_shapes();

/// The same triangles, wound the other way.
Mesh inside_out(Mesh mesh);

}  // namespace abut
