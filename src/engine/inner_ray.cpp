#include "engine/inner_ray.h"

#include "math/inner_point.h"
#include "math/scaled_length.h"

#include <cmath>
#include <limits>

namespace abut {

// Of a rigid placement the transpose will do: R'R = I + F with |F| <= 2^-40 per entry, and R^-1 = (I + F)^-1 R' is
// within 3.1 * 2^-40 of R' per entry, whose entries are below 1 + 2^-40.
RayFrame::RayFrame(const InnerFrame& frame, const Placement& at) : is_shifted_only_(is_identity(at.linear)) {
  if (is_shifted_only_) {
    entry_ = 1 / frame.unit, back_error_ = 0, back_in_model_ = 1;
    back_(0, 0) = back_(1, 1) = back_(2, 2) = entry_;
    return;
  }
  if (rigidity_defect(at.linear) <= rigid_defect) {
    back_ = transposed(at.linear) * (1 / frame.unit), back_error_ = 0x1p-38 / frame.unit;
  } else {
    const InnerPoints inner(frame, at);
    const double unit = inner.turned_frame().unit;
    back_ = inner.back() * (1 / unit), back_error_ = inner.back_error() / unit + 0x1p-1070;
  }
  entry_ = largest_magnitude(back_);
  back_in_model_ = 3.01 * (entry_ + back_error_) * frame.unit;
}

// With o = -back way the origin, seen from the centre, and d = back direction, each off by its error: a coordinate has
// three terms with the errors of both factors, and three roundings. A point in the model is within sqrt(3) of the
// centre, so it has |t| |d| < |o| + 2. The real point o + t d and near + s direction differ by the error of o, that of
// d times |t|, and the roundings of the unit direction (6u of |s| <= 1.75 and of |o|), of `start` (4u |o|), of `near`
// (6u |o|), and of s itself (3u (|o| + 2)).
InnerRay::InnerRay(const RayFrame& frame, const RaySight& ray) {
  const Vec3 origin = -frame.carried(ray.way.value), along = frame.carried(ray.direction);
  const double far = ray.far, fast = ray.speed;
  const double entry = frame.entry() * (1 + 4 * unit_roundoff), entry_error = frame.back_error();
  const double origin_error =
      3 * ((entry + entry_error) * ray.way.error + (entry_error + 5 * unit_roundoff * entry) * far) + 0x1p-1000;
  const double along_error =
      3 * ((entry + entry_error) * ray.rest + (entry_error + 5 * unit_roundoff * entry) * fast) + 0x1p-1060;
  const double square = dot(along, along);
  speed = square >= 0x1p-900 && square <= 0x1p900 ? std::sqrt(square) : scaled_length(along);
  direction = along * (1 / speed);
  start = dot(origin, direction);
  near = origin - direction * start;
  const double distance = std::abs(origin.x) + std::abs(origin.y) + std::abs(origin.z) + 2;
  error = 1.01 * (origin_error + along_error / speed * distance + 24 * unit_roundoff * distance);
  // Numbers so small that an inverse overflows, or so large that nothing can be said.
  if (!(speed >= 0x1p-1000 && speed <= 0x1p1000 && error <= 0x1p-10)) error = std::numeric_limits<double>::infinity();
}

namespace {

RaySight sight_of(const ExactRay& ray, const BoundedVec3& way) {
  RaySight sight{};
  sight.direction = ray.direction, sight.way = way;
  sight.speed = largest(abs(ray.direction)), sight.rest = largest(abs(ray.rest)), sight.far = largest(abs(way.value));
  return sight;
}

}  // namespace

InnerRay::InnerRay(const RayFrame& frame, const ExactRay& ray, const BoundedVec3& way)
    : InnerRay(frame, sight_of(ray, way)) {}

}  // namespace abut
