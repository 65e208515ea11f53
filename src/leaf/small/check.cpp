#include "leaf/small/hexahedron.h"
#include "math/exact_orientation.h"
#include <abut/error.h>

#include <string>

namespace abut::small {

namespace {

bool is_acceptable(double x) { return std::abs(x) <= largest_input; }
bool is_acceptable(const Vec3& v) { return is_acceptable(v.x) && is_acceptable(v.y) && is_acceptable(v.z); }

void require_not_negative(double x, const char* what) {
  if (!(x >= 0 && is_acceptable(x))) throw Error(std::string(what) + " is negative, not a number or beyond 2^300.");
}

}  // namespace

void require_finite(const Vec3& v, const char* what) {
  if (!is_acceptable(v)) throw Error(std::string(what) + " has a coordinate that is not finite or beyond 2^300.");
}

void require_valid(const Sphere& sphere) {
  require_finite(sphere.centre, "the centre of the sphere");
  require_not_negative(sphere.radius, "the radius of the sphere");
}

void require_valid(const Box& box) {
  require_finite(box.centre, "the centre of the box");
  for (int k = 0; k < 3; ++k) {
    require_finite(box.axes.column(k), "an axis of the box");
    require_not_negative(box.half[k], "a half extent of the box");
  }
  if (!(std::abs(determinant(box.axes)) >= 0x1p-10 && largest_magnitude(box.axes) <= 2) &&
      exact_determinant_sign(box.axes) == 0)
    throw Error("the axes of the box are linearly dependent; a flat box has a half extent of 0 instead.");
}

void require_valid(const RoundedCone& cone) {
  require_finite(cone.apex, "the apex of the rounded cone");
  require_finite(cone.axis, "the axis of the rounded cone");
  if (cone.axis == Vec3{}) throw Error("the axis of the rounded cone is zero.");
  if (!(cone.cosine >= 0 && cone.cosine <= 1)) throw Error("the cosine of the rounded cone is not between 0 and 1.");
  require_not_negative(cone.range, "the range of the rounded cone");
}

void require_valid(const Corners& triangle) {
  for (const Vec3& corner : triangle) require_finite(corner, "a corner of the triangle");
}

void require_valid_ray(const Vec3& origin, const Vec3& direction, double t_min, double t_max) {
  require_finite(origin, "the origin of the ray");
  require_finite(direction, "the direction of the ray");
  if (direction == Vec3{}) throw Error("the direction of the ray is zero.");
  if (!is_acceptable(t_min)) throw Error("t_min of the ray is not finite or beyond 2^300.");
  if (!(t_max >= t_min)) throw Error("t_max of the ray is less than t_min or not a number.");
  if (!is_acceptable(t_max) && t_max != std::numeric_limits<double>::infinity())
    throw Error("t_max of the ray is beyond 2^300 and not infinite.");
}

Frustum::Frustum(const std::array<HalfSpace, 6>& sides) : sides_(sides) {
  for (const HalfSpace& side : sides) {
    require_finite(side.normal, "the normal of a half space");
    if (!is_acceptable(side.offset)) throw Error("the offset of a half space is not finite or beyond 2^300.");
  }
  const auto is_solid = [&](auto number) { return is_hexahedron(hexahedron_of<decltype(number)>(sides, {})); };
  if (!decide(is_solid))
    throw Error(
        "the six half spaces make no bounded solid with eight corners. Is the matrix clip <- world for column vectors, "
        "and is its far plane at a finite distance?");
}

Frustum Frustum::from_matrix(const Matrix4& m, ClipDepth depth) {
  // A coordinate c of clip space is row_c . (x, 1), and w the last one: w + c >= 0 and w - c >= 0 are half spaces.
  const auto half_space = [&](int row, double sign, double share_of_w) {
    const auto entry = [&](int column) { return share_of_w * m[12 + column] + sign * m[4 * row + column]; };
    return HalfSpace{{entry(0), entry(1), entry(2)}, entry(3)};
  };
  const double near_share = depth == ClipDepth::minus_one_to_one ? 1 : 0;
  return Frustum({half_space(0, 1, 1), half_space(0, -1, 1), half_space(1, 1, 1), half_space(1, -1, 1),
                  half_space(2, 1, near_share), half_space(2, -1, 1)});
}

}  // namespace abut::small
