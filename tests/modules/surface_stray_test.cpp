#include "io/reading.h"
#include "io/step.h"
#include "modules/step_files.h"
#include <abut/closest_point.h>
#include <abut/mesh.h>

#include <algorithm>
#include <cmath>

#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <GeomAbs_SurfaceType.hxx>
#include <Geom_BSplineSurface.hxx>
#include <Geom_BezierCurve.hxx>
#include <Geom_BezierSurface.hxx>
#include <Geom_SurfaceOfRevolution.hxx>
#include <TColStd_Array1OfInteger.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <TColStd_Array2OfReal.hxx>
#include <TColgp_Array1OfPnt.hxx>
#include <TColgp_Array2OfPnt.hxx>

namespace abut {

namespace {

const double pi = std::acos(-1.0);

StepMesh mesh_of(const TopoDS_Shape& shape, double deflection) {
  const TemporaryDirectory folder;
  StepWriter writer;
  writer.product(shape, "part");
  writer.write(folder.file("part.step"));
  MeshInstances read = read_step(folder.file("part.step"), {.deflection = deflection});
  return {std::move(read.meshes.at(0)), read.strays.at(0)};
}

/// The farthest that points of a surface, a function of two parameters from 0 to 1, are from triangles.
template <class Surface>
double farthest_from_mesh(const Mesh& mesh, const Surface& surface) {
  constexpr int n = 150;
  std::vector<Vec3> points;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) points.push_back(surface(double(i) / n, double(j) / n));
  double most = 0;
  for (const ClosestPoint& found : closest_point(Model(mesh), {}, points)) most = std::max(most, found.upper);
  return most;
}

/// The farthest that points of a triangle are from a surface, looked for at many of them.
template <class GapOf>
double farthest_from_surface(const Mesh& mesh, std::uint32_t triangle, const GapOf& gap_of) {
  const auto [a, b, c] = mesh.corners(triangle);
  double most = 0;
  constexpr int n = 30;
  for (int i = 0; i <= n; ++i)
    for (int j = 0; i + j <= n; ++j)
      most = std::max(most, std::abs(gap_of(a + (b - a) * (double(i) / n) + (c - a) * (double(j) / n))));
  return most;
}

/// A dent in a square of 30 by 30, by Bernstein polynomials.
constexpr double dent = 20;
Vec3 on_hood(double u, double v) {
  return {10 + 30 * u, 10 + 30 * v, dent * 3 * u * (1 - u) * (1 - u) * 3 * v * v * (1 - v)};
}
Handle(Geom_BezierSurface) hood() {
  TColgp_Array2OfPnt points(1, 4, 1, 4);
  for (int i = 1; i <= 4; ++i)
    for (int j = 1; j <= 4; ++j) points.SetValue(i, j, {i * 10.0, j * 10.0, i == 2 && j == 3 ? dent : 0.0});
  return new Geom_BezierSurface(points);
}

/// A quarter of a tube of radius 10 and length 30, as rational pieces.
Handle(Geom_BezierSurface) quarter_tube() {
  TColgp_Array2OfPnt points(1, 3, 1, 2);
  TColStd_Array2OfReal weights(1, 3, 1, 2);
  const gp_Pnt corners[] = {{10, 0, 0}, {10, 10, 0}, {0, 10, 0}};
  for (int i = 1; i <= 3; ++i)
    for (int j = 1; j <= 2; ++j) {
      points.SetValue(i, j, corners[i - 1].Translated(gp_Vec(0, 0, 30.0 * (j - 1))));
      weights.SetValue(i, j, i == 2 ? std::sqrt(0.5) : 1);
    }
  return new Geom_BezierSurface(points, weights);
}

/// Waves of several pieces, with a kink in the middle if `multiplicity` is the degree.
Handle(Geom_BSplineSurface) waves(int multiplicity) {
  const int inner = multiplicity, count = 3 + inner;
  TColgp_Array2OfPnt points(1, count, 1, 3);
  for (int i = 1; i <= count; ++i)
    for (int j = 1; j <= 3; ++j) points.SetValue(i, j, {10.0 * i, 10.0 * j, (i % 2 == 0 ? 4.0 : 0.0) + j});
  TColStd_Array1OfReal knots_u(1, 3), knots_v(1, 2);
  TColStd_Array1OfInteger times_u(1, 3), times_v(1, 2);
  knots_u.SetValue(1, 0), knots_u.SetValue(2, 0.4), knots_u.SetValue(3, 1);
  knots_v.SetValue(1, 0), knots_v.SetValue(2, 1);
  times_u.SetValue(1, 3), times_u.SetValue(2, inner), times_u.SetValue(3, 3);
  times_v.SetValue(1, 3), times_v.SetValue(2, 3);
  return new Geom_BSplineSurface(points, knots_u, knots_v, times_u, times_v, 2, 2);
}

template <class Surface>
TopoDS_Shape face_of(const Surface& surface) {
  return BRepBuilderAPI_MakeFace(surface, 1e-7).Shape();
}

TEST(SurfaceStray, BoundsSplinesBothWays) {
  for (const double deflection : {0.5, 0.05, 0.01}) {
    const StepMesh made = mesh_of(face_of(hood()), deflection);
    EXPECT_EQ(made.stray.kind(), StrayKind::bounded);
    const double truth = farthest_from_mesh(made.mesh, on_hood);
    EXPECT_GE(made.stray.largest(), truth) << deflection;
    // The hood is a height over the plane of its parameters, so what is compared there is the height.
    double largest = 0;
    for (std::uint32_t i = 0; i < made.mesh.triangles.size(); ++i) {
      const double height = farthest_from_surface(
          made.mesh, i, [](const Vec3& p) { return p.z - on_hood((p.x - 10) / 30, (p.y - 10) / 30).z; });
      EXPECT_GE(made.stray.of(i), height - 1e-6) << deflection;
      largest = std::max(largest, height);
    }
    EXPECT_LE(made.stray.largest(), 1.2 * largest) << deflection;
  }
}

TEST(SurfaceStray, BoundsRationalSplines) {
  for (const double deflection : {0.5, 0.05, 0.01}) {
    const StepMesh made = mesh_of(face_of(quarter_tube()), deflection);
    EXPECT_EQ(made.stray.kind(), StrayKind::bounded);
    double largest = 0;
    for (std::uint32_t i = 0; i < made.mesh.triangles.size(); ++i) {
      const double truth = farthest_from_surface(made.mesh, i, [](const Vec3& p) { return std::hypot(p.x, p.y) - 10; });
      EXPECT_GE(made.stray.of(i), truth) << deflection;
      largest = std::max(largest, truth);
    }
    EXPECT_LE(made.stray.largest(), 2 * largest + 1e-6) << deflection;
    const double back = farthest_from_mesh(made.mesh, [](double u, double v) {
      return Vec3{10 * std::cos(u * pi / 2), 10 * std::sin(u * pi / 2), 30 * v};
    });
    EXPECT_GE(made.stray.largest(), back) << deflection;
  }
}

TEST(SurfaceStray, BoundsSplinesOfSeveralPiecesUnlessTheyHaveAKink) {
  const Handle(Geom_BSplineSurface) smooth = waves(1);
  const StepMesh made = mesh_of(face_of(smooth), 0.1);
  EXPECT_EQ(made.stray.kind(), StrayKind::bounded);
  const double truth = farthest_from_mesh(made.mesh, [&](double u, double v) {
    const gp_Pnt point = smooth->Value(u, v);
    return Vec3{point.X(), point.Y(), point.Z()};
  });
  EXPECT_GE(made.stray.largest(), truth);
  EXPECT_LE(made.stray.largest(), 2 * truth);
  EXPECT_EQ(mesh_of(face_of(waves(2)), 0.1).stray.kind(), StrayKind::sampled);
}

TEST(SurfaceStray, SamplesOtherSurfaces) {
  TColgp_Array1OfPnt points(1, 3);
  points.SetValue(1, {10, 0, 0}), points.SetValue(2, {15, 0, 10}), points.SetValue(3, {8, 0, 20});
  const Handle(Geom_SurfaceOfRevolution) vase =
      new Geom_SurfaceOfRevolution(new Geom_BezierCurve(points), gp_Ax1({0, 0, 0}, {0, 0, 1}));
  const StepMesh made = mesh_of(face_of(vase), 0.1);
  EXPECT_EQ(made.stray.kind(), StrayKind::sampled);
  const double truth = farthest_from_mesh(made.mesh, [&](double u, double v) {
    const double radius = 10 * (1 - v) * (1 - v) + 30 * v * (1 - v) + 8 * v * v, angle = 2 * pi * u;
    return Vec3{radius * std::cos(angle), radius * std::sin(angle), 20 * v};
  });
  EXPECT_NEAR(made.stray.largest(), truth, 0.2 * truth);
}

TEST(SurfaceStray, BoundsHowFarRoundSurfacesAreFromTheirTriangles) {
  struct Surface {
    const char* name;
    TopoDS_Shape shape;
    std::vector<Vec3 (*)(double, double)> faces;
  };
  const auto on_circle = [](double radius, double u) {
    return Vec3{radius * std::cos(2 * std::acos(-1.0) * u), radius * std::sin(2 * std::acos(-1.0) * u), 0};
  };
  static const auto circle = on_circle;
  const std::vector<Surface> surfaces{{"cylinder",
                                       BRepPrimAPI_MakeCylinder(5, 40).Shape(),
                                       {[](double u, double v) {
                                          return circle(5, u) + Vec3{0, 0, 40 * v};
                                        },
                                        [](double u, double v) { return circle(5 * v, u); }}},
                                      {"cone",
                                       BRepPrimAPI_MakeCone(6, 3, 4).Shape(),
                                       {[](double u, double v) {
                                          return circle(6 - 3 * v, u) + Vec3{0, 0, 4 * v};
                                        },
                                        [](double u, double v) {
                                          return circle(3 * v, u) + Vec3{0, 0, 4};
                                        }}},
                                      {"sphere", BRepPrimAPI_MakeSphere(7).Shape(), {[](double u, double v) {
                                         const double turn = std::acos(-1.0) * (v - 0.5);
                                         return circle(7 * std::cos(turn), u) + Vec3{0, 0, 7 * std::sin(turn)};
                                       }}},
                                      {"torus", BRepPrimAPI_MakeTorus(10, 3).Shape(), {[](double u, double v) {
                                         const double turn = 2 * std::acos(-1.0) * v;
                                         return circle(10 + 3 * std::cos(turn), u) + Vec3{0, 0, 3 * std::sin(turn)};
                                       }}}};
  for (const Surface& surface : surfaces)
    for (const double deflection : {0.5, 0.05}) {
      const StepMesh made = mesh_of(surface.shape, deflection);
      EXPECT_EQ(made.stray.kind(), StrayKind::bounded) << surface.name;
      for (const auto& face : surface.faces)
        EXPECT_LE(farthest_from_mesh(made.mesh, face), made.stray.largest() + 1e-9) << surface.name;
    }
}

}  // namespace

}  // namespace abut
