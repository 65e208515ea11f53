#include "classic/figure/figures_data.h"
#include "classic/volume/obb_axes.h"
#include "math/power_of_two.h"

#include <algorithm>

namespace abut::classic::figure {

namespace {

/// Well-fitting axes: those of the convex hull's surface. Measured on a copy of about unit size, as fits ask for.
Axes axes_of(const Mesh& mesh) {
  const Bounds bounds = bounds_of(mesh.points);
  const Vec3 middle = bounds.low * 0.5 + bounds.high * 0.5;
  const double extent = largest(bounds.high - middle);
  const double scale = extent > 0x1p-900 ? 1 / power_of_two_at_least(extent) : 1;
  std::vector<BuildTriangle> run;
  for (const Triangle& t : mesh.triangles)
    run.push_back({{(mesh.points[t[0]] - middle) * scale, (mesh.points[t[1]] - middle) * scale,
                    (mesh.points[t[2]] - middle) * scale}});
  const Matrix3 axes = obb_axes(run, Fit::hull_surface);
  return {axes.column(0), axes.column(1), axes.column(2)};
}

Vec3 along(const Axes& axes, const Vec3& p) { return {dot(axes[0], p), dot(axes[1], p), dot(axes[2], p)}; }

/// The box along the axes around the vertices.
//
// Rounding, with |p| the largest 1-norm of a vertex: a projection is off by 3u |p|, and so is that of the centre, |c|
// <= sqrt(3) |p|; the axes are orthonormal within a few u. 2^-47 |p| = 64u |p| holds it all.
void fit(const Mesh& mesh, const Axes& axes, LinkShape& shape) {
  shape.axes = axes;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec3 low{infinity, infinity, infinity}, high = -low;
  shape.reach = 0;
  for (const Triangle& t : mesh.triangles)
    for (std::uint32_t vertex : t) {
      const Vec3& p = mesh.points[vertex];
      low = min(low, along(axes, p)), high = max(high, along(axes, p));
      shape.reach = std::max(shape.reach, sum(abs(p)));
    }
  shape.centre = {};
  for (int i = 0; i < 3; ++i) shape.centre += axes[i] * (0.5 * low[i] + 0.5 * high[i]);
  const Vec3 at = along(axes, shape.centre);
  const double more = 0x1p-47 * shape.reach;
  shape.half = max(high - at, at - low) + Vec3{more, more, more};
}

double surface(const Vec3& half) { return half.x * half.y + half.y * half.z + half.z * half.x; }

}  // namespace

// Where the link's own axes give a box as small, they are taken.
//
// A corner is c + sum of +-h_i axis_i, off by 5u (|c| + |h|) from the real one, and the hull of the real ones misses a
// vertex by no more than the axes' defect, a few u, of |h|.
LinkShape shape_of(const abut::Model& model) {
  const Mesh& mesh = model.mesh();
  LinkShape fitted, own;
  fit(mesh, axes_of(mesh), fitted);
  fit(mesh, {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}, own);
  const bool along_link = surface(own.half) <= surface(fitted.half);
  LinkShape shape = along_link ? own : fitted;
  shape.along_link = along_link;
  shape.vertices = mesh.points;
  for (int i = 0; i < 8; ++i)
    shape.corners[i] = shape.centre + shape.axes[0] * (i & 1 ? shape.half.x : -shape.half.x) +
                       shape.axes[1] * (i & 2 ? shape.half.y : -shape.half.y) +
                       shape.axes[2] * (i & 4 ? shape.half.z : -shape.half.z);
  for (const Vec3& corner : shape.corners) shape.reach = std::max(shape.reach, sum(abs(corner)));
  shape.corner_error = 0x1p-46 * shape.reach;
  return shape;
}

}  // namespace abut::classic::figure
