// Rays against the nodes and leaves of their own tree, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats. N is Lanes or One; which boxes are met may differ where slack decides, and errs
// to a meeting everywhere; what is said of triangles is the same everywhere.

#if defined(ABUT_ENGINE_AXIS_WAY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_AXIS_WAY_INL_H_
#undef ABUT_ENGINE_AXIS_WAY_INL_H_
#else
#define ABUT_ENGINE_AXIS_WAY_INL_H_
#endif

#include "engine/ray_descent-inl.h"
#include "leaf/ray_triangles-inl.h"

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Not 0, so that quotients stay finite: no point of the ray moves by more than 2^-59.
HWY_INLINE float not_flat(float x) { return std::abs(x) >= 0x1p-60f ? x : std::copysign(0x1p-60f, x); }

/// Along one axis: the ray is between two bounds of a box, taken larger, from first * inverse + to_first on to last *
/// inverse + to_last, where `first` is the bound that it comes to first: the lower one if `inverse` is above 0.
//
// With r a coordinate of `near` and d of the direction, the ray is within [low, high] for s between (low - r) / d and
// (high - r) / d, or the other way round. Boxes are taken larger by `slack`, which covers that r and d are off by the
// ray's error together, that they are rounded to float (2^-24, and 2^-25 times |s| < 2), that r + slack is rounded and
// multiplied (2 * 2^-24 * 2), and that the bound is multiplied where this is not fused (2^-24): 7 * 2^-24 in all.
struct AxisBounds {
  HWY_INLINE AxisBounds(const InnerRay& ray, int k) {
    const float d = not_flat(static_cast<float>(ray.direction[k]));
    const double slack = 0x1p-21 + ray.error, shift = d > 0 ? slack : -slack;
    inverse = 1 / d;
    to_first = -static_cast<float>(ray.near[k] + shift) * inverse;
    to_last = -static_cast<float>(ray.near[k] - shift) * inverse;
  }
  float inverse, to_first, to_last;
};

/// The moment a box's face is reached may be computed too late, and that at which it is left too early, by less than
/// this in all: quotients below 1.75 that matter are off by some 4 * 2^-24 of themselves.
inline constexpr float moment_slack = 0x1p-20f;

/// Through the tree of boxes along the axes. N is what boxes are computed in, T what triangles are.
template <class N, class T>
class AxisWay {
 public:
  HWY_INLINE AxisWay(const RayTree& tree, const InnerRay& ray, const RaySight& sight)
      : tree_(tree), axes_{{ray, 0}, {ray, 1}, {ray, 2}}, sight_(sight) {
    for (int k = 0; k < 3; ++k) {
      first_[k] = axes_[k].inverse > 0 ? k : k + 3;
      last_[k] = axes_[k].inverse > 0 ? k + 3 : k;
    }
  }

  std::size_t stack_bound() const { return static_cast<std::size_t>(tree_.depth + 1) * RayNode::lanes; }
  WideChild start() const { return tree_.nodes[0].child[0]; }
  HWY_INLINE const WideChild* children(std::uint32_t node) const { return tree_.nodes[node].child; }

  /// The boxes that the ray may meet with s in [low, high], and since when, plus 2.
  HWY_INLINE std::uint32_t meet(std::uint32_t index, float low, float high, float* since) const {
    const RayNode& node = tree_.nodes[index];
    std::uint32_t met = 0;
    for (int lane = 0; lane < RayNode::lanes; lane += N::lanes) {
      N begin = N::all(low), end = N::all(high);
      for (int k = 0; k < 3; ++k) {
        const N inverse = N::all(axes_[k].inverse);
        begin = max(begin, mul_add(N::load_aligned(node.bound[first_[k]] + lane), inverse, N::all(axes_[k].to_first)));
        end = min(end, mul_add(N::load_aligned(node.bound[last_[k]] + lane), inverse, N::all(axes_[k].to_last)));
      }
      (begin + N::all(2)).store(since + lane);
      met |= (begin <= end + N::all(moment_slack)).bits() << lane;
    }
    return met;
  }

