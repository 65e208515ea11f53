#pragma once

#include "leaf/triangle_pair.h"

namespace abut {

// A total order on what is measured, so that a swapped pair goes through the very same arithmetic: -1 when the first
// comes first, 1 when the second does, 0 when they are equal.

inline int order_of(double a, double b) { return a < b ? -1 : a > b ? 1 : 0; }
inline int order_of(const Vec3& a, const Vec3& b) {
  return a.x != b.x ? order_of(a.x, b.x) : a.y != b.y ? order_of(a.y, b.y) : order_of(a.z, b.z);
}
inline int order_of(const Placement& a, const Placement& b) {
  for (int i = 0; i < 9; ++i)
    if (const int order = order_of(a.linear.entries[i], b.linear.entries[i])) return order;
  return order_of(a.shift, b.shift);
}

}  // namespace abut
