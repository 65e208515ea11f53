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

void MomentsOf(const PacketCorners& corners, SurfaceMoments (&to)[lanes]) {
  using Doubles = Lanes<double, lanes>;
  alignas(64) double sums[10][lanes];
  for (int i = 0; i < lanes; i += Doubles::lanes) {
    const auto at = [&](std::uint32_t v) HWY_ATTR { return WideSpace::widened(corners.at[v], i); };
    Doubles moments[10];
    for (Doubles& m : moments) m = Doubles::all(0);
    for (std::uint32_t t = 0; t < corners.triangles; ++t) {
      const WideSpace p = at(3 * t), q = at(3 * t + 1), r = at(3 * t + 2), normal = cross(q - p, r - p);
      alignas(64) double there[lanes];
      for (int lane = 0; lane < lanes; ++lane) there[lane] = corners.count[lane] > t;
      // Twice the area; 2^-8 of the squares of two edges for slivers and segments; something for points.
      const Doubles edges = dot(q - p, q - p) + dot(r - p, r - p);
      const Doubles weight = (root(dot(normal, normal)) + edges * Doubles::all(0x1p-8) + Doubles::all(0x1p-60)) *
                             Doubles::load_aligned(there + i);
      // The integral of x x' over the triangle is area / 12 (s s' + p p' + q q' + r r') with the sum s of its corners.
      const WideSpace s = p + q + r;
      const auto product = [&](Doubles WideSpace::*a, Doubles WideSpace::*b) HWY_ATTR {
        return weight * ((p.*a * p.*b + q.*a * q.*b) + (r.*a * r.*b + s.*a * s.*b));
      };
      moments[0] = moments[0] + weight;
      moments[1] = moments[1] + weight * s.x;
      moments[2] = moments[2] + weight * s.y;
      moments[3] = moments[3] + weight * s.z;
      moments[4] = moments[4] + product(&WideSpace::x, &WideSpace::x);
      moments[5] = moments[5] + product(&WideSpace::x, &WideSpace::y);
      moments[6] = moments[6] + product(&WideSpace::x, &WideSpace::z);
      moments[7] = moments[7] + product(&WideSpace::y, &WideSpace::y);
      moments[8] = moments[8] + product(&WideSpace::y, &WideSpace::z);
      moments[9] = moments[9] + product(&WideSpace::z, &WideSpace::z);
    }
    for (int m = 0; m < 10; ++m) moments[m].store(sums[m] + i);
  }
  for (int lane = 0; lane < lanes; ++lane) {
    to[lane].mass = sums[0][lane];
    for (int i = 0; i < 3; ++i) to[lane].sum[i] = sums[1 + i][lane];
    for (int i = 0; i < 6; ++i) to[lane].products[i] = sums[4 + i][lane];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(MomentsOf);

void moments_of(const PacketCorners& corners, SurfaceMoments (&to)[ObbPacket::lanes]) {
  HWY_DYNAMIC_DISPATCH(MomentsOf)(corners, to);
}

}  // namespace abut
#endif