  HWY_INLINE void prefetch(WideChild child) const {
    // Most leaves take three lines.
    if (child.is_leaf())
      prefetch_lines(&tree_.lines[child.first()], 3 * sizeof(RayLine));
    else
      prefetch_lines(&tree_.nodes[child.node()], sizeof(RayNode));
  }

  /// Shows what the ray may meet in a leaf. False when the sink ends the visit; `high` is what it says.
  HWY_INLINE bool show(WideChild child, RaySink& sink, float& high) const {
    const RayLeaf leaf = tree_.leaf(child);
    std::uint32_t missed = 0, met = 0;
    RayMeetings found;
    for (int lane = 0; lane < RayLeaf::lanes; lane += T::lanes) meet_triangles(leaf, lane, missed, met, found);
    std::uint32_t left = ~missed & ((1u << child.count()) - 1);
    for (; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      if ((met >> lane & 1) == 0) {
        high = sink.take(leaf.triangle(lane), nullptr);
      } else if (!(found.t[lane] - found.t_error[lane] > sink.last_t)) {
        const RayMeeting meeting = found.meeting(lane);
        high = sink.take(leaf.triangle(lane), &meeting);
      }
      if (high < -2) return false;
    }
    return true;
  }

 private:
  using V = Vec3Of<T>;

  /// One corner of each triangle in lanes from `lane` on.
  static HWY_INLINE V corners(const RayLeaf& leaf, int corner, int lane) {
#if HWY_TARGET != HWY_SCALAR
    if constexpr (T::lanes == RayLeaf::lanes) {
      const typename T::Tag d;
      const auto r0 = hn::LoadU(d, leaf.corner(corner, 0)), r1 = hn::LoadU(d, leaf.corner(corner, 1)),
                 r2 = hn::LoadU(d, leaf.corner(corner, 2)), r3 = hn::LoadU(d, leaf.corner(corner, 3));
      const auto xz01 = hn::InterleaveLower(d, r0, r1), xz23 = hn::InterleaveLower(d, r2, r3);
      const auto y01 = hn::InterleaveUpper(d, r0, r1), y23 = hn::InterleaveUpper(d, r2, r3);
      return {{hn::ConcatLowerLower(d, xz23, xz01)},
              {hn::ConcatLowerLower(d, y23, y01)},
              {hn::ConcatUpperUpper(d, xz23, xz01)}};
    }
#endif
    double rows[3][T::lanes];
    for (int i = 0; i < T::lanes; ++i)
      for (int k = 0; k < 3; ++k) rows[k][i] = leaf.corner(corner, lane + i)[k];
    return V::load(rows, 0);
  }

  /// Of the triangles in lanes from `lane` on: which are surely missed, which surely met, and where.
  HWY_INLINE void meet_triangles(const RayLeaf& leaf, int lane, std::uint32_t& missed, std::uint32_t& met,
                                 RayMeetings& found) const {
    const SeenTriangles<T> seen(sight_, corners(leaf, 0, lane), corners(leaf, 1, lane), corners(leaf, 2, lane));
    missed |= seen.missed << lane;
    if (seen.certain == 0) return;
    const MeasuredTriangles<T> measured(sight_, seen);
    const std::uint32_t good = seen.certain & measured.is_good;
    missed |= (good & measured.outside) << lane;
    met |= (good & measured.inside) << lane;
    found.is_positive |= seen.is_positive << lane;
    measured.t.store(found.t + lane);
    measured.t_error.store(found.t_error + lane);
    for (int i = 0; i < 3; ++i) seen.turns[i].store(found.turns[i] + lane);
    measured.normal.store(found.normal, lane);
  }

  const RayTree& tree_;
  AxisBounds axes_[3];
  int first_[3], last_[3];  // which bounds are reached first, and last
  const RaySight& sight_;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
