#pragma once

#include <abut/vec3.h>

#include <algorithm>

namespace abut {

/// A point of a plane: what a projection along an axis leaves of a point.
struct FlatPoint {
  double u = 0, v = 0;

  friend bool operator==(const FlatPoint&, const FlatPoint&) = default;
};

/// The turn a, b, c: 1 to the left, -1 to the right, 0 when the points are on a line. Exact.
int turn_of(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c);

/// Is b, which is on a line with a and c, strictly between them?
inline bool is_between(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
  return b != a && b != c && std::min(a.u, c.u) <= b.u && b.u <= std::max(a.u, c.u) && std::min(a.v, c.v) <= b.v &&
         b.v <= std::max(a.v, c.v);
}

}  // namespace abut
