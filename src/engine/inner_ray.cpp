#include "engine/inner_ray.h"

#include "engine/inner_rays-inl.h"
#include "math/inner_point.h"
#include "math/scaled_length.h"

namespace abut {

// Of a rigid placement the transpose will do: R'R = I + F with |F| <= 2^-40 per entry, and R^-1 = (I + F)^-1 R' is
// within 3.1 * 2^-40 of R' per entry, whose entries are below 1 + 2^-40.
void RayFrame::turn_back(const InnerFrame& frame, const Placement& at) {
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

InnerRay::InnerRay(const RayFrame& frame, const RaySight& ray) {
  using One = HWY_NAMESPACE::One<double>;
  using V = HWY_NAMESPACE::Vec3Of<One>;
  HWY_NAMESPACE::InnerRays<One> rays(
      frame, {V::all(ray.direction), V::all(ray.way.value), {ray.way.error}, {ray.speed}, {ray.rest}, {ray.far}});
  const auto plain = [](const V& v) { return Vec3{v.x.v, v.y.v, v.z.v}; };
  rays.set_speed(rays.has_usual_speed ? rays.length() : One{scaled_length(plain(rays.along))});
  near = plain(rays.near), direction = plain(rays.direction);
  speed = rays.speed.v, start = rays.start.v, error = rays.error.v;
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
