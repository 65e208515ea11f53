#pragma once

#include "leaf/placed_shape.h"

#include <optional>

namespace abut {

/// A line of the world and its parameter t: origin + t (direction + rest), as exact real numbers. Coordinates up to
/// 2^300; direction + rest is not 0.
struct ExactRay {
  Vec3 origin, direction;
  Vec3 rest;  ///< at most unit_roundoff of the direction, coordinate by coordinate
};

/// The part of a ray that is asked about: t in [low, high], which may be infinite.
struct RayRange {
  double low, high;
};

/// Where a ray first comes to a triangle, in rounded numbers.
struct RayMeeting {
  double t = 0, t_error = 0;  ///< the real t is no farther from t than t_error
  Weights weights{};          ///< of the point met
  /// The sign of direction . (b - a) x (c - a) with the corners' images a, b, c; 0 for a ray in the triangle's plane,
  /// and for triangles that are a segment or a point.
  int side = 0;
  /// The image's normal, of any length and rounded, where the meeting was measured in doubles; otherwise 0.
  Vec3 normal{};
};

/// A triangle's image and what it is.
struct RayTarget {
  PlacedTriangle triangle;
  TriangleForm form;
};

/// The first point of the closed triangle on the ray's part, decided exactly; |t_error| <= 6u |t| + 2^-1074, unless t
/// is beyond the range of doubles, where both are infinite.
std::optional<RayMeeting> exact_meeting(const ExactRay& ray, const RayTarget& target, const RayRange& range);

/// The sign of a's t minus b's, of two triangles that the ray's part meets.
int exact_order(const ExactRay& ray, const RayTarget& a, const RayTarget& b, const RayRange& range);

/// Does the ray cross the triangle when it is shifted by (e, e^2, e^3), for an e > 0 smaller than any number that
/// matters? The side, as in RayMeeting, or 0 when it does not. The shifted ray meets no corner and no side, is in no
/// triangle's plane, and no end of its part is on a triangle.
int exact_crossing(const ExactRay& ray, const RayTarget& target, const RayRange& range);

}  // namespace abut
