#pragma once

// The small tests of games: spheres, boxes, frusta, spot lights, triangles and rays, a pair at a time.

#include <abut/vec3.h>

#include <array>
#include <optional>

namespace abut {

/// Single solids and tests between them. Every solid is closed and is the exact real set that its doubles describe.
/// Tests named `touches`, `contains`, `first_hit` and `first_contact` are exact, touching included; those named
/// `may_touch` are conservative: never no wrongly. Every one throws Error for numbers that are not finite or beyond
/// 2^300, and for what its solid says.
namespace ABUT_API small {

/// All points within `radius` of the centre. Error when the radius is negative.
struct Sphere {
  Vec3 centre;
  double radius = 0;
};

/// An oriented box: centre + w0 axis0 + w1 axis1 + w2 axis2 with |w_k| <= half[k]. The axes are the columns of `axes`;
/// they need not be perfectly orthonormal, and the box is then the parallelepiped that they span. Error when they are
/// linearly dependent, or when a half extent is negative; one of 0 makes a flat box.
struct Box {
  Vec3 centre;
  Matrix3 axes;
  Vec3 half;
};

/// The points x with normal . x + offset >= 0.
struct HalfSpace {
  Vec3 normal;
  double offset = 0;
};

/// A 4x4 matrix, row by row, for column vectors.
using Matrix4 = std::array<double, 16>;

/// Which clip coordinates a camera sees along its depth: -w <= z <= w (OpenGL), or 0 <= z <= w (Direct3D, Vulkan,
/// also with near and far exchanged).
enum class ClipDepth { minus_one_to_one, zero_to_one };

/// What a camera sees: the points of six half spaces, which make a bounded solid with eight corners, as a cube has.
class Frustum {
 public:
  /// In the order left, right, bottom, top, near, far. Error when the half spaces do not make such a solid.
  explicit Frustum(const std::array<HalfSpace, 6>& sides);
  /// What the matrix clip <- world maps into the clip coordinates |x| <= w, |y| <= w and the depth given. Each number
  /// of a half space is a sum of two entries, rounded once. Error also for a far plane at infinity.
  static Frustum from_matrix(const Matrix4& clip_from_world, ClipDepth depth = ClipDepth::minus_one_to_one);

  const std::array<HalfSpace, 6>& sides() const { return sides_; }

 private:
  std::array<HalfSpace, 6> sides_;
};

/// What a spot light reaches: the points within `range` of the apex whose direction from it makes an angle of at most
/// alpha with the axis, where `cosine` = cos(alpha); its end is a spherical cap. The axis may have any length. Error
/// when it is zero, when the cosine is not within [0, 1], or when the range is negative.
struct RoundedCone {
  Vec3 apex, axis;
  double cosine = 1;
  double range = 0;
};

/// Three corners; segments and points are legal.
using Corners = std::array<Vec3, 3>;

bool touches(const Sphere& a, const Sphere& b);
bool touches(const Sphere& sphere, const Box& box);
bool touches(const Sphere& sphere, const Frustum& frustum);
bool touches(const Corners& a, const Corners& b);
bool touches(const Box& a, const Box& b);
bool touches(const Box& box, const Frustum& frustum);

bool contains(const Box& box, const Vec3& point);
bool contains(const Frustum& frustum, const Vec3& point);
bool contains(const RoundedCone& cone, const Vec3& point);

/// Conservative. A wrong yes needs a gap that rounded arithmetic cannot tell from 0.
bool may_touch(const Box& box, const RoundedCone& cone);
bool may_touch(const Frustum& frustum, const RoundedCone& cone);
bool may_touch(const Corners& triangle, const RoundedCone& cone);

/// The first t in [t_min, t_max] at which origin + t direction is in the solid: nothing when there is none, which is
/// decided exactly. The real t is within the bracket, which is at most 2^-44 |t| wide, or as wide as 2^-44 |t_min| if
/// that is more. Error when the direction is zero, when t_min is not finite or greater than t_max; t_max may be
/// infinite.
std::optional<Bracket> first_hit(const Vec3& origin, const Vec3& direction, double t_min, double t_max,
                                 const Sphere& sphere);
std::optional<Bracket> first_hit(const Vec3& origin, const Vec3& direction, double t_min, double t_max,
                                 const Corners& triangle);
std::optional<Bracket> first_hit(const Vec3& origin, const Vec3& direction, double t_min, double t_max, const Box& box);
std::optional<Bracket> first_hit(const Vec3& origin, const Vec3& direction, double t_min, double t_max,
                                 const Frustum& frustum);

/// Two spheres that move straight, by `way_a` and `way_b` from time 0 to 1: the first time at which they touch, as a
/// root of the quadratic |distance of the centres|^2 = (sum of the radii)^2. Whether there is one is exact; the
/// bracket is at most 2^-44 of the time wide.
std::optional<Bracket> first_contact(const Sphere& a, const Vec3& way_a, const Sphere& b, const Vec3& way_b);

}  // namespace small
}  // namespace abut
