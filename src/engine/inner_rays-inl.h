// Rays carried into the inner frame of a placed model, side by side in doubles; compiled once per instruction set:
// include from sources that Highway's foreach_target.h repeats, or from others for `One`.

#if defined(ABUT_ENGINE_INNER_RAYS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_INNER_RAYS_INL_H_
#undef ABUT_ENGINE_INNER_RAYS_INL_H_
#else
#define ABUT_ENGINE_INNER_RAYS_INL_H_
#endif

#include "engine/inner_ray.h"
#include "leaf/ray_sights-inl.h"
#include "math/floor_root-inl.h"

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// What InnerRay holds.
//
// With o = -back way the origin, seen from the centre, and d = back direction, each off by its error: a coordinate has
// three terms with the errors of both factors, and three roundings. A point in the model is within sqrt(3) of the
// centre, so it has |t| |d| < |o| + 2. The real point o + t d and near + s direction differ by the error of o, that of
// d times |t|, and the roundings of the direction (6u of |s| <= 1.75 and of |o|), of `start` (4u |o|), of `near`
// (6u |o|), and of s itself (3u (|o| + 2)). The direction by a power of two is not rounded; how `start` is does not
// matter then, since `near` is computed with it.
template <class N>
struct InnerRays {
  using V = Vec3Of<N>;

  /// Directions have lengths from 1 to 2, or what set_speed() is to make of them.
  HWY_INLINE InnerRays(const RayFrame& frame, const SeenRays<N>& rays) {
    const V way = frame.is_shifted_only() ? rays.way * N::all(frame.entry()) : times(frame.back(), rays.way);
    origin = {-way.x, -way.y, -way.z};
    along = frame.is_shifted_only() ? rays.direction * N::all(frame.entry()) : times(frame.back(), rays.direction);
    const N per_error = N::all(frame.per_error()), per_size = N::all(frame.per_size());
    origin_error = per_error * rays.way_error + per_size * rays.far + N::all(0x1p-1000);
    along_error = per_error * rays.rest + per_size * rays.speed + N::all(0x1p-1060);
    const N square = dot(along, along);
    has_usual_speed = ((N::all(0x1p-900) <= square) & (square <= N::all(0x1p900))).bits();
    N over_speed;
    speed = floor_root(square, over_speed);
    start = dot(origin, along) / square * speed;
    go_along(over_speed);
  }

  /// With the length of `along`: directions have length 1. For squares that overflow or vanish, too.
  HWY_INLINE void set_speed(const N& length) {
    speed = length;
    const N over_speed = N::all(1) / speed;
    direction = along * over_speed;
    start = dot(origin, direction);
    go_along(over_speed);
  }
  HWY_INLINE N length() const { return root(dot(along, along)); }

  V near, direction;
  N speed, start, error;
  std::uint32_t has_usual_speed;  ///< otherwise set_speed() has to be called

  V origin, along;
  N origin_error, along_error;

 private:
  HWY_INLINE void go_along(const N& over_speed) {
    direction = along * over_speed;
    near = origin - direction * start;
    const N distance = abs(origin.x) + abs(origin.y) + abs(origin.z) + N::all(2);
    error = N::all(1.01) * (origin_error + along_error * over_speed * distance + N::all(24 * unit_roundoff) * distance);
    // Numbers so small that an inverse overflows, or so large that nothing can be said.
    const auto is_good =
        (N::all(0x1p-1000) <= speed) & (speed <= N::all(0x1p1000)) & (error <= N::all(InnerRay::most_error));
    error = select(is_good, error, N::all(std::numeric_limits<double>::infinity()));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
