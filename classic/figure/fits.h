#pragma once

#include "classic/figure/figures_data.h"
#include "classic/figure/major_axis.h"
#include "classic/volume/obb_axes.h"

#include <algorithm>

/// How the boxes of each way are fitted: `leaf` to a link, `inner` to two boxes that a joint connects.
namespace abut::classic::figure {

/// The link's own box, carried along.
//
// A vertex p has the place R p + t, R'R within 2^-40 of the unit matrix, so its distance from the centre's place along
// a carried axis differs from that in the link by less than 3 * 2^-40 |h|, and by the rounding of the axis, 2^-49 |h|,
// and of the centre, 2^-48 (|c| + |t|); |c| <= reach.
inline OrientedBox carried(const LinkShape& shape, const Placement& at) {
  const double more = 4 * rigid_defect * sum(shape.half) + 0x1p-47 * (shape.reach + sum(abs(at.shift)));
  const Vec3 half = shape.half + Vec3{more, more, more};
  const Matrix3& r = at.linear;
  if (shape.along_link) return {{r.column(0), r.column(1), r.column(2)}, at * shape.centre, half};
  return {{r * shape.axes[0], r * shape.axes[1], r * shape.axes[2]}, at * shape.centre, half};
}

/// The smallest box along the world's axes around placed points. Their places are rounded by less than
/// 4u (2 |p| + |t|), |p| <= reach.
template <class Points>
inline AlignedBox around_points(const Points& points, const Placement& at, double reach, double error) {
  Vec3 low = at * points[0], high = low;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Vec3 p = at * points[i];
    low = min(low, p), high = max(high, p);
  }
  const double more = error + 0x1p-49 * (reach + sum(abs(at.shift)));
  return {low - Vec3{more, more, more}, high + Vec3{more, more, more}};
}

struct FitVertices {
  using Box = AlignedBox;
  static Box leaf(const LinkShape& shape, const Placement& at) {
    return around_points(shape.vertices, at, shape.reach, 0);
  }
  static Box inner(const Box& a, const Box& b, const Vec3&) { return box_around(a, b); }
};

struct FitCorners {
  using Box = AlignedBox;
  static Box leaf(const LinkShape& shape, const Placement& at) {
    return around_points(shape.corners, at, shape.reach, 2 * shape.corner_error);
  }
  static Box inner(const Box& a, const Box& b, const Vec3&) { return box_around(a, b); }
};

/// Of the sixteen corners of two boxes: the mean of the boxes' own covariances, the sums of h_i^2 u_i u_i', and that of
/// the two centres.
inline Matrix3 covariance_of_corners(const OrientedBox& a, const OrientedBox& b) {
  const Vec3 half_between = (b.centre - a.centre) * 0.5;
  Matrix3 sum{{}};
  const auto add = [&](const Vec3& v, double weight) {
    const Vec3 w = v * weight;
    sum(0, 0) += w.x * v.x, sum(0, 1) += w.x * v.y, sum(0, 2) += w.x * v.z;
    sum(1, 1) += w.y * v.y, sum(1, 2) += w.y * v.z, sum(2, 2) += w.z * v.z;
  };
  for (const OrientedBox* box : {&a, &b})
    for (int i = 0; i < 3; ++i) add(box->axes[i], 0.5 * box->half[i] * box->half[i]);
  add(half_between, 1);
  sum(1, 0) = sum(0, 1), sum(2, 0) = sum(0, 2), sum(2, 1) = sum(1, 2);
  return sum;
}

struct FitCovariance {
  using Box = OrientedBox;
  static Box leaf(const LinkShape& shape, const Placement& at) { return carried(shape, at); }
  static Box inner(const Box& a, const Box& b, const Vec3&) {
    const Matrix3 axes = principal_axes(covariance_of_corners(a, b));
    return box_around({axes.column(0), axes.column(1), axes.column(2)}, a, b);
  }
};

template <bool with_footnote>
struct FitMajorAxis {
  using Box = OrientedBox;
  static Box leaf(const LinkShape& shape, const Placement& at) { return carried(shape, at); }
  static Box inner(const Box& a, const Box& b, const Vec3& joint) { return major_box<with_footnote>(a, b, joint); }
};

}  // namespace abut::classic::figure
