#include "math/inner_point.h"

#include "math/power_of_two.h"

#include <limits>

namespace abut {

namespace {

constexpr double no_bound = std::numeric_limits<double>::infinity();

// A product and three sums a coordinate: off by less than 4.001u of the terms' magnitudes.
double rounding_of_image(const Placement& at, const Vec3& point) {
  const Vec3 terms = abs(at.linear) * abs(point) + abs(at.shift);
  return 4.5 * unit_roundoff * largest(terms) + 0x1p-1060;
}

TurnedFrame turned_frame_of(const InnerFrame& frame, const Placement& at) {
  if (rigidity_defect(at.linear) <= rigid_defect) return {Matrix3{}, frame.unit, true};
  const double size = power_of_two_at_least(largest_magnitude(at.linear));
  return {at.linear * (1 / size), frame.unit * size, false};
}

}  // namespace

// The world's frame has the unit of the turned one, so that the map from it is neither large nor small whatever the
// placement's scale; the scale between the units is a power of two and goes into the map.
InnerPoints::InnerPoints(const InnerFrame& frame, const Placement& at)
    : turned_(turned_frame_of(frame, at)),
      origin_(at * frame.centre),
      origin_error_(rounding_of_image(at, frame.centre)),
      to_inner_(relate(frame, at, InnerFrame{origin_, turned_.unit}, Placement::identity(), 0)),
      back_(to_inner_.linear * to_inner_.scale),
      back_error_(std::isinf(to_inner_.margin) ? no_bound : to_inner_.linear_error * to_inner_.scale + 0x1p-1070),
      largest_side_(abut::largest_side(frame, at)) {
  const Stretch stretch = stretch_of(at.linear);
  least_unit_ = stretch.least * frame.unit;
  turned_side_.linear = turned_.turn;
  turned_side_.entry = largest_magnitude(turned_.turn);
  turned_side_.unlike = unlike_of(stretch);
}

// Inner: with d the way from the origin, computed as d (1 + u), the error of the linear part, 4u of the products and
// sums with u for d, and the last sum's u. Turned: the origin's error and u of the way. Units are powers of two.
InnerPoint InnerPoints::carried(const Vec3& world, double world_error) const {
  const Vec3 way = world - origin_, scaled = way * (1 / turned_.unit);
  InnerPoint result;
  result.inner = back_ * scaled + to_inner_.shift;
  const double size = largest(abs(scaled)), entry = largest_magnitude(back_);
  result.error =
      (3 * (entry + back_error_) * (world_error / turned_.unit) + 3 * size * (back_error_ + 5 * unit_roundoff * entry) +
       to_inner_.shift_error + unit_roundoff * largest(abs(result.inner))) *
          (1 + 0x1p-20) +
      0x1p-1000;
  if (turned_.is_inner) {
    result.turned = result.inner;
    result.turned_error = result.error;
  } else {
    result.turned = scaled;
    result.turned_error =
        (world_error + origin_error_ + unit_roundoff * largest(abs(way))) / turned_.unit * (1 + 0x1p-20) + 0x1p-1000;
  }
  if (!(result.error < 0x1p300 && result.turned_error < 0x1p300 && size < 0x1p300)) result.error = no_bound;
  return result;
}

}  // namespace abut
