#include "classic/volume/rss.h"

#include "classic/kind_tree.h"
#include "classic/volume/obb_axes.h"
#include "classic/volume/swept_fit.h"
#include "math/rounding.h"

namespace abut::classic {

namespace {

Rss with_core(const Rectangle& core, double radius) {
  const Vec3 &x = core.axes[0], &y = core.axes[1], &c = core.centre;
  return {{{{x.x, x.y, x.z}, {y.x, y.y, y.z}}}, {c.x, c.y, c.z}, core.extent, radius};
}

template <class Real>
BasicRss<Real> stored(const Rss& wide) {
  if constexpr (std::is_same_v<Real, float>)
    return narrow(wide);
  else
    return wide;
}

Matrix3 frame_of(const Vec3& x, const Vec3& y) {
  const Vec3 z = cross(x, y);
  return Matrix3::from_columns(x, y, z * (1 / length(z)));
}

/// With the axes of `before`, or the ball `most` if that is better.
Rss around_points(const Rectangle& before, std::span<const RoundPoint> points, const RoundPoint& most) {
  const Rectangle core = rectangle_along(frame_of(before.axes[0], before.axes[1]), points);
  const Rss result = with_core(core, radius_over(core, points));
  if (is_kept_over(most, result)) return result;
  return with_core({most.at, before.axes, {0, 0}}, most.radius);
}

}  // namespace

template <>
Rss Rss::around(TriangleRun triangles, Fit fit) {
  const std::vector<RoundPoint> points = round_points(triangles);
  const Matrix3 axes = obb_axes(triangles, fit);
  const Extents<double> ends = extents_along(axes, points);
  int thinnest = 2;
  for (int i = 1; i >= 0; --i)
    if (ends.high[i] - ends.low[i] < ends.high[thinnest] - ends.low[thinnest]) thinnest = i;
  const Matrix3 turned =
      Matrix3::from_columns(axes.column((thinnest + 1) % 3), axes.column((thinnest + 2) % 3), axes.column(thinnest));
  const Rectangle core = rectangle_along(turned, points);
  return with_core(core, radius_over(core, points));
}
template <>
BasicRss<float> BasicRss<float>::around(TriangleRun triangles, Fit fit) {
  return narrow(Rss::around(triangles, fit));
}

// Along the rounded axes the volume reaches a little farther: by axes_defect of its lengths, and again where slabs are
// read as sums of axes.
template <class Real>
BoxView BasicRss<Real>::box() const {
  const Rectangle shape = core();
  const double more = (8 * axes_defect + 8 * unit_roundoff) * (shape.extent[0] + shape.extent[1] + radius);
  const double r = radius + more;
  return {frame_of(shape.axes[0], shape.axes[1]), shape.centre, {r + shape.extent[0], r + shape.extent[1], r}};
}
template BoxView BasicRss<double>::box() const;
template BoxView BasicRss<float>::box() const;

BasicRss<float> narrow(const Rss& wide) {
  const auto rounded = [](const std::array<double, 3>& v) {
    return std::array<float, 3>{static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
  };
  return {{rounded(wide.axes[0]), rounded(wide.axes[1])},
          rounded(wide.centre),
          {static_cast<float>(wide.extent[0]), static_cast<float>(wide.extent[1])},
          float_up(wide.radius + rounded_by(wide.core()))};
}

template <class Real>
BasicRss<Real> refitted(const BasicRss<Real>& before, const Extents<double>& ends, TriangleRun triangles) {
  if (triangles.size() == 1) return BasicRss<Real>::around(triangles, Fit::surface);
  return stored<Real>(around_points(before.core(), round_points(triangles), ball_around(ends)));
}

template <class Real>
BasicRss<Real> refitted(const BasicRss<Real>& before, const Extents<double>& ends,
                        std::span<const BasicRss<Real>> pieces) {
  std::vector<RoundPoint> points;
  points.reserve(4 * pieces.size());
  for (const BasicRss<Real>& piece : pieces) {
    const Rectangle core = piece.core();
    const Vec3 x = core.axes[0] * core.extent[0], y = core.axes[1] * core.extent[1];
    for (const Vec3& corner : {x + y, x - y, y - x, -x - y}) points.push_back({core.centre + corner, piece.radius});
  }
  return stored<Real>(around_points(before.core(), points, ball_around(ends)));
}

template Rss refitted(const Rss&, const Extents<double>&, TriangleRun);
template Rss refitted(const Rss&, const Extents<double>&, std::span<const Rss>);
template BasicRss<float> refitted(const BasicRss<float>&, const Extents<double>&, TriangleRun);
template BasicRss<float> refitted(const BasicRss<float>&, const Extents<double>&, std::span<const BasicRss<float>>);

}  // namespace abut::classic

ABUT_CLASSIC_KIND(rss, Rss)
