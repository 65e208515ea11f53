#include "query/overlap_body.h"

#include "math/rounding.h"

namespace abut {

OverlapBody::OverlapBody(const OverlapSolid& solid, const Placement& at, const Bounds& box, const OverlapFrame& frame)
    : data_(solid.data()),
      at_(at),
      points_(data_.solid.model().mesh().points),
      box_(box),
      origin_(frame.origin),
      over_unit_(1 / frame.unit),
      is_mirrored_(exact_determinant_sign(at.linear) < 0),
      near_(data_.solid, at, frame.origin, Vec3{1, 1, 1} * over_unit_) {}

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
