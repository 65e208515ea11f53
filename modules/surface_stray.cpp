#include "surface_stray.h"

#include "edge_stray.h"
#include "spline_bends.h"
#include <abut/vec3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include <BRepAdaptor_Surface.hxx>
#include <BRep_Tool.hxx>
#include <ElSLib.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <gp_Cone.hxx>
#include <gp_Cylinder.hxx>
#include <gp_Pln.hxx>
#include <gp_Sphere.hxx>
#include <gp_Torus.hxx>

namespace abut {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// How far a point is from a surface, and the largest second derivative of that, in any direction, within `around` of
/// the point.
struct Gap {
  double length;
  double bend;
};

double bend_of(double radius, double around) { return radius > around ? 1 / (radius - around) : infinite; }

/// A surface whose distance is known in closed form. All are surfaces of revolution about the third axis of a frame.
class KnownSurface {
 public:
  static std::optional<KnownSurface> of(const BRepAdaptor_Surface& surface) {
    KnownSurface known;
    known.type_ = surface.GetType();
    switch (known.type_) {
      case GeomAbs_Plane:
        known.frame_ = surface.Plane().Position();
        return known;
      case GeomAbs_Cylinder:
        known.frame_ = surface.Cylinder().Position();
        known.radius_ = surface.Cylinder().Radius();
        return known;
      case GeomAbs_Cone:
        known.frame_ = surface.Cone().Position();
        known.radius_ = surface.Cone().RefRadius();
        known.sine_ = std::sin(surface.Cone().SemiAngle());
        known.cosine_ = std::cos(surface.Cone().SemiAngle());
        return known;
      case GeomAbs_Sphere:
        known.frame_ = surface.Sphere().Position();
        known.radius_ = surface.Sphere().Radius();
        return known;
      case GeomAbs_Torus:
        known.frame_ = surface.Torus().Position();
        known.radius_ = surface.Torus().MajorRadius();
        known.tube_ = surface.Torus().MinorRadius();
        return known;
      default:
        return std::nullopt;
    }
  }

  /// The second derivatives: of the distance from a line or a point 1/distance across it; of that from a circle 1/h in
  /// its plane through the axis and at most 1/rho along the circle; the cone's is the line's times the cosine.
  Gap gap(const gp_Pnt& point, double around) const {
    const gp_Vec from(frame_.Location(), point);
    const double x = from.Dot(frame_.XDirection()), y = from.Dot(frame_.YDirection()), z = from.Dot(frame_.Direction());
    const double rho = std::hypot(x, y);
    switch (type_) {
      case GeomAbs_Plane:
        return {std::abs(z), 0};
      case GeomAbs_Cylinder:
        return {std::abs(rho - radius_), bend_of(rho, around)};
      case GeomAbs_Cone:
        return {std::abs((rho - radius_) * cosine_ - z * sine_), cosine_ * bend_of(rho, around)};
      case GeomAbs_Sphere: {
        const double far = std::hypot(rho, z);
        return {std::abs(far - radius_), bend_of(far, around)};
      }
      default: {
        const double far = std::hypot(rho - radius_, z);
        return {std::abs(far - tube_), std::max(bend_of(far, around), bend_of(rho, around))};
      }
    }
  }

  /// A way of which the distance notices anything: from cylinders and cones it is straight along the axis.
  double way(const gp_Pnt& from, const gp_Pnt& to) const {
    const gp_Vec all(from, to);
    if (type_ != GeomAbs_Cylinder && type_ != GeomAbs_Cone) return all.Magnitude();
    return std::hypot(all.Dot(frame_.XDirection()), all.Dot(frame_.YDirection()));
  }

 private:
  GeomAbs_SurfaceType type_{};
  gp_Ax3 frame_;
  double radius_ = 0, tube_ = 0, sine_ = 0, cosine_ = 1;
};

struct FaceTriangle {
  std::array<gp_Pnt, 3> corners;
  std::array<gp_Pnt2d, 3> parameters;

