#include "query/option_check.h"
#include "shape/shape_data.h"
#include <abut/error.h>

#include <string>

namespace abut {

namespace {

/// Of a placement: more than rounding can do to a rotation, less than any scale that is meant.
constexpr double nearly_rigid = 0x1p-10;

}  // namespace

ShapeKind Shape::kind() const { return data_->kind; }
const Model& Shape::core() const { return data_->core; }
double Shape::radius() const { return data_->radius; }
std::span<const double> Shape::lengths() const { return data_->lengths; }
double Shape::stray() const { return data_->stray; }
bool Shape::is_solid() const { return data_->is_solid; }
const Solid* Shape::solid_core() const { return data_->solid ? &*data_->solid : nullptr; }

Bounds Shape::bounds_at(const Placement& at) const {
  standing(*this, at, "the placement");
  if (data_->form == CoreForm::nothing) return {};
  if (data_->form == CoreForm::half_space) return {Bounds{}.high, Bounds{}.low};
  return bounds_around(data_->middle, data_->reach, at, data_->radius);
}

// A coordinate of the middle's image adds up three products and the shift: it is off by 4.01u of the sum of their
// magnitudes, the reach by 3.01u of its own, and the last difference by u of both: 16u of all magnitudes is more. What
// underflows is far below 2^-1000.
Bounds bounds_around(const Vec3& middle, const Vec3& reach, const Placement& at, double radius) {
  const Vec3 centre = at * middle;
  const Matrix3 magnitudes = abs(at.linear);
  const Vec3 half = magnitudes * reach + Vec3{radius, radius, radius};
  const Vec3 all = magnitudes * abs(middle) + abs(at.shift) + half;
  const Vec3 outward = half + all * (16 * unit_roundoff) + Vec3{0x1p-1000, 0x1p-1000, 0x1p-1000};
  return {centre - outward, centre + outward};
}

StandingShape standing(const Shape& shape, const Placement& at, const char* what) {
  const double defect = rigidity_defect(at.linear);
  require_placement(at, defect, what);
  if (!(defect <= nearly_rigid) && shape.radius() > 0)
    throw Error(std::string(what) + " scales or shears a " + std::string(name_of(shape.kind())) +
                ", which would no longer be one: scale its lengths instead.");
  return {shape.data(), at, defect};
}

}  // namespace abut
