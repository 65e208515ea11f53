#pragma once

#include "classic/volume/separating_axis.h"
#include <abut/small_tests.h>

#include <array>
#include <cmath>

namespace abut::classic::figure {

/// Three vectors that are nearly orthonormal: |u_i . u_j - (i == j)| <= axes_defect.
//
// Links may stand by matrices off by 2^-40 (rigid_defect), which makes carried axes off by less than 3 * 2^-40; the
// axes of major_axes() are off by less than 2^-40 beside that, those of the covariance by a few 2^-53.
using Axes = std::array<Vec3, 3>;
inline constexpr double axes_defect = 0x1p-37;

/// In the world. Every point x of what it bounds has |axes_i . (x - centre)| <= half_i.
struct OrientedBox {
  Axes axes;
  Vec3 centre, half;
};
/// Along the world's axes.
struct AlignedBox {
  Vec3 low, high;
};

inline double sum(const Vec3& v) { return v.x + v.y + v.z; }

/// May the boxes share a point? Never no wrongly.
//
// With d the axes' defect, and orthonormal axes within 2 d of both boxes' own: as boxes along those, the half extents
// h grow by at most 4 d |h|. Each t is off by at most 4 d |t|, each r by 4 d; an axis has at most two products of them,
// and reaches of at most six terms h r. So the two sides are off by less than 16 d (|t| + |h_a| + |h_b|), 1-norms, and
// rounding adds a few 2^-53 of that.
inline bool may_touch(const OrientedBox& a, const OrientedBox& b) {
  const Vec3 between = b.centre - a.centre;
  BoxPair<double> pair;
  for (int i = 0; i < 3; ++i) {
    pair.t[i] = dot(a.axes[i], between);
    for (int j = 0; j < 3; ++j) pair.r[i][j] = dot(a.axes[i], b.axes[j]);
  }
  const double size = sum(a.half) + sum(b.half) + std::abs(pair.t[0]) + std::abs(pair.t[1]) + std::abs(pair.t[2]);
  return separating_axis(pair, HalfExtents<double>{a.half.x, a.half.y, a.half.z},
                         HalfExtents<double>{b.half.x, b.half.y, b.half.z}, 32 * axes_defect * size) == no_axis;
}
inline bool may_touch(const AlignedBox& a, const AlignedBox& b) {
  return !(a.low.x > b.high.x || b.low.x > a.high.x || a.low.y > b.high.y || b.low.y > a.high.y || a.low.z > b.high.z ||
           b.low.z > a.high.z);
}

/// All that is within a distance of what a box bounds is in the grown one.
//
// Along an axis a point that is w away is up to (1 + d) w farther out; rounding takes 2^-52 of the sizes at hand.
inline OrientedBox grown(OrientedBox box, double by) {
  if (by == 0) return box;
  const double more = by * (1 + 4 * axes_defect);
  for (int i = 0; i < 3; ++i) box.half[i] = (box.half[i] + more) * (1 + 0x1p-50);
  return box;
}
inline AlignedBox grown(AlignedBox box, double by) {
  if (by == 0) return box;
  for (int i = 0; i < 3; ++i) {
    const double more = by * (1 + 0x1p-50) + 0x1p-51 * (std::abs(box.low[i]) + std::abs(box.high[i]));
    box.low[i] -= more, box.high[i] += more;
  }
  return box;
}

/// Which of two boxes is the larger one to open?
inline double size_of(const OrientedBox& box) { return dot(box.half, box.half); }
inline double size_of(const AlignedBox& box) { return 0.25 * dot(box.high - box.low, box.high - box.low); }

inline small::Box as_small_box(const OrientedBox& box) {
  return {box.centre, Matrix3::from_columns(box.axes[0], box.axes[1], box.axes[2]), box.half};
}
// Half extents from the rounded centre, rounded up.
inline small::Box as_small_box(const AlignedBox& box) {
  const Vec3 centre = box.low * 0.5 + box.high * 0.5;
  return {centre, {}, max(box.high - centre, centre - box.low) * (1 + 0x1p-51)};
}

/// How far a box reaches to either side of its centre along the axes.
inline Vec3 reach_of(const OrientedBox& box, const Axes& axes) {
  Vec3 reach;
  for (int i = 0; i < 3; ++i)
    reach[i] = std::abs(dot(axes[i], box.axes[0])) * box.half.x + std::abs(dot(axes[i], box.axes[1])) * box.half.y +
               std::abs(dot(axes[i], box.axes[2])) * box.half.z;
  return reach;
}

/// The box along the axes around two boxes that reach so far along them: the paper's equation 4. A reach may be off by
/// 24 d |h|.
//
// Measured from a's centre instead of the world's origin, so that nothing is lost far from it. A point of box k is
// centre_k + sum of w_j u_j, |w_j| <= h_j + 4 d |h|, which makes its reach along a unit vector longer by less than
// 8 d |h|; the middle m of the new box, as sum of m_i axes_i, is off by 2 d |m| along the axes, |m| <= 2 size. So the
// half extents grow by less than 40 d size; rounding adds 2^-48 of the size and of the centre's coordinates.
inline OrientedBox box_by_reach(const Axes& axes, const OrientedBox& a, const Vec3& reach_a, const OrientedBox& b,
                                const Vec3& reach_b) {
  const Vec3 between = b.centre - a.centre;
  const Vec3 at_b{dot(axes[0], between), dot(axes[1], between), dot(axes[2], between)};
  const Vec3 low = min(at_b - reach_b, -reach_a), high = max(at_b + reach_b, reach_a);
  const Vec3 middle = (low + high) * 0.5;
  const Vec3 centre = a.centre + axes[0] * middle.x + axes[1] * middle.y + axes[2] * middle.z;
  const double size = sum(a.half) + sum(b.half) + sum(abs(between));
  const double more = 64 * axes_defect * size + 0x1p-47 * sum(abs(centre));
  return {axes, centre, (high - low) * 0.5 + Vec3{more, more, more}};
}
inline OrientedBox box_around(const Axes& axes, const OrientedBox& a, const OrientedBox& b) {
  return box_by_reach(axes, a, reach_of(a, axes), b, reach_of(b, axes));
}
inline AlignedBox box_around(const AlignedBox& a, const AlignedBox& b) {
  return {min(a.low, b.low), max(a.high, b.high)};
}

}  // namespace abut::classic::figure
