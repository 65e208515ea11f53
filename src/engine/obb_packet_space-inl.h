// Vectors in space, a lane each, for choosing the axes of packets of boxes; compiled once per instruction set: include
// from sources that Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_OBB_PACKET_SPACE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_OBB_PACKET_SPACE_INL_H_
#undef ABUT_ENGINE_OBB_PACKET_SPACE_INL_H_
#else
#define ABUT_ENGINE_OBB_PACKET_SPACE_INL_H_
#endif

#include "engine/obb_packet.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr int lanes = ObbPacket::lanes;
using D = hn::CappedTag<float, lanes>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
constexpr int width = static_cast<int>(hn::MaxLanes(D()));

/// A vector in space for each lane.
template <class Vector>
struct Space {
  Vector x, y, z;

  friend HWY_INLINE Space operator+(const Space& a, const Space& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
  }
  friend HWY_INLINE Space operator-(const Space& a, const Space& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
  }
  friend HWY_INLINE Space operator*(const Space& a, Vector s) {
    return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
  }
  // No fused multiply-adds: they would round differently from one instruction set to the next.
  friend HWY_INLINE Vector dot(const Space& a, const Space& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
  }
  friend HWY_INLINE Space cross(const Space& a, const Space& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
  }
  friend HWY_INLINE Space without(const Space& a, const Space& unit) { return a - unit * dot(a, unit); }
  friend HWY_INLINE Space normalised(const Space& a) {
    const Vector square = dot(a, a);
    return a * hn::Div(hn::Set(hn::DFromV<Vector>(), 1), hn::Sqrt(square));
  }
};
using Space3 = Space<V>;

HWY_INLINE Space3 select(M mask, const Space3& yes, const Space3& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
}
HWY_INLINE Space3 load(const float (&from)[3][lanes], int lane) {
  const D d;
  return {hn::LoadU(d, from[0] + lane), hn::LoadU(d, from[1] + lane), hn::LoadU(d, from[2] + lane)};
}
HWY_INLINE void store(const Space3& v, float (&to)[3][lanes], int lane) {
  const D d;
  hn::StoreU(v.x, d, to[0] + lane);
  hn::StoreU(v.y, d, to[1] + lane);
  hn::StoreU(v.z, d, to[2] + lane);
}

/// Any unit vector perpendicular to a unit vector.
HWY_INLINE Space3 perpendicular(const Space3& unit) {
  const V zero = hn::Zero(D()), x = hn::Abs(unit.x), y = hn::Abs(unit.y), z = hn::Abs(unit.z);
  const Space3 across_x{zero, unit.z, hn::Neg(unit.y)}, across_y{hn::Neg(unit.z), zero, unit.x},
      across_z{unit.y, hn::Neg(unit.x), zero};
  const Space3 across_xy = select(hn::Le(x, y), across_x, across_y);
  return normalised(select(hn::Le(hn::Min(x, y), z), across_xy, across_z));
}

/// Rounding leaves a float frame some 2^-22 off orthonormal; done over in double, only the final rounding is left.
inline void orthonormalise(float (&axes)[3][3][lanes]) {
  using DD = hn::CappedTag<double, lanes>;
  using Wide = Space<hn::Vec<DD>>;
  const DD d;
  const hn::Rebind<float, DD> narrow;
  const auto from = [&](const float(&axis)[3][lanes], int i) HWY_ATTR {
    return Wide{hn::PromoteTo(d, hn::LoadU(narrow, axis[0] + i)), hn::PromoteTo(d, hn::LoadU(narrow, axis[1] + i)),
                hn::PromoteTo(d, hn::LoadU(narrow, axis[2] + i))};
  };
  const auto to = [&](const Wide& v, float(&axis)[3][lanes], int i) HWY_ATTR {
    hn::StoreU(hn::DemoteTo(narrow, v.x), narrow, axis[0] + i);
    hn::StoreU(hn::DemoteTo(narrow, v.y), narrow, axis[1] + i);
    hn::StoreU(hn::DemoteTo(narrow, v.z), narrow, axis[2] + i);
  };
  for (int i = 0; i < lanes; i += static_cast<int>(hn::MaxLanes(d))) {
    const Wide x = normalised(from(axes[0], i));
    const Wide y = normalised(without(from(axes[1], i), x));
    to(x, axes[0], i);
    to(y, axes[1], i);
    to(cross(x, y), axes[2], i);
  }
}

/// Extents in the plane of axes that are turned by an angle with the given cosine and sine.
struct Rectangle {
  V a_low, a_high, b_low, b_high;

  explicit HWY_INLINE Rectangle(V a, V b) : a_low(a), a_high(a), b_low(b), b_high(b) {}
  HWY_INLINE void add(V a, V b) {
    a_low = hn::Min(a_low, a), a_high = hn::Max(a_high, a);
    b_low = hn::Min(b_low, b), b_high = hn::Max(b_high, b);
  }
};
HWY_INLINE V turned_a(V a, V b, V c, V s) { return hn::Add(hn::Mul(c, a), hn::Mul(s, b)); }
HWY_INLINE V turned_b(V a, V b, V c, V s) { return hn::Sub(hn::Mul(c, b), hn::Mul(s, a)); }
/// Half the surface of a box from its lengths.
HWY_INLINE V half_area(V a, V b, V c) { return hn::Add(hn::Mul(a, b), hn::Mul(hn::Add(a, b), c)); }

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
