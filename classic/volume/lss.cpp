#include "classic/volume/lss.h"

#include "classic/kind_tree.h"
#include "classic/volume/obb_axes.h"
#include "classic/volume/swept_fit.h"
#include "math/rounding.h"

namespace abut::classic {

namespace {

Lss with_core(const Core<1>& core, double radius) {
  const Vec3 &a = core.axes[0], &c = core.centre;
  return {{a.x, a.y, a.z}, {c.x, c.y, c.z}, core.extent[0], radius};
}

template <class Real>
BasicLss<Real> stored(const Lss& wide) {
  if constexpr (std::is_same_v<Real, float>)
    return narrow(wide);
  else
    return wide;
}

/// Along the axis, or the ball `most` if that is better.
Lss around_points(const Vec3& axis, std::span<const RoundPoint> points, const RoundPoint& most) {
  const Core<1> core = segment_along(frame_along(axis), points, false);
  const Lss result = with_core(core, radius_over(core, points));
  if (is_kept_over(most, result)) return result;
  return with_core({most.at, {axis}, {0}}, most.radius);
}

}  // namespace

template <>
Lss Lss::around(TriangleRun triangles, Fit fit) {
  const std::vector<RoundPoint> points = round_points(triangles);
  const Matrix3 axes = obb_axes(triangles, fit);
  const Extents<double> ends = extents_along(axes, points);
  int longest = 0;
  for (int i = 1; i < 3; ++i)
    if (ends.high[i] - ends.low[i] > ends.high[longest] - ends.low[longest]) longest = i;
  const Matrix3 turned =
      Matrix3::from_columns(axes.column(longest), axes.column((longest + 1) % 3), axes.column((longest + 2) % 3));
  const Core<1> core = segment_along(turned, points, true);
  return with_core(core, radius_over(core, points));
}
template <>
BasicLss<float> BasicLss<float>::around(TriangleRun triangles, Fit fit) {
  return narrow(Lss::around(triangles, fit));
}

// Along the rounded axes the volume reaches a little farther: by axes_defect of its lengths, and again where slabs are
// read as sums of axes.
template <class Real>
BoxView BasicLss<Real>::box() const {
  const double more = (8 * axes_defect + 8 * unit_roundoff) * (static_cast<double>(extent) + radius);
  const double r = radius + more;
  return {frame_along({axis[0], axis[1], axis[2]}), {centre[0], centre[1], centre[2]}, {r + extent, r, r}};
}
template BoxView BasicLss<double>::box() const;
template BoxView BasicLss<float>::box() const;

BasicLss<float> narrow(const Lss& wide) {
  BasicLss<float> result;
  for (int i = 0; i < 3; ++i) {
    result.axis[i] = static_cast<float>(wide.axis[i]);
    result.centre[i] = static_cast<float>(wide.centre[i]);
  }
  result.extent = static_cast<float>(wide.extent);
  result.radius = float_up(wide.radius + rounded_by(wide.core()));
  return result;
}

template <class Real>
BasicLss<Real> refitted(const BasicLss<Real>& before, const Extents<double>& ends, TriangleRun triangles) {
  if (triangles.size() == 1) return BasicLss<Real>::around(triangles, Fit::surface);
  return stored<Real>(around_points(before.core().axes[0], round_points(triangles), ball_around(ends)));
}

template <class Real>
BasicLss<Real> refitted(const BasicLss<Real>& before, const Extents<double>& ends,
                        std::span<const BasicLss<Real>> pieces) {
  std::vector<RoundPoint> points;
  points.reserve(2 * pieces.size());
  for (const BasicLss<Real>& piece : pieces) {
    const Core<1> core = piece.core();
    for (double side : {-1.0, 1.0})
      points.push_back({core.centre + core.axes[0] * (side * core.extent[0]), piece.radius});
  }
  return stored<Real>(around_points(before.core().axes[0], points, ball_around(ends)));
}

template Lss refitted(const Lss&, const Extents<double>&, TriangleRun);
template Lss refitted(const Lss&, const Extents<double>&, std::span<const Lss>);
template BasicLss<float> refitted(const BasicLss<float>&, const Extents<double>&, TriangleRun);
template BasicLss<float> refitted(const BasicLss<float>&, const Extents<double>&, std::span<const BasicLss<float>>);

}  // namespace abut::classic

ABUT_CLASSIC_KIND(lss, Lss)
