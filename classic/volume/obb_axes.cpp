#include "classic/volume/obb_axes.h"

#include "classic/volume/hull.h"
#include <abut/eigen.h>

#include <algorithm>
#include <vector>

#include <Eigen/Eigenvalues>

namespace abut::classic {

namespace {

/// Columns made orthonormal in order; a column that has nothing of its own is replaced by any perpendicular direction.
/// A sliver's noisy normal must not give a skewed frame: contacts would be missed.
Matrix3 orthonormalised(Vec3 x, Vec3 y) {
  const double x_length = length(x);
  x = x_length > 0 ? x * (1 / x_length) : Vec3{1, 0, 0};
  // Twice is enough (Kahan): after one pass y may still lean on x when they were nearly parallel.
  for (int pass = 0; pass < 2; ++pass) {
    y -= x * dot(x, y);
    const double y_length = length(y);
    if (!(y_length > 1e-8 * (pass == 0 ? x_length : 1))) {
      const int least = std::abs(x.x) <= std::abs(x.y) ? (std::abs(x.x) <= std::abs(x.z) ? 0 : 2)
                                                       : (std::abs(x.y) <= std::abs(x.z) ? 1 : 2);
      y = cross(x, Vec3{least == 0 ? 1.0 : 0.0, least == 1 ? 1.0 : 0.0, least == 2 ? 1.0 : 0.0});
    }
    y = y * (1 / length(y));
  }
  return Matrix3::from_columns(x, y, cross(x, y));
}

Matrix3 axes_of_one(const std::array<Vec3, 3>& corners) {
  std::array<Vec3, 3> edges{corners[1] - corners[0], corners[2] - corners[1], corners[0] - corners[2]};
  std::sort(edges.begin(), edges.end(), [](const Vec3& a, const Vec3& b) { return dot(a, a) > dot(b, b); });
  return orthonormalised(edges[0], edges[1]);
}

Moments vertex_moments(TriangleRun triangles) {
  Moments moments(triangles[0].corners[0]);
  for (const BuildTriangle& triangle : triangles)
    for (const Vec3& corner : triangle.corners) moments.add_point(corner);
  return moments;
}

Moments surface_moments(TriangleRun triangles) {
  Moments moments(triangles[0].corners[0]);
  for (const BuildTriangle& triangle : triangles) moments.add_sheet(triangle.corners);
  return moments;
}

Moments hull_moments(TriangleRun triangles, Fit fit) {
  std::vector<Vec3> points;
  points.reserve(3 * triangles.size());
  for (const BuildTriangle& t : triangles) points.insert(points.end(), t.corners.begin(), t.corners.end());
  const Hull hull = convex_hull(points);
  Moments moments(points[0]);
  if (fit == Fit::hull_vertices)
    for (const Vec3& vertex : hull.vertices) moments.add_point(vertex);
  else
    for (const auto& facet : hull.facets) moments.add_sheet(facet);
  return moments;
}

Moments moments_of(TriangleRun triangles, Fit fit) {
  switch (fit) {
    case Fit::vertex_covariance:
      return vertex_moments(triangles);
    case Fit::hull_vertices:
    case Fit::hull_surface:
      return hull_moments(triangles, fit);
    case Fit::surface:
      return surface_moments(triangles);
  }
  return vertex_moments(triangles);
}

}  // namespace

void Moments::add_sheet(const std::array<Vec3, 3>& corners) {
  const Vec3 p = corners[0] - reference_, q = corners[1] - reference_, r = corners[2] - reference_;
  const double area = 0.5 * length(cross(q - p, r - p));
  // The integral of x x' over the triangle is area / 12 (9 c c' + p p' + q q' + r r') with the centroid c.
  add((p + q + r) * (1.0 / 3), 0.75 * area);
  for (const Vec3& corner : {p, q, r}) add(corner, area / 12);
}

Matrix3 Moments::covariance() const {
  const Vec3 m = sum_ * (1 / mass_);
  const double w = 1 / mass_;
  const double xx = xx_ * w - m.x * m.x, xy = xy_ * w - m.x * m.y, xz = xz_ * w - m.x * m.z;
  const double yy = yy_ * w - m.y * m.y, yz = yz_ * w - m.y * m.z, zz = zz_ * w - m.z * m.z;
  return {{xx, xy, xz, xy, yy, yz, xz, yz, zz}};
}

Matrix3 principal_axes(const Matrix3& covariance) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(to_eigen(covariance));
  const Eigen::Matrix3d& vectors = solver.eigenvectors();
  return orthonormalised(from_eigen(Eigen::Vector3d(vectors.col(2))), from_eigen(Eigen::Vector3d(vectors.col(1))));
}

Matrix3 obb_axes(TriangleRun triangles, Fit fit) {
  if (triangles.size() == 1) return axes_of_one(triangles[0].corners);
  Moments moments = moments_of(triangles, fit);
  // Triangles or a hull without area (segments and points only) have no sheet to integrate.
  if (!(moments.mass() > 0)) moments = vertex_moments(triangles);
  return principal_axes(moments.covariance());
}

}  // namespace abut::classic
