#include "math/placed_difference.h"

#include "math/accurate_sum.h"

#include <algorithm>

namespace abut {

BoundedVec3 placed_difference(const Placement& at_b, const Vec3& b, const Placement& at_a, const Vec3& a) {
  BoundedVec3 difference;
  for (int axis = 0; axis < 3; ++axis) {
    AccurateSum sum;
    for (int j = 0; j < 3; ++j) {
      sum.add(at_b.linear(axis, j), b[j]);
      sum.add(-at_a.linear(axis, j), a[j]);
    }
    sum.add(at_b.shift[axis]);
    sum.add(-at_a.shift[axis]);
    const BoundedValue rounded = sum.rounded();
    difference.value[axis] = rounded.value;
    difference.error = std::max(difference.error, rounded.error);
  }
  return difference;
}

}  // namespace abut
