#include "query/overlap_body.h"

#include "math/placed_difference.h"
#include "math/rounding.h"

namespace abut {

// With d = point - centre, rounded, off by u of itself and no coordinate beyond the model's unit: linear d goes through
// a product and two sums, and adding the offset rounds once more. So a coordinate is off by less than 5.01 u L + u |o|,
// L a row's sum of magnitudes times the unit, o the offset, and by what the offset is off. 6 and 2 cover the roundings
// of the bound. Powers of two change nothing, but for what underflows: less than 2^-1073 in an entry of linear_, of
// which the unit makes at most 2^-772.
OverlapBody::OverlapBody(const OverlapSolid& solid, const Placement& at, const Bounds& box, const OverlapFrame& frame)
    : data_(solid.data()),
      at_(at),
      points_(data_.solid.model().mesh().points),
      box_(box),
      origin_(frame.origin),
      over_unit_(1 / frame.unit),
      is_mirrored_(exact_determinant_sign(at.linear) < 0),
      centre_(data_.solid.model().data().frame.centre),
      linear_(at.linear * over_unit_) {
  const BoundedVec3 offset = placed_difference(at, centre_, Placement::identity(), frame.origin);
  offset_ = offset.value * over_unit_;
  const double reach = largest(abs(linear_) * Vec3{1, 1, 1}) * data_.solid.model().data().frame.unit;
  error_ =
      unit_roundoff * (6 * reach + 2 * largest(abs(offset_))) + offset.error * over_unit_ * (1 + 0x1p-50) + 0x1p-700;
}

Vec3 OverlapBody::far_point(const Vec3& near) const {
  Vec3 point = origin_ + near * (1 / over_unit_);
  int axis = 0;
  bool is_low = true;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i)
    for (const bool low : {true, false})
      if (const double way = std::abs(point[i] - (low ? box_.low[i] : box_.high[i])); way < least)
        axis = i, is_low = low, least = way;
  // The box is larger than the body by more than a rounding.
  const double past = (box_.high[axis] - box_.low[axis]) * 0.125;
  point[axis] = is_low ? next_down(box_.low[axis] - past) : next_up(box_.high[axis] + past);
  return point;
}

}  // namespace abut
