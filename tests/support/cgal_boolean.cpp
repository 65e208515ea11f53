#include "support/cgal_boolean.h"

#include <map>

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Surface_mesh.h>

namespace abut {

namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Number = Kernel::FT;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;

Surface surface_of(const Mesh& mesh, const Placement& at) {
  Surface surface;
  std::vector<Surface::Vertex_index> vertices;
  std::map<std::array<double, 3>, Surface::Vertex_index> known;  // corners at one position are one
  for (const Vec3& p : mesh.points) {
    if (const auto found = known.find({p.x, p.y, p.z}); found != known.end()) {
      vertices.push_back(found->second);
      continue;
    }
    std::array<Number, 3> image;
    for (int axis = 0; axis < 3; ++axis) {
      image[axis] = Number(at.shift[axis]);
      for (int j = 0; j < 3; ++j) image[axis] += Number(at.linear(axis, j)) * Number(p[j]);
    }
    vertices.push_back(surface.add_vertex({image[0], image[1], image[2]}));
    known[{p.x, p.y, p.z}] = vertices.back();
  }
  for (const Triangle& t : mesh.triangles) surface.add_face(vertices[t[0]], vertices[t[1]], vertices[t[2]]);
  return surface;
}

double volume_of(const Surface& surface) {
  Number sum = 0;
  const Kernel::Point_3 origin(0, 0, 0);
  for (const auto face : surface.faces()) {
    const auto side = surface.halfedge(face);
    sum += CGAL::determinant(surface.point(surface.source(side)) - origin, surface.point(surface.target(side)) - origin,
                             surface.point(surface.target(surface.next(side))) - origin);
  }
  return CGAL::to_double(sum.exact()) / 6;
}

}  // namespace

BooleanVolumes cgal_boolean(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b) {
  namespace processing = CGAL::Polygon_mesh_processing;
  BooleanVolumes volumes;
  volumes.a = volume_of(surface_of(a, at_a));
  for (const bool common : {true, false}) {
    Surface of_a = surface_of(a, at_a), of_b = surface_of(b, at_b), result;
    if (common)
      processing::corefine_and_compute_intersection(of_a, of_b, result);
    else
      processing::corefine_and_compute_difference(of_a, of_b, result);
    (common ? volumes.common : volumes.only_a) = volume_of(result);
  }
  return volumes;
}

}  // namespace abut
