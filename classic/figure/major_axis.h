#pragma once

#include "classic/figure/boxes.h"

namespace abut::classic::figure {

/// The child's longest axis as a vector of its whole length, away from the joint; and its other axes.
struct Limb {
  const OrientedBox& box;
  int longest, second, third;  ///< the second is at least as long as the third
  Vec3 direction;              ///< unit
  double length;
};

/// The first of the longest axes where several are; along the box's own axis where the joint is level with its centre.
inline Limb limb_of(const OrientedBox& box, const Vec3& joint) {
  const Vec3& h = box.half;
  const int longest = h.x >= h.y ? (h.x >= h.z ? 0 : 2) : (h.y >= h.z ? 1 : 2);
  const int low = longest == 0 ? 1 : 0, high = longest == 2 ? 1 : 2;
  const int second = h[low] >= h[high] ? low : high;
  const Vec3& axis = box.axes[longest];
  const double away = dot(axis, box.centre - joint) >= 0 ? 1 : -1;
  return {box, longest, second, 3 - longest - second, axis * away, 2 * h[longest]};
}

/// Unit vectors whose product is above this, or below its negative, count as parallel.
inline constexpr double parallel_cosine = 1 - 1e-5;

/// A1 of equation 1, or with the paper's footnote: the direction of the longest of a1, a2 and the endpoint vector
/// E = a1 - a2.
//
// |E|^2 = |a1|^2 + |a2|^2 - 2 a1.a2. An endpoint vector below 2^-450 could not be normalised and gives way to a1.
template <bool with_footnote>
inline Vec3 major_direction(const Limb& limb_1, const Limb& limb_2, double cosine) {
  const bool first = limb_1.length >= limb_2.length;
  const double longer = first ? limb_1.length : limb_2.length, shorter = first ? limb_2.length : limb_1.length;
  const double square = longer * longer + shorter * (shorter - 2 * longer * cosine);
  if (square > longer * longer && square > 0x1p-900) {
    const Vec3 endpoint = limb_1.direction * limb_1.length - limb_2.direction * limb_2.length;
    return endpoint * (1 / length(endpoint));
  }
  if (with_footnote && square < shorter * shorter && shorter > 0x1p-450) {
    const Vec3 both = limb_1.direction * limb_1.length + limb_2.direction * limb_2.length;
    return both * (1 / length(both));
  }
  return first ? limb_1.direction : limb_2.direction;
}

/// How far a box reaches to either side of its centre along three axes, the second of which is perpendicular to its
/// longest one.
//
// In the axes A1, A2, A3 its longest axis u is (c, 0, s), up to signs. Another one, v, is perpendicular to u: with
// n = v.A2 it is (-s m, n, c m), n^2 + m^2 = 1, and then the third has w.A2 = m up to its sign, and is (s n, m, -c n).
// So four products give all nine.
inline Vec3 reach_of(const Limb& limb, const Axes& axes) {
  const Axes& own = limb.box.axes;
  const double c = std::abs(dot(axes[0], own[limb.longest])), s = std::abs(dot(axes[2], own[limb.longest]));
  const double n = std::abs(dot(axes[1], own[limb.second])), m = std::abs(dot(axes[1], own[limb.third]));
  const double u = limb.box.half[limb.longest], v = limb.box.half[limb.second], w = limb.box.half[limb.third];
  const double across = m * v + n * w;
  return {c * u + s * across, n * v + m * w, s * u + c * across};
}

/// A box around two boxes that a joint connects, by the paper's equations 1 to 4.
//
// The paper compares the product of a1 and a2, "pointing away from the joint", with 1 - 10^-5. That finds the folded
// limb; of the straight one the vectors are antiparallel, the product is -1, and equation 2 divides 0 by 0. So the
// magnitude is compared, of unit vectors.
//
// How orthonormal the axes are: the sine of the angle is at least 0.0044, so that A2's direction is off by at most
// 2^-42 from perpendicular to both; A1 is one of them or a sum of them no shorter than half their lengths together,
// hence within 2^-40 perpendicular to A2, and as long as its direction (off by half of 3 * 2^-40 at most) or
// normalised. A3 is as long as A1 times A2. Lengths do not add up over the levels: each is that of a carried axis or of
// a new one. The reaches: with orthonormal axes within 4 d of all these, for which the lines above hold, each of the
// nine products is off by less than 24 d.
template <bool with_footnote>
inline OrientedBox major_box(const OrientedBox& box_1, const OrientedBox& box_2, const Vec3& joint) {
  const Limb limb_1 = limb_of(box_1, joint), limb_2 = limb_of(box_2, joint);
  const double cosine = dot(limb_1.direction, limb_2.direction);
  if (std::abs(cosine) > parallel_cosine) {
    const bool first = box_1.half[limb_1.second] >= box_2.half[limb_2.second];
    return box_around(first ? box_1.axes : box_2.axes, box_1, box_2);
  }
  const Vec3 major = major_direction<with_footnote>(limb_1, limb_2, cosine);
  const Vec3 normal = cross(limb_1.direction, limb_2.direction);
  const Vec3 minor = normal * (1 / length(normal));
  const Axes axes{major, minor, cross(major, minor)};
  return box_by_reach(axes, box_1, reach_of(limb_1, axes), box_2, reach_of(limb_2, axes));
}

}  // namespace abut::classic::figure
