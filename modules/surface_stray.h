#pragma once

#include <abut/stray.h>

#include <TopoDS_Face.hxx>
#include <TopoDS_Shape.hxx>

namespace abut {

/// How far each triangle of a face strays from its surface, in the order of the face's triangulation.
struct FaceStray {
  StrayKind kind = StrayKind::bounded;
  std::vector<float> of_triangle;
};
/// Bounded for planes, cylinders, cones, spheres and tori, sampled for all others. The face has triangles.
FaceStray stray_of(const TopoDS_Face& face);

/// The largest tolerance that the file states for a face, an edge or a corner of the shape.
double tolerance_of(const TopoDS_Shape& shape);

}  // namespace abut
