#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/ray_tree.h"
#include "engine/ready_ray.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ready_ray.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/inner_rays-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// As many rays as N has lanes. Missing ones are the last again.
template <class N>
class ReadyRays {
 public:
  ReadyRays(ReadyRay* const* rays, std::size_t count) {
    for (std::size_t i = 0; i < N::lanes; ++i) rays_[i] = rays[std::min(i, count - 1)];
  }

  HWY_INLINE void make(const RayStage& stage) const {
    const V origin = load([](const ReadyRay& ray) -> const Vec3& { return ray.exact.origin; });
    const V direction = load([](const ReadyRay& ray) -> const Vec3& { return ray.exact.direction; });
    const V rest = load([](const ReadyRay& ray) -> const Vec3& { return ray.exact.rest; });
    V way = V::all(stage.model.centre) - origin;
    N error = N::all(unit_roundoff) * largest_of(way);
    if (!stage.model.is_shifted_only || stage.at.shift != Vec3{}) place(stage, way, error);
    const RaySights<N> sights(stage.model, direction, rest, way, error);
    for (ReadyRay* ray : rays_) ray->sight.model = stage.model, ray->sight.direction = ray->exact.direction;
    store(way, [](ReadyRay& ray) -> Vec3& { return ray.sight.way.value; });
    store(error, [](ReadyRay& ray) -> double& { return ray.sight.way.error; });
    store(sights.speed, [](ReadyRay& ray) -> double& { return ray.sight.speed; });
    store(sights.rest, [](ReadyRay& ray) -> double& { return ray.sight.rest; });
    store(sights.far, [](ReadyRay& ray) -> double& { return ray.sight.far; });
    store(sights.least_edge, [](ReadyRay& ray) -> double& { return ray.sight.least_edge; });
    store(sights.most_edge, [](ReadyRay& ray) -> double& { return ray.sight.most_edge; });
    store(sights.turn_scale, [](ReadyRay& ray) -> double& { return ray.sight.turn_scale; });
    store(sights.slope_scale, [](ReadyRay& ray) -> double& { return ray.sight.slope_scale; });
    store(sights.height_scale, [](ReadyRay& ray) -> double& { return ray.sight.height_scale; });
    store(sights.over_speed, [](ReadyRay& ray) -> double& { return ray.sight.over_speed; });

    const InnerRays<N> inner(stage.frame, sights);
    store(inner.near, [](ReadyRay& ray) -> Vec3& { return ray.inner.near; });
    store(inner.direction, [](ReadyRay& ray) -> Vec3& { return ray.inner.direction; });
    store(inner.speed, [](ReadyRay& ray) -> double& { return ray.inner.speed; });
    store(inner.start, [](ReadyRay& ray) -> double& { return ray.inner.start; });
    store(inner.error, [](ReadyRay& ray) -> double& { return ray.inner.error; });
    bound_axis(0, inner.near.x, inner.direction.x, inner.error);
    bound_axis(1, inner.near.y, inner.direction.y, inner.error);
    bound_axis(2, inner.near.z, inner.direction.z, inner.error);
    constexpr std::uint32_t all = (1u << N::lanes) - 1;
    const std::uint32_t unusual = ~inner.has_usual_speed & all;
    if (unusual != 0) make_again(unusual, stage);
  }

 private:
  using V = Vec3Of<N>;

  /// One vector of each ray.
  template <class Get>
  HWY_INLINE V load(const Get& of) const {
    double rows[3][N::lanes];
    for (int i = 0; i < N::lanes; ++i) {
      const Vec3& v = of(*rays_[i]);
      rows[0][i] = v.x, rows[1][i] = v.y, rows[2][i] = v.z;
    }
    return V::load(rows, 0);
  }
  template <class Get>
  HWY_INLINE void store(const N& value, const Get& in) const {
    double row[N::lanes];
    value.store(row);
    for (int i = 0; i < N::lanes; ++i) in(*rays_[i]) = row[i];
  }
  template <class Get>
  HWY_INLINE void store(const V& value, const Get& in) const {
    double rows[3][N::lanes];
    value.store(rows, 0);
    for (int i = 0; i < N::lanes; ++i) in(*rays_[i]) = {rows[0][i], rows[1][i], rows[2][i]};
  }