  double longest_side() const {
    return std::max(
        {corners[0].Distance(corners[1]), corners[1].Distance(corners[2]), corners[2].Distance(corners[0])});
  }
  gp_Pnt at(double u, double v) const {
    return corners[0].XYZ() + (corners[1].XYZ() - corners[0].XYZ()) * u + (corners[2].XYZ() - corners[0].XYZ()) * v;
  }
  gp_Pnt2d parameter_at(double u, double v) const {
    return parameters[0].XY() + (parameters[1].XY() - parameters[0].XY()) * u +
           (parameters[2].XY() - parameters[0].XY()) * v;
  }
};

/// Calls visit(u, v) for the corners of the n x n triangles that a triangle is cut into.
template <class Visit>
void for_each_corner(int n, Visit&& visit) {
  for (int i = 0; i <= n; ++i)
    for (int j = 0; i + j <= n; ++j) visit(double(i) / n, double(j) / n);
}

/// The triangle is cut into n x n pieces. In a triangle a function whose second derivatives are at most M
/// differs from its linear interpolation by M/2 times the square of the radius of a circle around the triangle, at
/// most, and that radius is at most longest side / sqrt(3) (Jung). The linear one is largest at a corner.
double bound(const FaceTriangle& triangle, const KnownSurface& surface) {
  constexpr int most = 64;
  const auto& [a, b, c] = triangle.corners;
  const double longest = std::max({surface.way(a, b), surface.way(b, c), surface.way(c, a)});
  double best = infinite;
  for (int n = 1; n <= most; n *= 2) {
    const double side = longest / n;
    double gap = 0, bend = 0;
    // Every point of a piece is within a side of each of its corners.
    for_each_corner(n, [&](double u, double v) {
      const Gap here = surface.gap(triangle.at(u, v), side);
      gap = std::max(gap, here.length);
      bend = std::max(bend, here.bend);
    });
    // No distance changes by more than the way.
    const double between = std::min(bend * side * side / 6, triangle.longest_side() / n);
    best = std::min(best, gap + between);
    if (between <= gap / 20) break;
  }
  return best;
}

/// How far the surface at the parameters of a triangle is from the triangle there, looked at where it is cut into n x n
/// pieces.
double gap_at_corners(const FaceTriangle& triangle, const BRepAdaptor_Surface& surface, int n) {
  double gap = 0;
  for_each_corner(n, [&](double u, double v) {
    const gp_Pnt2d parameter = triangle.parameter_at(u, v);
    gap = std::max(gap, triangle.at(u, v).Distance(surface.Value(parameter.X(), parameter.Y())));
  });
  return gap;
}

/// The triangle is cut into n x n pieces. Between their corners the surface is as far from its linear interpolation as
/// Bends says, and that is as far from the triangle as at a corner, at most. None where the parameters are not those of
/// the surface.
std::optional<double> bound(const FaceTriangle& triangle, const BRepAdaptor_Surface& surface,
                            const SplineBends& bends) {
  constexpr int most = 64;
  gp_Pnt2d least = triangle.parameters[0], largest = least;
  for (const gp_Pnt2d& parameter : triangle.parameters) {
    least = {std::min(least.X(), parameter.X()), std::min(least.Y(), parameter.Y())};
    largest = {std::max(largest.X(), parameter.X()), std::max(largest.Y(), parameter.Y())};
  }
  const std::optional<Bends> bend = bends.over(least, largest);
  if (!bend) return std::nullopt;
  const double whole = bend->off(largest.X() - least.X(), largest.Y() - least.Y());
  double best = infinite;
  for (int n = 4; n <= most; n *= 2) {
    const double gap = gap_at_corners(triangle, surface, n), between = whole / (n * n);
    best = std::min(best, gap + between);
    if (between <= gap / 20) break;
  }
  return best;
}

/// In parameters a triangulation covers what its rim encloses once if no triangle is turned over.
class Sense {
 public:
  void add(const FaceTriangle& triangle) {
    const gp_XY first = triangle.parameters[1].XY() - triangle.parameters[0].XY(),
                second = triangle.parameters[2].XY() - triangle.parameters[0].XY();
    const double area = first.Crossed(second), rounding = 1e-12 * (first.SquareModulus() + second.SquareModulus());
    has_left_ = has_left_ || area > rounding;
    has_right_ = has_right_ || area < -rounding;
  }
  bool is_one() const { return !(has_left_ && has_right_); }

