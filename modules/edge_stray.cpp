#include "edge_stray.h"

#include "spline_bends.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <BRepAdaptor_Curve.hxx>
#include <BRep_Tool.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>

namespace abut {

namespace {

using Corners = std::array<gp_XYZ, 3>;

double distance_from_segment(const gp_XYZ& point, const gp_XYZ& begin, const gp_XYZ& end) {
  const gp_XYZ along = end - begin;
  const double square = along.SquareModulus();
  const double share = square > 0 ? std::clamp((point - begin).Dot(along) / square, 0.0, 1.0) : 0;
  return (point - begin - along * share).Modulus();
}

double distance_from_triangle(const gp_XYZ& point, const Corners& corners) {
  const gp_XYZ normal = (corners[1] - corners[0]).Crossed(corners[2] - corners[0]);
  bool is_above = normal.SquareModulus() > 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    const gp_XYZ &from = corners[i], &to = corners[(i + 1) % 3];
    is_above = is_above && (to - from).Crossed(point - from).Dot(normal) >= 0;
    nearest = std::min(nearest, distance_from_segment(point, from, to));
  }
  return is_above ? std::abs((point - corners[0]).Dot(normal)) / normal.Modulus() : nearest;
}

/// The distance from a triangle is convex, so on the chords of a piece of the curve it is largest at their ends; a
/// curve whose second derivative is at most M is within M w^2 / 8 of a chord of width w.
double stray_of(const BRepAdaptor_Curve& curve, double begin, double end, double bend, const Corners& corners) {
  constexpr int chords = 8;
  const double width = (end - begin) / chords;
  double farthest = 0;
  for (int i = 0; i <= chords; ++i)
    farthest = std::max(farthest, distance_from_triangle(curve.Value(begin + i * width).XYZ(), corners));
  return farthest + bend * width * width / 8;
}

/// The triangles of a mesh by the nodes of their sides.
class Sides {
 public:
  explicit Sides(const Poly_Triangulation& mesh) {
    for (int i = 1; i <= mesh.NbTriangles(); ++i) {
      std::array<int, 3> nodes;
      mesh.Triangle(i).Get(nodes[0], nodes[1], nodes[2]);
      for (int k = 0; k < 3; ++k) triangle_at_[std::minmax({nodes[k], nodes[(k + 1) % 3]})] = i;
    }
  }
  /// 0 if there is none.
  int triangle_at(int node, int other) const {
    const auto found = triangle_at_.find(std::minmax({node, other}));
    return found == triangle_at_.end() ? 0 : found->second;
  }

 private:
  std::map<std::pair<int, int>, int> triangle_at_;
};

}  // namespace

bool visit_edge_strays(const TopoDS_Face& face, const Handle(Poly_Triangulation) & mesh, const gp_Trsf& at,
                       const std::function<void(int triangle, double length)>& visit) {
  const Sides sides(*mesh);
  bool is_bound = true;
  for (TopExp_Explorer each(face, TopAbs_EDGE); each.More(); each.Next()) {
    const TopoDS_Edge& edge = TopoDS::Edge(each.Current());
    if (BRep_Tool::Degenerated(edge)) continue;
    TopLoc_Location location;
    BRep_Tool::Triangulation(face, location);
    const Handle(Poly_PolygonOnTriangulation) line = BRep_Tool::PolygonOnTriangulation(edge, mesh, location);
    if (line.IsNull() || !line->HasParameters()) {
      is_bound = false;
      continue;
    }
    const BRepAdaptor_Curve curve(edge);
    for (int i = 1; i < line->NbNodes(); ++i) {
      const int triangle = sides.triangle_at(line->Node(i), line->Node(i + 1));
      const auto [begin, end] = std::minmax({line->Parameter(i), line->Parameter(i + 1)});
      const std::optional<double> bend = bend_between(curve, begin, end);
      is_bound = is_bound && triangle != 0 && bend;
      if (triangle == 0) continue;
      std::array<int, 3> nodes;
      mesh->Triangle(triangle).Get(nodes[0], nodes[1], nodes[2]);
      Corners corners;
      for (int k = 0; k < 3; ++k) corners[k] = mesh->Node(nodes[k]).Transformed(at).XYZ();
      visit(triangle, stray_of(curve, begin, end, bend.value_or(0), corners));
    }
  }
  return is_bound;
}

}  // namespace abut
