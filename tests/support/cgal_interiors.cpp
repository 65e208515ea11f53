#include "support/cgal_interiors.h"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Nef_polyhedron_3.h>
#include <CGAL/Polygon_mesh_processing/orientation.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polyhedron_3.h>

namespace abut {

namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Polyhedron = CGAL::Polyhedron_3<Kernel>;
using Body = CGAL::Nef_polyhedron_3<Kernel>;

Body placed(const Mesh& mesh, const Placement& at) {
  std::vector<Kernel::Point_3> points;
  for (const Vec3& p : mesh.points) {
    std::array<Kernel::FT, 3> x;
    for (int i = 0; i < 3; ++i) {
      x[i] = at.shift[i];
      for (int j = 0; j < 3; ++j) x[i] += Kernel::FT(at.linear(i, j)) * Kernel::FT(p[j]);
    }
    points.emplace_back(x[0], x[1], x[2]);
  }
  std::vector<std::vector<std::size_t>> faces;
  for (const Triangle& t : mesh.triangles) faces.push_back({t[0], t[1], t[2]});
  Polyhedron surface;
  CGAL::Polygon_mesh_processing::polygon_soup_to_polygon_mesh(points, faces, surface);
  if (!CGAL::Polygon_mesh_processing::is_outward_oriented(surface))
    CGAL::Polygon_mesh_processing::reverse_face_orientations(surface);
  return Body(surface);
}

}  // namespace

bool cgal_interiors_meet(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b) {
  return !(placed(a, at_a).interior() * placed(b, at_b).interior()).is_empty();
}

}  // namespace abut