 private:
  bool has_left_ = false, has_right_ = false;
};

FaceTriangle triangle_of(const Poly_Triangulation& mesh, int index, const gp_Trsf& at) {
  std::array<int, 3> nodes;
  mesh.Triangle(index).Get(nodes[0], nodes[1], nodes[2]);
  FaceTriangle triangle;
  for (int k = 0; k < 3; ++k) {
    triangle.corners[k] = mesh.Node(nodes[k]).Transformed(at);
    if (mesh.HasUVNodes()) triangle.parameters[k] = mesh.UVNode(nodes[k]);
  }
  return triangle;
}

float rounded_up(double value) { return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::max()); }

}  // namespace

FaceStray stray_of(const TopoDS_Face& face) {
  TopLoc_Location location;
  const Handle(Poly_Triangulation) mesh = BRep_Tool::Triangulation(face, location);
  const BRepAdaptor_Surface surface(face, false);
  const std::optional<KnownSurface> known = KnownSurface::of(surface);
  const std::optional<SplineBends> bends = known ? std::nullopt : SplineBends::of(surface);
  FaceStray stray;
  if (!mesh->HasUVNodes()) stray.kind = known ? StrayKind::sampled : StrayKind::none;
  Sense sense;
  std::vector<double> lengths;
  for (int i = 1; i <= mesh->NbTriangles(); ++i) {
    const FaceTriangle triangle = triangle_of(*mesh, i, location.Transformation());
    sense.add(triangle);
    std::optional<double> length = 0;
    if (known)
      length = bound(triangle, *known);
    else if (mesh->HasUVNodes())
      length = bends ? bound(triangle, surface, *bends) : std::nullopt;
    if (!length) stray.kind = StrayKind::sampled;
    lengths.push_back(length ? *length : gap_at_corners(triangle, surface, 8));
    // Rounding alone: a plane's triangles are in it.
    const double size = triangle.longest_side() + triangle.corners[0].XYZ().Modulus();
    if (lengths.back() <= 1e-13 * size) lengths.back() = 0;
  }
  // The edges of a plane are in it, however far they are from its triangles: those of its neighbours tell.
  if (surface.GetType() != GeomAbs_Plane) {
    const bool is_bound = visit_edge_strays(face, mesh, location.Transformation(), [&](int triangle, double length) {
      double& own = lengths[static_cast<std::size_t>(triangle - 1)];
      own = std::max(own, length);
    });
    if (!is_bound) stray.kind = std::min(stray.kind, StrayKind::sampled);
  }
  if (!sense.is_one()) stray.kind = std::min(stray.kind, StrayKind::sampled);
  for (const double length : lengths) stray.of_triangle.push_back(length == 0 ? 0.0f : rounded_up(length));
  return stray;
}

double tolerance_of(const TopoDS_Shape& shape) {
  double largest = 0;
  for (TopExp_Explorer each(shape, TopAbs_FACE); each.More(); each.Next())
    largest = std::max(largest, BRep_Tool::Tolerance(TopoDS::Face(each.Current())));
  for (TopExp_Explorer each(shape, TopAbs_EDGE); each.More(); each.Next())
    largest = std::max(largest, BRep_Tool::Tolerance(TopoDS::Edge(each.Current())));
  for (TopExp_Explorer each(shape, TopAbs_VERTEX); each.More(); each.Next())
    largest = std::max(largest, BRep_Tool::Tolerance(TopoDS::Vertex(each.Current())));
  return largest;
}

}  // namespace abut
