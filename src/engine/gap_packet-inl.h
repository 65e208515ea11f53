// Gaps between a box, or a point, and eight boxes, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats. Their definition is the scalar one in volume/gap_box.h. Without fused operations
// the bits are the same on every instruction set, which approximate searches need, because what they leave out rests on
// them; exact ones take whatever is fastest.

#if defined(ABUT_ENGINE_GAP_PACKET_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_GAP_PACKET_INL_H_
#undef ABUT_ENGINE_GAP_PACKET_INL_H_
#else
#define ABUT_ENGINE_GAP_PACKET_INL_H_
#endif

#include "engine/gap_box.h"
#include "engine/obb_packet-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// The boxes of as many lanes as the registers hold.
template <bool fused>
class GapLanes {
 public:
  using D = hn::CappedTag<double, ObbPacket::lanes>;
  using V = hn::Vec<D>;
  struct V3 {
    V x, y, z;
  };

  HWY_INLINE GapLanes(const ObbPacket& boxes, std::size_t lane) : boxes_(boxes), lane_(lane) {
    const V x = load(boxes.half[0]), y = load(boxes.half[1]), z = load(boxes.half[2]);
    const V more = hn::Mul(larger(larger(x, y), z), hn::Set(d_, gap_inflation));
    half[0] = hn::Add(x, more), half[1] = hn::Add(y, more), half[2] = hn::Add(z, more);
  }

  HWY_INLINE V3 axis(int k) const {
    return {load(boxes_.axes[k][0]), load(boxes_.axes[k][1]), load(boxes_.axes[k][2])};
  }
  HWY_INLINE V3 centres_from(const Vec3& p) const {
    return {hn::Sub(load(boxes_.centre[0]), set(p.x)), hn::Sub(load(boxes_.centre[1]), set(p.y)),
            hn::Sub(load(boxes_.centre[2]), set(p.z))};
  }
  HWY_INLINE V set(double x) const { return hn::Set(d_, x); }
  /// a b + c
  static HWY_INLINE V mul_add(const V& a, const V& b, const V& c) {
    if constexpr (fused)
      return hn::MulAdd(a, b, c);
    else
      return hn::Add(hn::Mul(a, b), c);
  }
  static HWY_INLINE V dot(const V3& a, const V3& b) { return mul_add(a.z, b.z, mul_add(a.y, b.y, hn::Mul(a.x, b.x))); }
  HWY_INLINE V along(const Vec3& a, const V3& b) const { return hn::Abs(dot({set(a.x), set(a.y), set(a.z)}, b)); }
  static HWY_INLINE V larger(const V& x, const V& y) { return hn::IfThenElse(hn::Gt(x, y), x, y); }
  static HWY_INLINE V positive(const V& x) { return hn::IfThenElseZero(hn::Gt(x, hn::Zero(D())), x); }
  static HWY_INLINE V line_square(const V& squared_distance, const V& reach) {
    const V gap = hn::Sub(squared_distance, reach);
    return hn::IfThenElseZero(hn::Gt(gap, hn::Zero(D())), hn::Mul(gap, hn::Div(gap, squared_distance)));
  }

  V half[3];

 private:
  HWY_INLINE V load(const float* p) const {
    const hn::Rebind<float, D> narrow;
    return hn::PromoteTo(d_, hn::LoadU(narrow, p + lane_));
  }

  D d_;
  const ObbPacket& boxes_;
  std::size_t lane_;
};

/// As squared_gaps_scalar, for rigid placements only, and the lanes whose square is not above the limit.
template <bool fused>
HWY_INLINE std::uint32_t near_lanes(const GapBox& closed, const ObbPacket& opened, double limit, double* squares) {
  using Lanes = GapLanes<fused>;
  using V = typename Lanes::V;
  const typename Lanes::D d;
  std::uint32_t far = 0;
  for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
    const Lanes boxes(opened, lane);
    const auto way = boxes.centres_from(closed.centre);
    V own[3] = {boxes.set(closed.half.x), boxes.set(closed.half.y), boxes.set(closed.half.z)};
    V other_square = hn::Zero(d), line = hn::Zero(d);
    for (int k = 0; k < 3; ++k) {
      const auto axis = boxes.axis(k);
      V reach = boxes.half[k];
      for (int i = 0; i < 3; ++i) {
        const V cosine = boxes.along(closed.directions[i], axis);
        own[i] = Lanes::mul_add(boxes.half[k], cosine, own[i]);
        reach = Lanes::mul_add(boxes.set(closed.half[i]), cosine, reach);
      }
      const V along = hn::Abs(Lanes::dot(way, axis)), gap = Lanes::positive(hn::Sub(along, reach));
      other_square = Lanes::mul_add(gap, gap, other_square);
      line = Lanes::mul_add(boxes.half[k], along, line);
    }
    V own_square = hn::Zero(d);
    for (int i = 0; i < 3; ++i) {
      const V along = boxes.along(closed.directions[i], way), gap = Lanes::positive(hn::Sub(along, own[i]));
      own_square = Lanes::mul_add(gap, gap, own_square);
      line = Lanes::mul_add(boxes.set(closed.half[i]), along, line);
    }
    const V faces = hn::Mul(Lanes::larger(own_square, other_square), boxes.set(gap_shrink));
    const V square = Lanes::larger(faces, Lanes::line_square(Lanes::dot(way, way), line));
    hn::StoreU(square, d, squares + lane);
    far |= bits_of(d, hn::Gt(square, hn::Set(d, limit))) << lane;
  }
  return ~far;
}

/// The same from a point.
template <bool fused>
HWY_INLINE std::uint32_t near_lanes(const Vec3& point, const ObbPacket& packet, double limit, double* squares) {
  using Lanes = GapLanes<fused>;
  using V = typename Lanes::V;
  const typename Lanes::D d;
  std::uint32_t far = 0;
  for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
    const Lanes boxes(packet, lane);
    const auto way = boxes.centres_from(point);
    V faces = hn::Zero(d), line = hn::Zero(d);
    for (int k = 0; k < 3; ++k) {
      const V along = hn::Abs(Lanes::dot(way, boxes.axis(k))), gap = Lanes::positive(hn::Sub(along, boxes.half[k]));
      faces = Lanes::mul_add(gap, gap, faces);
      line = Lanes::mul_add(boxes.half[k], along, line);
    }
    const V square =
        Lanes::larger(hn::Mul(faces, boxes.set(gap_shrink)), Lanes::line_square(Lanes::dot(way, way), line));
    hn::StoreU(square, d, squares + lane);
    far |= bits_of(d, hn::Gt(square, hn::Set(d, limit))) << lane;
  }
  return ~far;
}

/// Squared distances of the boxes' centres from a point.
HWY_INLINE void squared_centre_distances(const Vec3& point, const ObbPacket& packet, double* squares) {
  using Lanes = GapLanes<false>;
  const Lanes::D d;
  for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
    const auto way = Lanes(packet, lane).centres_from(point);
    hn::StoreU(Lanes::dot(way, way), d, squares + lane);
  }
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
