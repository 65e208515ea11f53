#pragma once

#include <array>
#include <functional>

#include <Poly_Triangulation.hxx>
#include <TopoDS_Face.hxx>

namespace abut {

/// Measures how far the edges of a face are from the triangles that have a piece of them for a side, and calls
/// visit(triangle from 1, length) for each. A bound, up to rounding, if it returns true; else for some edges the curve
/// was sampled, or is no row of sides of triangles.
bool visit_edge_strays(const TopoDS_Face& face, const Handle(Poly_Triangulation) & mesh, const gp_Trsf& at,
                       const std::function<void(int triangle, double length)>& visit);

}  // namespace abut
