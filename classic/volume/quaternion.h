#pragma once

#include <array>

namespace abut::classic {

/// A turn as four numbers, of length 1 up to rounding.
template <class Number>
struct Quaternion {
  Number w, x, y, z;
};

template <class Number>
using TurnMatrix = std::array<std::array<Number, 3>, 3>;

/// The turn as a matrix, row by row: 9 products, 15 sums.
template <class Number>
TurnMatrix<Number> matrix_of(const Quaternion<Number>& q) {
  const Number x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const Number xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const Number wx = q.w * x2, wy = q.w * y2, wz = q.w * z2, one(1);
  return {
      {{one - (yy + zz), xy - wz, xz + wy}, {xy + wz, one - (xx + zz), yz - wx}, {xz - wy, yz + wx, one - (xx + yy)}}};
}

/// First b, then a: 16 products, 12 sums. A product of matrices takes 27 and 18.
template <class Number>
Quaternion<Number> operator*(const Quaternion<Number>& a, const Quaternion<Number>& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z, a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x};
}

/// The turn back.
template <class Number>
Quaternion<Number> turned_back(const Quaternion<Number>& q) {
  return {q.w, -q.x, -q.y, -q.z};
}

}  // namespace abut::classic
