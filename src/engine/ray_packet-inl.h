// Rays against eight oriented boxes, and against four triangles in float, compiled once per instruction set: include
// from sources that Highway's foreach_target.h repeats. N is Lanes or One; what comes out may differ where slack
// decides, and errs to a meeting everywhere.

#if defined(ABUT_ENGINE_RAY_PACKET_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_RAY_PACKET_INL_H_
#undef ABUT_ENGINE_RAY_PACKET_INL_H_
#else
#define ABUT_ENGINE_RAY_PACKET_INL_H_
#endif

#include "engine/inner_ray.h"
#include "engine/tree.h"
#include "math/lanes-inl.h"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Eight oriented boxes.
//
// With c the way from `near` to the centre and w the direction, both along an axis of the box, the ray is within the
// faces for s between (c - h) / w and (c + h) / w. Axes have coordinates whose magnitudes add up to 1.75 at most; ways
// have none above 4. The way is off by 2^-24 for the float, 2^-23 for the difference, its product with the axis by
// 1.75 * 1.5 * 2^-23 + 3 * 2^-24 * 7, the direction's product, with |s direction| < 1.75, by 1.75 (1.75 * 2^-24 + 3 *
// 2^-24 * 1.75), the sum with h by 2^-24 * 12: below 2^-18 in all.
template <class N>
class OrientedBoxKernel {
 public:
  /// The moment a box's face is reached may be computed too late, and that at which it is left too early, by less than
  /// this in all: quotients below 1.75 that matter are off by some 4 * 2^-24 of themselves.
  static constexpr float moment_slack = 0x1p-17f;

  HWY_INLINE explicit OrientedBoxKernel(const InnerRay& ray) : slack_(static_cast<float>(0x1p-18 + 2 * ray.error)) {
    for (int k = 0; k < 3; ++k)
      near_[k] = static_cast<float>(ray.near[k]), direction_[k] = static_cast<float>(ray.direction[k]);
  }

  /// The boxes that the ray may meet with s in [low, high], and since when, plus 2.
  HWY_INLINE std::uint32_t meet(const WideNode& node, float low, float high, float* since) const {
    using V = Vec3Of<N>;
    const ObbPacket& boxes = node.boxes;
    std::uint32_t met = 0;
    for (int lane = 0; lane < ObbPacket::lanes; lane += N::lanes) {
      N begin = N::all(low), end = N::all(high);
      const V way = V::load_aligned(boxes.centre, lane) - V::all(near_), direction = V::all(direction_);
      for (int k = 0; k < 3; ++k) {
        const V axis = V::load_aligned(boxes.axes[k], lane);
        const N half = N::load_aligned(boxes.half[k] + lane) + N::all(slack_);
        const N c = dot(way, axis), w = dot(direction, axis), tiny = N::all(0x1p-60f);
        const N inverse = N::all(1) / select(abs(w) < tiny, tiny, w), reach = abs(inverse) * half;
        const N middle = c * inverse;
        begin = max(begin, middle - reach), end = min(end, middle + reach);
      }
      (begin + N::all(2)).store(since + lane);
      met |= (begin <= end + N::all(moment_slack)).bits() << lane;
    }
    return met;
  }

 private:
  float near_[3], direction_[3], slack_;
};

/// Which of up to four triangles, nine floats each, the ray's line may meet.
//
// Turns d . (a x b) = (d x a) . (b - a), as in leaf/ray_triangle.cpp, in float: a corner seen from `near` is off by
// 2^-25 for its own rounding, 2^-24 for that of `near`, 2^-23 for the difference of numbers below 4, and by the ray's
// error; together below 2^-22 + error. A coordinate of d x a, at most S, is then off by 2 (2^-22 + error) + 2 * 3 *
// 2^-25 for the direction's rounding + 4 * 3 * 2^-24 for its own, below 2^-19.4 + 2 error, if d has length 1, and by
// twice as much if it has length 2; a side, at most E, by 2^-24 + 2^-23. Three products and their sums: 3 (2 E (2^-19.4
// + 2 error) + S 3 * 2^-24) + 9.1 * 2^-24 E S with E <= 2, below (2^-16 + 16 error) (E + S). With E' and E" of two
// sides and S' of the first corner, E <= E' + E", and as d x a changes by d x (b - a) from corner to corner, S <= S' +
// 4 E.
template <class N>
class TriangleKernel {
 public:
  explicit TriangleKernel(const InnerRay& ray) : slack_(static_cast<float>(0x1p-16 + 16 * ray.error)) {
    for (int k = 0; k < 3; ++k)
      near_[k] = static_cast<float>(ray.near[k]), direction_[k] = static_cast<float>(ray.direction[k]);
  }

  /// Of a leaf's triangles, as bits; bits beyond them mean nothing.
  HWY_INLINE std::uint32_t meet(const WideTree& tree, WideChild leaf) const {
    std::uint32_t met = 0;
    for (std::uint32_t lane = 0; lane < leaf.count(); lane += N::lanes) {
      V corner[3];
      load(tree.leaf_triangles(), leaf, lane, corner);
      met |= meet(corner) << lane;
    }
    return met;
  }

 private:
  using V = Vec3Of<N>;

  /// Places beyond the last are the last again.
  static HWY_INLINE void load(const LeafTriangles& of, WideChild leaf, std::uint32_t first, V* corner) {
    const auto place = [&](int i) HWY_ATTR {
      return leaf.first() + std::min(first + static_cast<std::uint32_t>(i), leaf.count() - 1);
    };
    for (int c = 0; c < 3; ++c) {
      N four[4];
      N::load_columns([&](int i) HWY_ATTR { return of.corner(place(i), c); }, four);
      corner[c] = {four[0], four[1], four[2]};
    }
  }

  static HWY_INLINE N largest_of(const V& v) { return max(abs(v.x), max(abs(v.y), abs(v.z))); }

  HWY_INLINE std::uint32_t meet(const V* corner) const {
    const V near = V::all(near_), direction = V::all(direction_);
    N turn[3], side_size[3], arm_size[3];
    for (int i = 0; i < 3; ++i) {
      const V side = corner[i == 2 ? 0 : i + 1] - corner[i], arm = cross(direction, corner[i] - near);
      side_size[i] = largest_of(side), arm_size[i] = largest_of(arm);
      turn[i] = dot(arm, side);
    }
    const N bound = mul_add(side_size[0] + side_size[1], N::all(5), arm_size[0]) * N::all(slack_);
    const N least = min(turn[0], min(turn[1], turn[2])), most = max(turn[0], max(turn[1], turn[2]));
    return ((-bound <= least) | (most <= bound)).bits();
  }

  float near_[3], direction_[3], slack_;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
