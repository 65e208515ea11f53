#include "query/overlap_frame.h"

#include "math/placed_difference.h"
#include "math/power_of_two.h"
#include "math/rounding.h"

#include <algorithm>

namespace abut {

double OverlapFrame::volume() const {
  double product = 1;
  for (int axis = 0; axis < 3; ++axis) product = multiply_up(product, subtract_up(box.high[axis], box.low[axis]));
  return product;
}

// A point of the model is centre + unit h with |h| <= half (1 + 4u), coordinate by coordinate, so its image is the
// centre's image, off by less than 4.5u of its terms, and no farther away than |linear| (unit half). Six roundings of
// positive numbers are covered by 2^-48.
Bounds box_around(const Solid& solid, const Placement& at) {
  const ModelData& data = solid.model().data();
  const Matrix3 sizes = abs(at.linear);
  const Vec3 reach = sizes * (solid.data().half * data.frame.unit);
  const Vec3 terms = sizes * abs(data.frame.centre) + abs(at.shift);
  const Vec3 away = reach * (1 + 0x1p-48) + terms * (6 * unit_roundoff) + Vec3{0x1p-1060, 0x1p-1060, 0x1p-1060};
  const Vec3 middle = at * data.frame.centre;
  Bounds box;
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = subtract_down(middle[axis], away[axis]);
    box.high[axis] = add_up(middle[axis], away[axis]);
  }
  return box;
}

// With d = point - centre, rounded, off by u of itself and no coordinate beyond the model's unit: linear d goes through
// a product and two sums, and adding the offset rounds once more. So a coordinate is off by less than 5.01 u L + u |o|,
// L a row's sum of magnitudes times the unit, o the offset, and by what the offset is off. 6 and 2 cover the roundings
// of the bound. Powers of two change nothing, but for what underflows: less than 2^-1073 in an entry of linear_, of
// which the unit makes at most 2^-772.
NearPoints::NearPoints(const Solid& solid, const Placement& at, const Vec3& origin, const Vec3& over_unit)
    : centre_(solid.model().data().frame.centre) {
  const BoundedVec3 offset = placed_difference(at, centre_, Placement::identity(), origin);
  for (int i = 0; i < 3; ++i) {
    offset_[i] = offset.value[i] * over_unit[i];
    for (int j = 0; j < 3; ++j) linear_(i, j) = at.linear(i, j) * over_unit[i];
  }
  const double reach = largest(abs(linear_) * Vec3{1, 1, 1}) * solid.model().data().frame.unit;
  error_ = unit_roundoff * (6 * reach + 2 * largest(abs(offset_))) + offset.error * largest(over_unit) * (1 + 0x1p-50) +
           0x1p-700;
}

std::optional<OverlapFrame> overlap_frame(const Bounds& a, const Bounds& b) {
  OverlapFrame frame{{max(a.low, b.low), min(a.high, b.high)}, {}, 1};
  double size = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double low = frame.box.low[axis], high = frame.box.high[axis];
    if (!(low < high)) return std::nullopt;
    frame.origin[axis] = low + (high - low) * 0.5;
    size = std::max(size, high - low);
  }
  // Smaller ones would have no inverse; what is so small is lost among the smallest numbers anyway.
  frame.unit = std::max(power_of_two_at_least(size), 0x1p-1000);
  return frame;
}

}  // namespace abut
