#pragma once

#include <abut/vec3.h>

#include <array>

namespace abut::classic {

/// The smallest box along the axes of a frame around some points, by its ends. Any number type, so that a test can
/// count the operations.
template <class Number>
struct Extents {
  std::array<Number, 3> low, high;
};

template <class Number>
constexpr const Number& lesser(const Number& a, const Number& b) {
  return b > a ? a : b;
}
template <class Number>
constexpr const Number& greater(const Number& a, const Number& b) {
  return a > b ? a : b;
}

/// Around three points: twelve comparisons.
template <class Number, class Point>
constexpr Extents<Number> extents_of(const Point& a, const Point& b, const Point& c) {
  Extents<Number> result;
  for (int i = 0; i < 3; ++i) {
    const Number x = a[i], y = b[i], z = c[i];
    result.low[i] = lesser(lesser(x, y), z);
    result.high[i] = greater(greater(x, y), z);
  }
  return result;
}

/// Around both: six comparisons.
template <class Number>
constexpr Extents<Number> merged(const Extents<Number>& a, const Extents<Number>& b) {
  Extents<Number> result;
  for (int i = 0; i < 3; ++i) {
    result.low[i] = lesser(a.low[i], b.low[i]);
    result.high[i] = greater(a.high[i], b.high[i]);
  }
  return result;
}

}  // namespace abut::classic
