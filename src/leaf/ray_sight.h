#pragma once

#include "leaf/exact_ray.h"
#include "math/placed_difference.h"

#include <bit>

namespace abut {

/// A placed model as rays see it, the same for all of them. Plain data; `linear` is not owned.
struct SeenModel {
  const Matrix3* linear = nullptr;  ///< world <- model, and its points are seen from the centre
  Vec3 centre;
  bool is_shifted_only = true;  ///< is `linear` the identity?
  double far = 0;               ///< no coordinate of a placed corner is farther from the placed centre's
  double side_scale = 0;        ///< a side is off by this times the largest coordinate of any
};

/// What rounded arithmetic needs of a ray and a placed model to tell where the ray meets the model's triangles; see
/// leaf/ray_triangles-inl.h for the bounds, leaf/ray_sights-inl.h for how it is made. Plain data.
struct RaySight {
  SeenModel model;
  Vec3 direction;
  double speed, rest;  ///< largest coordinates of the direction, and of what rounding took from it
  double far;          ///< and of the way
  BoundedVec3 way;     ///< from the ray's origin to the model's placed centre
  RayRange range;
  double least_edge, most_edge;  ///< triangles with other sides are not ordinary; none is where least > most
  /// What the errors of turns, slopes and heights are per largest coordinate of a side or its square.
  double turn_scale, slope_scale, height_scale, over_speed;
};

/// From a ray's origin to the model's placed centre.
BoundedVec3 way_to(const SeenModel& model, const Placement& at, const Vec3& origin);

/// Is it the identity to the bit? Without a branch for each entry.
inline bool is_identity(const Matrix3& m) {
  constexpr Matrix3 identity;
  std::uint64_t difference = 0;
  for (std::size_t i = 0; i < 9; ++i)
    difference |= std::bit_cast<std::uint64_t>(m.entries[i]) ^ std::bit_cast<std::uint64_t>(identity.entries[i]);
  return difference == 0;
}

/// Turns and normals of triangles that a ray meets, and t, in rounded numbers: a column each.
struct alignas(32) RayMeetings {
  static constexpr int lanes = 4;

  double t[lanes], t_error[lanes], turns[3][lanes], normal[3][lanes];
  std::uint32_t is_positive = 0;

  RayMeeting meeting(int lane) const;
};

/// The weights and the rest of a meeting, from the turns opposite to the corners.
RayMeeting measured_meeting(double t, double t_error, const double (&turns)[3], const Vec3& normal, bool is_positive);

}  // namespace abut
