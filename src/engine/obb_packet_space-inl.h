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
inline void orthonormalise(float (&axes)[3][3][lanes]) {
  for (int i = 0; i < lanes; i += Lanes<double, lanes>::lanes) {
    const WideSpace x = normalised(WideSpace::widened(axes[0], i));
    const WideSpace y = normalised(without(WideSpace::widened(axes[1], i), x));
    x.store_rounded(axes[0], i);
    y.store_rounded(axes[1], i);
    cross(x, y).store_rounded(axes[2], i);
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
