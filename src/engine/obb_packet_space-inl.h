// Vectors in space, for choosing the axes of packets of boxes; compiled once per instruction set: include
// from sources that Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_OBB_PACKET_SPACE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_OBB_PACKET_SPACE_INL_H_
#undef ABUT_ENGINE_OBB_PACKET_SPACE_INL_H_
#else
#define ABUT_ENGINE_OBB_PACKET_SPACE_INL_H_
#endif

#include "engine/obb_packet.h"
#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

constexpr int lanes = ObbPacket::lanes;
// Fused operations would round differently from one instruction set to the next.
using N = Lanes<float, lanes>;
using Mask = N::Mask;
using Space = Vec3Of<N>;
using WideSpace = Vec3Of<Lanes<double, lanes>>;

template <class Number>
HWY_INLINE Vec3Of<Number> without(const Vec3Of<Number>& a, const Vec3Of<Number>& unit) {
  return a - unit * dot(a, unit);
}
template <class Number>
HWY_INLINE Vec3Of<Number> normalised(const Vec3Of<Number>& a) {
  return a * (Number::all(1) / root(dot(a, a)));
}

/// Any unit vector perpendicular to a unit vector.
HWY_INLINE Space perpendicular(const Space& unit) {
  const N zero = N::all(0), x = abs(unit.x), y = abs(unit.y), z = abs(unit.z);
  const Space across_x{zero, unit.z, -unit.y}, across_y{-unit.z, zero, unit.x}, across_z{unit.y, -unit.x, zero};
  return normalised(select(min(x, y) <= z, select(x <= y, across_x, across_y), across_z));
}

/// Rounding leaves a float frame some 2^-22 off orthonormal; done over in double, only the final rounding is left.
// What is almost along an axis of the frame is made so: products of such noise are subnormal numbers, which make a test
// of boxes take twice as long. 2^-40 is far below the final rounding's part in packet_axes_defect.
inline void orthonormalise(float (&axes)[3][3][lanes]) {
  using Wide = Lanes<double, lanes>;
  const auto without_noise = [](const Wide& a)
                                 HWY_ATTR { return select(abs(a) < Wide::all(0x1p-40), Wide::all(0), a); };
  const auto store = [&](const WideSpace& axis, float(&to)[3][lanes], int i) HWY_ATTR {
    WideSpace{without_noise(axis.x), without_noise(axis.y), without_noise(axis.z)}.store_rounded(to, i);
  };
  for (int i = 0; i < lanes; i += Wide::lanes) {
    const WideSpace x = normalised(WideSpace::widened(axes[0], i));
    const WideSpace y = normalised(without(WideSpace::widened(axes[1], i), x));
    store(x, axes[0], i);
    store(y, axes[1], i);
    store(cross(x, y), axes[2], i);
  }
}

/// Extents in the plane of axes that are turned by an angle with the given cosine and sine.
struct Rectangle {
  N a_low, a_high, b_low, b_high;

  explicit HWY_INLINE Rectangle(const N& a, const N& b) : a_low(a), a_high(a), b_low(b), b_high(b) {}
  HWY_INLINE void add(const N& a, const N& b) {
    a_low = min(a_low, a), a_high = max(a_high, a);
    b_low = min(b_low, b), b_high = max(b_high, b);
  }
};
HWY_INLINE N turned_a(const N& a, const N& b, const N& c, const N& s) { return c * a + s * b; }
HWY_INLINE N turned_b(const N& a, const N& b, const N& c, const N& s) { return c * b - s * a; }
/// Half the surface of a box from its lengths.
HWY_INLINE N half_area(const N& a, const N& b, const N& c) { return a * b + (a + b) * c; }

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
