#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/obb_packet_axes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/obb_packet_moments.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "engine/obb_packet_space-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

void MomentsOf(const PacketCorners& corners, SurfaceMoments& total) {
  using DD = hn::CappedTag<double, lanes>;
  using Wide = Space<hn::Vec<DD>>;
  const DD d;
  const hn::Rebind<float, DD> narrow;
  alignas(64) double sums[10][lanes];
  for (int i = 0; i < lanes; i += static_cast<int>(hn::MaxLanes(d))) {
    const auto at = [&](std::uint32_t v) HWY_ATTR {
      const auto& p = corners.at[v];
      return Wide{hn::PromoteTo(d, hn::LoadU(narrow, p[0] + i)), hn::PromoteTo(d, hn::LoadU(narrow, p[1] + i)),
                  hn::PromoteTo(d, hn::LoadU(narrow, p[2] + i))};
    };
    const auto zero = hn::Zero(d);
    hn::Vec<DD> moments[10];
    for (auto& m : moments) m = zero;
    for (std::uint32_t t = 0; t < corners.triangles; ++t) {
      const Wide p = at(3 * t), q = at(3 * t + 1), r = at(3 * t + 2), normal = cross(q - p, r - p);
      alignas(64) double there[lanes];
      for (int lane = 0; lane < lanes; ++lane) there[lane] = corners.count[lane] > t;
      // Twice the area; 2^-8 of the squares of two edges for slivers and segments; something for points.
      const auto edges = hn::Add(dot(q - p, q - p), dot(r - p, r - p));
      auto weight = hn::Add(hn::Sqrt(dot(normal, normal)), hn::Mul(edges, hn::Set(d, 0x1p-8)));
      weight = hn::Mul(hn::Add(weight, hn::Set(d, 0x1p-60)), hn::Load(d, there + i));
      // The integral of x x' over the triangle is area / 12 (s s' + p p' + q q' + r r') with the sum s of its corners.
      const Wide s = p + q + r;
      const auto product = [&](auto Wide::*a, auto Wide::*b) HWY_ATTR {
        const auto pq = hn::Add(hn::Mul(p.*a, p.*b), hn::Mul(q.*a, q.*b));
        const auto rs = hn::Add(hn::Mul(r.*a, r.*b), hn::Mul(s.*a, s.*b));
        return hn::Mul(weight, hn::Add(pq, rs));
      };
      moments[0] = hn::Add(moments[0], weight);
      moments[1] = hn::Add(moments[1], hn::Mul(weight, s.x));
      moments[2] = hn::Add(moments[2], hn::Mul(weight, s.y));
      moments[3] = hn::Add(moments[3], hn::Mul(weight, s.z));
      moments[4] = hn::Add(moments[4], product(&Wide::x, &Wide::x));
      moments[5] = hn::Add(moments[5], product(&Wide::x, &Wide::y));
      moments[6] = hn::Add(moments[6], product(&Wide::x, &Wide::z));
      moments[7] = hn::Add(moments[7], product(&Wide::y, &Wide::y));
      moments[8] = hn::Add(moments[8], product(&Wide::y, &Wide::z));
      moments[9] = hn::Add(moments[9], product(&Wide::z, &Wide::z));
    }
    for (int m = 0; m < 10; ++m) hn::Store(moments[m], d, sums[m] + i);
  }
  const auto sum = [&](int m) {
    double result = 0;
    for (int lane = 0; lane < lanes; ++lane) result += sums[m][lane];
    return result;
  };
  total.mass = sum(0);
  for (int i = 0; i < 3; ++i) total.sum[i] = sum(1 + i) * (1.0 / 3);
  for (int i = 0; i < 6; ++i) total.products[i] = sum(4 + i) * (1.0 / 12);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(MomentsOf);

SurfaceMoments moments_of(const PacketCorners& corners) {
  SurfaceMoments result;
  HWY_DYNAMIC_DISPATCH(MomentsOf)(corners, result);
  return result;
}

}  // namespace abut
#endif
