// Rays that go through their tree together, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats.

#if defined(ABUT_ENGINE_RAY_GROUP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_RAY_GROUP_INL_H_
#undef ABUT_ENGINE_RAY_GROUP_INL_H_
#else
#define ABUT_ENGINE_RAY_GROUP_INL_H_
#endif

#include "engine/axis_way-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Up to eight rays that visit the union of what each of them would visit. A box that several of them may meet is read
/// once; where a ray is alone, it meets eight boxes at a time as by itself. N is what boxes are computed in, T what
/// triangles are.
template <class N, class T>
class RayGroup {
 public:
  static constexpr int most = RayStream::slots;
  static_assert(most == RayNode::lanes);

  explicit RayGroup(const RayTree& tree)
      : tree_(tree), stack_(static_cast<std::size_t>(tree.depth + 1) * RayNode::lanes) {}

  void visit(const RayJob* jobs, int count) {
    std::uint32_t left = 0, signs[most];
    for (int i = 0; i < count; ++i) signs[i] = begin(jobs[i], i), left |= 1u << i;
    jobs_ = jobs;
    // Those that go towards the same corner come to the same faces first.
    while (left != 0) {
      const std::uint32_t shared = signs[std::countr_zero(left)];
      std::uint32_t together = 0;
      for (int i = 0; i < count; ++i)
        if (signs[i] == shared) together |= 1u << i;
      left &= ~together;
      for (int k = 0; k < 3; ++k) {
        first_[k] = shared >> k & 1 ? k + 3 : k;
        last_[k] = shared >> k & 1 ? k : k + 3;
      }
      run(together);
    }
  }

 private:
  /// A node or leaf, the rays that it is for, and the s from which on the first of them may be there.
  struct Step {
    RayStep step;
    std::uint32_t rays;
  };

  std::uint32_t begin(const RayJob& job, int i) {
    std::uint32_t signs = 0;
    for (int k = 0; k < 3; ++k) {
      const AxisBounds& axis = axes_[i][k] = AxisBounds(*job.ray, k);
      inverse_[k][i] = axis.inverse, to_first_[k][i] = axis.to_first, to_last_[k][i] = axis.to_last;
      signs |= static_cast<std::uint32_t>(axis.inverse < 0) << k;
    }
    low_[i] = job.low, high_[i] = job.high;
    return signs;
  }

  void run(std::uint32_t rays) {
    WideChild child = tree_.nodes[0].child[0];
    do {
      while (child.is_node())
        child = std::has_single_bit(rays) ? descend_alone(tree_.nodes[child.node()], rays)
                                          : descend(tree_.nodes[child.node()], rays);
      if (child.is_leaf())
        for (; rays != 0; rays &= rays - 1) {
          const int i = std::countr_zero(rays);
          const RayJob& job = jobs_[i];
          RayLeafTest<T>::show(tree_, *job.sight, child, *job.sink, high_[i]);
        }
    } while (pop(child, rays));
  }

  HWY_INLINE void push(float since_plus_2, WideChild child, std::uint32_t rays, const Step* begin) {
    prefetch_child(tree_, child);
    const Step other{RayStep(since_plus_2, child), rays};
    stack_.push(other);
    Step* at = stack_.end() - 1;
    for (; at != begin && other.step.comes_after(at[-1].step); --at) at[0] = at[-1];
    *at = other;
  }

  /// Pushes what one ray may meet below a node, farthest first, but for the nearest, which it returns.
  HWY_INLINE WideChild descend_alone(const RayNode& node, std::uint32_t& rays) {
    const int i = std::countr_zero(rays);
    alignas(32) float since[RayNode::lanes];
    std::uint32_t met = meet_boxes<N>(node, axes_[i], first_, last_, low_[i], high_[i], since);
    if (std::has_single_bit(met)) {
      const WideChild child = node.child[std::countr_zero(met)];
      prefetch_child(tree_, child);
      return child;
    }
    if (met == 0) return {};
    const Step* const bottom = stack_.end();
    for (; met != 0; met &= met - 1) {
      const int lane = std::countr_zero(met);
      push(since[lane], node.child[lane], rays, bottom);
    }
    return stack_.pop().step.child();
  }

  /// The same for several rays; `rays` becomes those that the nearest is for.
  HWY_INLINE WideChild descend(const RayNode& node, std::uint32_t& rays) {
    const Step* const bottom = stack_.end();
    alignas(32) float bound[6][RayNode::lanes];
    for (int k = 0; k < 6; ++k)
      for (int lane = 0; lane < RayNode::lanes; lane += N::lanes)
        of_bytes<N>(node.bound[k] + lane).store(bound[k] + lane);
    std::uint32_t met[RayNode::lanes] = {};
    float since[RayNode::lanes];
    std::fill_n(since, RayNode::lanes, 2.f);
    for (int i = 0; i < most; i += N::lanes) {
      const auto steps = [&](int k) HWY_ATTR {
        return AxisSteps<N>(node, k, N::load_aligned(inverse_[k] + i), N::load_aligned(to_first_[k] + i),
                            N::load_aligned(to_last_[k] + i));
      };
      const AxisSteps<N> axes[3] = {steps(0), steps(1), steps(2)};
      const N low = N::load_aligned(low_ + i), high = N::load_aligned(high_ + i);
      for (int lane = 0; lane < RayNode::lanes; ++lane) {
        N begin = low, end = high;
        for (int k = 0; k < 3; ++k) {
          begin = max(begin, mul_add(N::all(bound[first_[k]][lane]), axes[k].scale, axes[k].to_first));
          end = min(end, mul_add(N::all(bound[last_[k]][lane]), axes[k].scale, axes[k].to_last));
        }
        const auto meets = begin <= end + N::all(moment_slack);
        met[lane] |= meets.bits() << i;
        since[lane] = std::min(since[lane], least_of(select(meets, begin, N::all(2))));
      }
    }
    for (std::uint32_t left = node.filled; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      if ((met[lane] & rays) != 0) push(since[lane] + 2, node.child[lane], met[lane] & rays, bottom);
    }
    if (stack_.end() == bottom) return {};
    const Step nearest = stack_.pop();
    rays = nearest.rays;
    return nearest.step.child();
  }

  /// Takes what is nearest of what is left, for the rays that still look so far; false when there is nothing.
  HWY_INLINE bool pop(WideChild& child, std::uint32_t& rays) {
    while (!stack_.empty()) {
      const Step next = stack_.pop();
      const float since = next.step.since_plus_2();
      rays = 0;
      for (int i = 0; i < most; i += N::lanes)
        rays |= (N::all(since) <= N::load_aligned(high_ + i) + N::all(2)).bits() << i;
      rays &= next.rays;
      if (rays == 0) continue;
      child = next.step.child();
      return true;
    }
    return false;
  }

  const RayTree& tree_;
  AxisBounds axes_[most][3];  // of each ray, and side by side:
  alignas(32) float inverse_[3][most] = {}, to_first_[3][most] = {}, to_last_[3][most] = {};
  alignas(32) float low_[most] = {}, high_[most] = {};
  int first_[3], last_[3];  // which bounds are reached first, and last
  const RayJob* jobs_ = nullptr;
  BoundedStack<Step> stack_;
};

template <class N, class T>
void visit_together(const RayTree& tree, RayStream& stream) {
  RayGroup<N, T> group(tree);
  for (;;) {
    RayJob jobs[RayStream::slots];
    int count = 0;
    for (int slot = 0; slot < RayStream::slots; ++slot) count += stream.next(slot, jobs[count]);
    if (count == 0) return;
    group.visit(jobs, count);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
