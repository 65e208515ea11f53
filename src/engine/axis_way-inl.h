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

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The moment a box's face is reached may be computed too late, and that at which it is left too early, by less than
/// this in all: quotients below 1.75 that matter are off by some 4 * 2^-24 of themselves.
inline constexpr float moment_slack = 0x1p-20f;

/// Through the tree of boxes along the axes. N is what boxes are computed in, T what triangles are.
template <class N, class T>
class AxisWay {
 public:
  AxisWay() = default;
  HWY_INLINE AxisWay(const RayTree& tree, const ReadyRay& ray) : tree_(&tree), axes_(&ray.axes), sight_(&ray.sight) {}

  std::size_t stack_bound() const { return static_cast<std::size_t>(tree_->depth + 1) * RayNode::lanes; }
  WideChild start() const { return tree_->nodes[0].child[0]; }
  HWY_INLINE const WideChild* children(std::uint32_t node) const { return tree_->nodes[node].child; }

  /// The boxes that the ray may meet with s in [low, high], and since when, plus 2.
  HWY_INLINE std::uint32_t meet(std::uint32_t index, float low, float high, float* since) const {
    const float* const bounds = tree_->nodes[index].bound[0];
    std::uint32_t met = 0;
    for (int lane = 0; lane < RayNode::lanes; lane += N::lanes) {
      N begin = N::all(low), end = N::all(high);
      for (int k = 0; k < 3; ++k) {
        const N inverse = N::all(axes_->inverse[k]);
        const N first = N::load_aligned(bounds + axes_->first[k] + lane),
                last = N::load_aligned(bounds + axes_->last[k] + lane);
        begin = max(begin, mul_add(first, inverse, N::all(axes_->to_first[k])));
        end = min(end, mul_add(last, inverse, N::all(axes_->to_last[k])));
      }
      (begin + N::all(2)).store(since + lane);
      met |= (begin <= end + N::all(moment_slack)).bits() << lane;
    }
    return met;
  }

  HWY_INLINE void prefetch(WideChild child) const {
    // Most leaves take three lines, and a node four; without a branch.
    const char* const leaf = reinterpret_cast<const char*>(tree_->lines.data() + child.first());
    const char* const node = reinterpret_cast<const char*>(tree_->nodes.data() + child.node());
    prefetch_lines(child.is_node() ? node : leaf, sizeof(RayNode));
  }

  /// A leaf's triangles seen by a ray: bits are one a triangle.
  struct Seen {
    SeenTriangles<T> part[RayLeaf::lanes / T::lanes];
    std::uint32_t missed, certain;
  };
  /// And where the ray meets those of them that it surely meets, as far as it could be measured.
  struct Measured {
    std::uint32_t missed, met = 0;
    RayMeetings found;
  };

  HWY_INLINE void see(WideChild child, Seen& seen) const {
    const RayLeaf leaf = tree_->leaf(child);
    seen.missed = ~((1u << child.count()) - 1), seen.certain = 0;
    for (int i = 0; i < RayLeaf::lanes / T::lanes; ++i) {
      const int lane = i * T::lanes;
      SeenTriangles<T>& part = seen.part[i];
      part = SeenTriangles<T>(*sight_, corners(leaf, 0, lane), corners(leaf, 1, lane), corners(leaf, 2, lane));
      seen.missed |= part.missed << lane, seen.certain |= part.certain << lane;
    }
  }
  HWY_INLINE void measure(const Seen& seen, Measured& measured) const {
    for (int i = 0; i < RayLeaf::lanes / T::lanes; ++i)
      if (seen.part[i].certain != 0) measure_part(seen.part[i], i * T::lanes, measured);
  }
  /// Shows the sink what is not missed. False when it ends the visit; `high` is what it says.
  HWY_INLINE bool show(WideChild child, const Measured& measured, RaySink& sink, float& high) const {
    const RayLeaf leaf = tree_->leaf(child);
    const RayMeetings& found = measured.found;
    for (std::uint32_t left = ~measured.missed; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      if ((measured.met >> lane & 1) == 0) {
        high = sink.take(leaf.triangle(lane), nullptr);
      } else if (!(found.t[lane] - found.t_error[lane] > sink.last_t)) {
        const RayMeeting meeting = found.meeting(lane);
        high = sink.take(leaf.triangle(lane), &meeting);
      }
      if (high < -2) return false;
    }
    return true;
  }
  /// All of it for one ray.
  HWY_INLINE bool show(WideChild child, RaySink& sink, float& high) const {
    Seen seen;
    see(child, seen);
    Measured measured;
    measured.missed = seen.missed;
    measure(seen, measured);
    return show(child, measured, sink, high);
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

  HWY_INLINE void measure_part(const SeenTriangles<T>& seen, int lane, Measured& to) const {
    const MeasuredTriangles<T> measured(*sight_, seen);
    const std::uint32_t good = seen.certain & measured.is_good;
    to.missed |= (good & measured.outside) << lane;
    to.met |= (good & measured.inside) << lane;
    RayMeetings& found = to.found;
    found.is_positive |= seen.is_positive << lane;
    measured.t.store(found.t + lane);
    measured.t_error.store(found.t_error + lane);
    for (int i = 0; i < 3; ++i) seen.turns[i].store(found.turns[i] + lane);
    measured.normal.store(found.normal, lane);
  }

  const RayTree* tree_;
  const AxisBounds* axes_;
  const RaySight* sight_;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