  // With r a coordinate of `near` and d of the direction, the ray is within [low, high] for s between (low - r) / d and
  // (high - r) / d, or the other way round. A d of 0 is taken as 2^-60, so that quotients stay finite: no point of the
  // ray moves by more than 2^-59. Boxes are taken larger by `slack`, which covers that r and d are off by the ray's
  // error together, that inverse and (r + slack) inverse are rounded to float (2^-24 of bounds below 1 and of |r| < 2),
  // and that the bound is multiplied where this is not fused (2^-24): 4 * 2^-24 in all.
  HWY_INLINE void bound_axis(int k, const N& near, const N& direction, const N& error) const {
    const N tiny = N::all(0x1p-60), slack = N::all(0x1p-21) + error;
    // Signs of rays that come from anywhere cannot be guessed: no branches.
    const N d = copy_sign(max(abs(direction), tiny), direction), shift = copy_sign(slack, d), over = N::all(1) / d;
    double inverse[N::lanes], to_first[N::lanes], to_last[N::lanes];
    over.store(inverse);
    (-(near + shift) * over).store(to_first);
    (-(near - shift) * over).store(to_last);
    const std::uint32_t backs = (d < N::all(0)).bits();
    for (int i = 0; i < N::lanes; ++i) {
      AxisBounds& axes = rays_[i]->axes;
      axes.inverse[k] = static_cast<float>(inverse[i]);
      axes.to_first[k] = static_cast<float>(to_first[i]);
      axes.to_last[k] = static_cast<float>(to_last[i]);
      const std::uint32_t back = backs >> i & 1, low = static_cast<std::uint32_t>(k) * RayNode::lanes;
      axes.first[k] = low + back * (3 * RayNode::lanes), axes.last[k] = low + (1 - back) * (3 * RayNode::lanes);
    }
  }

  /// Rays whose direction's square overflows or vanishes.
  void make_again(std::uint32_t lanes, const RayStage& stage) const {
    for (; lanes != 0; lanes &= lanes - 1) {
      ReadyRay* const ray = rays_[std::countr_zero(lanes)];
      ray->inner = InnerRay(stage.frame, ray->sight);
      const InnerRay& inner = ray->inner;
      using Alone = One<double>;
      for (int k = 0; k < 3; ++k)
        ReadyRays<Alone>(&ray, 1).bound_axis(k, {inner.near[k]}, {inner.direction[k]}, {inner.error});
    }
  }

  void place(const RayStage& stage, V& way, N& error) const {
    double rows[3][N::lanes], errors[N::lanes];
    for (int i = 0; i < N::lanes; ++i) {
      const BoundedVec3 one = way_to(stage.model, stage.at, rays_[i]->exact.origin);
      rows[0][i] = one.value.x, rows[1][i] = one.value.y, rows[2][i] = one.value.z, errors[i] = one.error;
    }
    way = V::load(rows, 0), error = N::load(errors);
  }

  template <class>
  friend class ReadyRays;

  ReadyRay* rays_[N::lanes];
};

template <class N>
void make_all_ready(std::span<ReadyRay* const> rays, const RayStage& stage) {
  for (std::size_t i = 0; i < rays.size(); i += N::lanes) ReadyRays<N>(&rays[i], rays.size() - i).make(stage);
}

void ready_by_packets(std::span<ReadyRay* const> rays, const RayStage& stage) {
  make_all_ready<Lanes<double, 8>>(rays, stage);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(ready_by_packets);

void make_ready(ReadyRay& ray, const RayStage& stage) {
  ReadyRay* const one = &ray;
  HWY_NAMESPACE::ReadyRays<HWY_NAMESPACE::One<double>>(&one, 1).make(stage);
}

void make_ready(std::span<ReadyRay* const> rays, const RayStage& stage, Simd simd) {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::make_all_ready<HWY_NAMESPACE::One<double>>(rays, stage);
  return ABUT_VERSION_FOR(target, ready_by_packets)(rays, stage);
}

}  // namespace abut
#endif
