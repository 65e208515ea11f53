#pragma once

#include "classic/volume/separating_axis.h"
#include "math/box_view.h"
#include "math/inner_frame.h"
#include <abut/classic.h>

namespace abut::classic {

/// How far box tests may be off because of rounding, for a pair of placed frames: a pair of boxes is apart only when
/// they are apart by more than fixed + relative * (|t| + |half_a| + |half_b|), 1-norms. Derived in box_test.cpp.
struct BoxSlack {
  double fixed = 0, relative = 0;
};

/// Bounds the error of each coordinate of linear * (scale * c_b) + shift - c_a for the centres of two volumes.
double difference_error(const RelativePlacement& b_in_a);

/// `axes_defect` bounds |entry of (axes' axes - I)| of the boxes on either side.
BoxSlack slack_on_faces_of_a(const RelativePlacement& b_in_a, double axes_defect);
/// For the faces of B seen through `back`, as affine placements need it; lengths are in B's frame times the scale.
BoxSlack slack_on_faces_of_b(const RelativePlacement& b_in_a, double axes_defect);

/// The same placement for distances, which no margin changes; without bounds it stays without.
inline RelativePlacement without_margin(RelativePlacement p) {
  if (!std::isinf(p.margin)) p.margin = 0;
  return p;
}

/// For every box, whatever its number type: which of two volumes is the larger one to open?
template <class Box>
requires requires(const Box& box) { box.half[0]; }
double squared_diameter(const Box& box) {
  const double x = box.half[0], y = box.half[1], z = box.half[2];
  return 4 * (x * x + y * y + z * z);
}
template <class Box>
requires requires(const Box& box) { box.half[0]; }
double volume_of(const Box& box) { return 8 * static_cast<double>(box.half[0]) * box.half[1] * box.half[2]; }

template <class Box>
requires requires(const Box& box) { box.half[0]; }
double surface_of(const Box& box) {
  const double x = box.half[0], y = box.half[1], z = box.half[2];
  return 8 * (x * y + y * z + z * x);
}

inline double sum_of(const Vec3& v) { return v.x + v.y + v.z; }
inline HalfExtents<double> half_extents(const Vec3& half) { return {half.x, half.y, half.z}; }

/// Are the two boxes surely apart? t and r as in BoxPair; r must come from a rotation.
inline bool surely_apart(const BoxPair<double>& pair, const Vec3& half_a, const Vec3& half_b, const BoxSlack& slack,
                         Sat sat) {
  const BoxPair<double> sizes = magnitudes(pair);
  const double size = std::abs(pair.t[0]) + std::abs(pair.t[1]) + std::abs(pair.t[2]) + sum_of(half_a) + sum_of(half_b);
  const double apart_by = slack.fixed + slack.relative * size;
  const HalfExtents<double> a = half_extents(half_a), b = half_extents(half_b);
  if (separating_face(pair, sizes, a, b, apart_by) != no_axis) return true;
  return sat == Sat::full && separating_edges(pair, sizes, a, b, apart_by) != no_axis;
}

/// Are the boxes surely apart along a face of the one in whose axes t is given? r_sizes are the magnitudes of the
/// entries of r, which may be any linear map.
inline bool surely_apart_on_own_faces(const Vec3& t, const Matrix3& r_sizes, const Vec3& half_own,
                                      const Vec3& half_other, const BoxSlack& slack) {
  const double size = sum_of(abs(t)) + sum_of(half_own) + sum_of(half_other);
  const double apart_by = slack.fixed + slack.relative * size;
  for (int i = 0; i < 3; ++i)
    if (std::abs(t[i]) > half_own[i] + dot(r_sizes.row(i), half_other) + apart_by) return true;
  return false;
}

}  // namespace abut::classic
