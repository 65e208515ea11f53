#include "classic/volume/hybrid.h"

#include "classic/kind_tree.h"
#include "classic/volume/obb_axes.h"
#include "classic/volume/swept_fit.h"
#include "math/rounding.h"

namespace abut::classic {

namespace {

template <int m>
Core<m> part_of(const Rectangle& core) {
  Core<m> part;
  part.centre = core.centre;
  for (int i = 0; i < m; ++i) {
    part.axes[i] = core.axes[i];
    part.extent[i] = core.extent[i];
  }
  return part;
}

/// `use` with the parts of both cores that count.
template <int m, class Use>
auto with_b(const Rectangle& a, const Rectangle& b, std::uint32_t dimensions_b, const Use& use) {
  if (dimensions_b == 0) return use(part_of<m>(a), part_of<0>(b));
  if (dimensions_b == 1) return use(part_of<m>(a), part_of<1>(b));
  return use(part_of<m>(a), b);
}
template <class Use>
auto with_both(const Rectangle& a, std::uint32_t dimensions_a, const Rectangle& b, std::uint32_t dimensions_b,
               const Use& use) {
  if (dimensions_a == 0) return with_b<0>(a, b, dimensions_b, use);
  if (dimensions_a == 1) return with_b<1>(a, b, dimensions_b, use);
  return with_b<2>(a, b, dimensions_b, use);
}

Hybrid with_core(const Rectangle& core, double radius, std::uint32_t dimensions) {
  const Vec3 &x = core.axes[0], &y = core.axes[1], &c = core.centre;
  return {{{{x.x, x.y, x.z}, {y.x, y.y, y.z}}}, {c.x, c.y, c.z}, core.extent, radius, dimensions};
}
Hybrid of_point(const Vec3& centre, double radius) {
  return with_core({centre, {Vec3{1, 0, 0}, Vec3{0, 1, 0}}, {0, 0}}, radius, 0);
}
Hybrid of_segment(const Core<1>& core, double radius) {
  const Matrix3 frame = frame_along(core.axes[0]);
  return with_core({core.centre, {core.axes[0], frame.column(1)}, {core.extent[0], 0}}, radius, 1);
}

/// Larsen et al. 1999, section 4.2: a point for three sides alike, a segment for one long side and two alike, else a
/// rectangle. So what is flat, as every leaf is, gets a rectangle however long it is: the paper's hybrid tests as many
/// triangles as RSS.
constexpr double factor_two = 2;
std::uint32_t dimensions_for(const Extents<double>& box) {
  std::array<double, 3> side;
  for (int i = 0; i < 3; ++i) side[i] = box.high[i] - box.low[i];
  if (side[0] < side[1]) std::swap(side[0], side[1]);
  if (side[1] < side[2]) std::swap(side[1], side[2]);
  if (side[0] < side[1]) std::swap(side[0], side[1]);
  if (side[0] <= factor_two * side[2]) return 0;
  return side[0] > factor_two * side[1] && side[1] <= factor_two * side[2] ? 1 : 2;
}

/// In the shape of `before`, or the ball `most` if that is better.
Hybrid around_points(const Rectangle& before, std::uint32_t dimensions, std::span<const RoundPoint> points,
                     const RoundPoint& most) {
  if (dimensions == 0) {
    const Core<0> centre{most.at, {}, {}};
    return of_point(most.at, std::min(most.radius, radius_over(centre, points)));
  }
  Hybrid result;
  if (dimensions == 1) {
    const Core<1> core = segment_along(frame_along(before.axes[0]), points, false);
    result = of_segment(core, radius_over(core, points));
  } else {
    const Vec3 z = cross(before.axes[0], before.axes[1]);
    const Matrix3 axes = Matrix3::from_columns(before.axes[0], before.axes[1], z * (1 / length(z)));
    const Rectangle core = rectangle_along(axes, points);
    result = with_core(core, radius_over(core, points), 2);
  }
  return is_kept_over(most, result) ? result : of_point(most.at, most.radius);
}

template <class Real>
BasicHybrid<Real> stored(const Hybrid& wide) {
  if constexpr (std::is_same_v<Real, float>)
    return narrow(wide);
  else
    return wide;
}

}  // namespace

template <>
Hybrid Hybrid::around(TriangleRun triangles, Fit fit) {
  const Matrix3 box_axes = obb_axes(triangles, fit);
  switch (dimensions_for(extents_along(box_axes, round_points(triangles)))) {
    case 0: {
      const Sphere ball = Sphere::around(triangles, fit);
      return of_point(ball.middle(), ball.radius);
    }
    case 1: {
      const Lss swept = Lss::around(triangles, fit);
      return of_segment(swept.core(), swept.radius);
    }
    default: {
      const Rss swept = Rss::around(triangles, fit);
      return with_core(swept.core(), swept.radius, 2);
    }
  }
}
template <>
BasicHybrid<float> BasicHybrid<float>::around(TriangleRun triangles, Fit fit) {
  return narrow(Hybrid::around(triangles, fit));
}

template <class Real>
BoxView BasicHybrid<Real>::box() const {
  return as_rss(*this).box();
}
template BoxView BasicHybrid<double>::box() const;
template BoxView BasicHybrid<float>::box() const;

BasicHybrid<float> narrow(const Hybrid& wide) {
  const BasicRss<float> rss = narrow(as_rss(wide));
  return {rss.axes, rss.centre, rss.extent, rss.radius, static_cast<std::uint32_t>(wide.dimensions)};
}

template <class Real>
BasicHybrid<Real> refitted(const BasicHybrid<Real>& before, const Extents<double>& ends, TriangleRun triangles) {
  if (triangles.size() == 1) return BasicHybrid<Real>::around(triangles, Fit::surface);
  return stored<Real>(around_points(before.core(), static_cast<std::uint32_t>(before.dimensions),
                                    round_points(triangles), ball_around(ends)));
}

template <class Real>
BasicHybrid<Real> refitted(const BasicHybrid<Real>& before, const Extents<double>& ends,
                           std::span<const BasicHybrid<Real>> pieces) {
  std::vector<RoundPoint> points;
  points.reserve(4 * pieces.size());
  for (const BasicHybrid<Real>& piece : pieces) {
    const Rectangle core = piece.core();
    const Vec3 x = core.axes[0] * core.extent[0], y = core.axes[1] * core.extent[1];
    // Extents that do not count are 0: the first corners are all there are.
    const std::array<Vec3, 4> corners{x + y, -x - y, x - y, y - x};
    for (int i = 0; i < 1 << piece.dimensions; ++i) points.push_back({core.centre + corners[i], piece.radius});
  }
  return stored<Real>(
      around_points(before.core(), static_cast<std::uint32_t>(before.dimensions), points, ball_around(ends)));
}

template Hybrid refitted(const Hybrid&, const Extents<double>&, TriangleRun);
template Hybrid refitted(const Hybrid&, const Extents<double>&, std::span<const Hybrid>);
template BasicHybrid<float> refitted(const BasicHybrid<float>&, const Extents<double>&, TriangleRun);
template BasicHybrid<float> refitted(const BasicHybrid<float>&, const Extents<double>&,
                                     std::span<const BasicHybrid<float>>);

HybridTest::Swept HybridTest::seen(const Rectangle& b, std::uint32_t dimensions, double radius) const {
  Swept result{{relative_.linear * (b.centre * relative_.scale) + relative_.shift, {}, {}}, dimensions, 0};
  for (std::uint32_t i = 0; i < dimensions; ++i) {
    result.core.axes[i] = relative_.linear * b.axes[i];
    result.core.extent[i] = b.extent[i] * relative_.scale;
  }
  result.reach = (radius * relative_.scale * slack_.stretch + slack_.of(result.core)) * (1 + 4 * unit_roundoff);
  return result;
}

bool HybridTest::apart(const Swept& a, const Swept& b) const {
  const double reach = (a.reach + b.reach + relative_.margin) * (1 + 4 * unit_roundoff);
  return with_both(a.core, a.dimensions, b.core, b.dimensions, [&](const auto& core_a, const auto& core_b) {
    return surely_farther(core_a, core_b, reach, slack_.longest_axis);
  });
}

double HybridTest::distance_below(const Swept& a, const Swept& b) const {
  const double below = with_both(
      a.core, a.dimensions, b.core, b.dimensions,
      [&](const auto& core_a, const auto& core_b) { return core_distance(core_a, core_b, slack_.longest_axis).below; });
  const double left = below - (a.reach + b.reach) * (1 + 2 * unit_roundoff) - 4 * unit_roundoff * below;
  return left > 0 ? left : 0;
}

}  // namespace abut::classic

ABUT_CLASSIC_KIND(hybrid, Hybrid)
