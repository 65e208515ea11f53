#pragma once

#include <abut/vec3.h>

namespace abut {

/// A quaternion of any length, whose rotation is an exactly orthonormal matrix of real numbers.
struct Quaternion {
  double w = 1;
  Vec3 v;
};

/// First the right one, then the left one, rounded.
constexpr Quaternion operator*(const Quaternion& p, const Quaternion& q) {
  return {p.w * q.w - dot(p.v, q.v), q.v * p.w + p.v * q.w + cross(p.v, q.v)};
}
constexpr Quaternion conjugate(const Quaternion& q) { return {q.w, -q.v}; }

/// Its rotation, each entry within 2^-49.
Matrix3 rotation_of(const Quaternion& q);

/// A rotation next to a matrix, or next to its negative.
struct NearestTurn {
  Quaternion quaternion;
  double mirror = 1;  ///< -1: the matrix is a reflection, and its negative is meant
  Matrix3 turn;       ///< mirror * rotation_of(quaternion)
  Matrix3 rest;       ///< turn' m, each entry within 2^-48
  double defect = 0;  ///< bounds the length by which rest - I changes a unit vector
};
/// For matrices with |m'm - I| of at most 2^-8. The rotation is the nearest one up to rounding and terms of second
/// order in the defect, which `rest` makes up for.
NearestTurn nearest_turn(const Matrix3& m);

}  // namespace abut
