#pragma once

#include <abut/vec3.h>

namespace abut::small {

/// A vector of numbers of any kind that adds and multiplies.
template <class Number>
struct VectorOf {
  Number x, y, z;

  VectorOf() = default;
  VectorOf(Number x_in, Number y_in, Number z_in) : x(x_in), y(y_in), z(z_in) {}
  explicit VectorOf(const Vec3& v) : x(v.x), y(v.y), z(v.z) {}

  friend VectorOf operator+(const VectorOf& a, const VectorOf& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend VectorOf operator-(const VectorOf& a, const VectorOf& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend VectorOf operator*(const VectorOf& a, const Number& s) { return {a.x * s, a.y * s, a.z * s}; }
};

template <class Number>
Number dot(const VectorOf<Number>& a, const VectorOf<Number>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Number>
VectorOf<Number> cross(const VectorOf<Number>& a, const VectorOf<Number>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Number>
bool is_zero(const VectorOf<Number>& a) {
  return a.x.sign() == 0 && a.y.sign() == 0 && a.z.sign() == 0;
}

}  // namespace abut::small
