// Gaps between a box, or a point, and eight boxes, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats. Their definition is the scalar one in volume/gap_box.h; the bits are the same on
// every instruction set, because what an approximate search leaves out rests on them: no fused operations.

#if defined(ABUT_VOLUME_GAP_PACKET_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_VOLUME_GAP_PACKET_INL_H_
#undef ABUT_VOLUME_GAP_PACKET_INL_H_
#else
#define ABUT_VOLUME_GAP_PACKET_INL_H_
#endif

#include <abut/volume/gap_box.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// The boxes of as many lanes as the registers hold.
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
  static HWY_INLINE V dot(const V3& a, const V3& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
  }
  HWY_INLINE V along(const Vec3& a, const V3& b) const {
    return hn::Abs(hn::Add(hn::Add(hn::Mul(set(a.x), b.x), hn::Mul(set(a.y), b.y)), hn::Mul(set(a.z), b.z)));
  }
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

/// As squared_gaps_scalar; rigid placements only.
HWY_INLINE void squared_gaps(const GapBox& closed, const ObbPacket& opened, double* squares) {
  using V = GapLanes::V;
  const GapLanes::D d;
  for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
    const GapLanes boxes(opened, lane);
    const GapLanes::V3 way = boxes.centres_from(closed.centre);
    V own[3] = {boxes.set(closed.half.x), boxes.set(closed.half.y), boxes.set(closed.half.z)};
    V other_square = hn::Zero(d), line = hn::Zero(d);
    for (int k = 0; k < 3; ++k) {
      const GapLanes::V3 axis = boxes.axis(k);
      V reach = boxes.half[k];
      for (int i = 0; i < 3; ++i) {
        const V cosine = boxes.along(closed.directions[i], axis);
        own[i] = hn::Add(own[i], hn::Mul(boxes.half[k], cosine));
        reach = hn::Add(reach, hn::Mul(boxes.set(closed.half[i]), cosine));
      }
      const V along = hn::Abs(GapLanes::dot(way, axis)), gap = GapLanes::positive(hn::Sub(along, reach));
      other_square = hn::Add(other_square, hn::Mul(gap, gap));
      line = hn::Add(line, hn::Mul(boxes.half[k], along));
    }
    V own_square = hn::Zero(d);
    for (int i = 0; i < 3; ++i) {
      const V along = boxes.along(closed.directions[i], way), gap = GapLanes::positive(hn::Sub(along, own[i]));
      own_square = hn::Add(own_square, hn::Mul(gap, gap));
      line = hn::Add(line, hn::Mul(boxes.set(closed.half[i]), along));
    }
    const V faces = hn::Mul(GapLanes::larger(own_square, other_square), boxes.set(gap_shrink));
    hn::StoreU(GapLanes::larger(faces, GapLanes::line_square(GapLanes::dot(way, way), line)), d, squares + lane);
  }
}

/// The same from a point.
HWY_INLINE void squared_gaps(const Vec3& point, const ObbPacket& packet, double* squares) {
  using V = GapLanes::V;
  const GapLanes::D d;
  for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
    const GapLanes boxes(packet, lane);
    const GapLanes::V3 way = boxes.centres_from(point);
    V square = hn::Zero(d), line = hn::Zero(d);
    for (int k = 0; k < 3; ++k) {
      const V along = hn::Abs(GapLanes::dot(way, boxes.axis(k))),
              gap = GapLanes::positive(hn::Sub(along, boxes.half[k]));
      square = hn::Add(square, hn::Mul(gap, gap));
      line = hn::Add(line, hn::Mul(boxes.half[k], along));
    }
    hn::StoreU(
        GapLanes::larger(hn::Mul(square, boxes.set(gap_shrink)), GapLanes::line_square(GapLanes::dot(way, way), line)),
        d, squares + lane);
  }
}

/// Squared distances of the boxes' centres from a point.
HWY_INLINE void squared_centre_distances(const Vec3& point, const ObbPacket& packet, double* squares) {
  const GapLanes::D d;
  for (std::size_t lane = 0; lane < ObbPacket::lanes; lane += hn::Lanes(d)) {
    const GapLanes::V3 way = GapLanes(packet, lane).centres_from(point);
    hn::StoreU(GapLanes::dot(way, way), d, squares + lane);
  }
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
