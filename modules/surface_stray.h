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
/// Both ways: no point of a triangle is farther from the surface, and no point of the face is farther from its
/// triangles or, at its edges, from those of its neighbours. Bounded for planes, cylinders, cones, spheres, tori and
/// smooth splines, sampled for all others. The face has triangles.
///
/// The second way follows from the first where the triangles cover the face: moved to the closest points of the surface
/// they cover what their rim, moved likewise, encloses, if none is turned over in the parameters, which is checked;
/// what is between that rim and the edges is as far from the triangles at the edges as the edges are, which is
/// measured, up to terms of the size of a stray squared. A spline is compared with its triangles parameter by
/// parameter, so both ways are the same.
FaceStray stray_of(const TopoDS_Face& face);

/// The largest tolerance that the file states for a face, an edge or a corner of the shape.
double tolerance_of(const TopoDS_Shape& shape);

}  // namespace abut
