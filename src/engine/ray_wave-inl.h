// Many rays through their own tree side by side, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats.

#if defined(ABUT_ENGINE_RAY_WAVE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_RAY_WAVE_INL_H_
#undef ABUT_ENGINE_RAY_WAVE_INL_H_
#else
#define ABUT_ENGINE_RAY_WAVE_INL_H_
#endif

#include "engine/ray_descent-inl.h"

#include <cmath>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Pushes what a ray may meet below a node but for the nearest, which it returns. Without a branch as long as they are
/// two at most: whether it is one or two, and which is nearer, cannot be guessed. There must be room for one more.
HWY_INLINE RayStep push_but_nearest(std::uint32_t met, const float* since, const WideChild* child, RayStep*& top) {
  const std::uint32_t but_first = met & (met - 1);
  const auto step_of = [&](std::uint32_t lanes) HWY_ATTR {
    const int lane = std::countr_zero(lanes);
    return RayStep(since[lane], child[lane]);
  };
  constexpr std::uint32_t any_lane = 1u << (RayNode::lanes - 1);
  RayStep near = step_of(met), far = step_of(but_first | any_lane);
  RayStep::sort(far, near, but_first != 0);
  RayStep* const begin = top;
  *top = far;
  top += but_first != 0;
  for (std::uint32_t more = but_first & (but_first - 1); more != 0; more &= more - 1) {
    RayStep other = step_of(more);
    RayStep::sort(other, near);
    RayStep* at = top++;
    for (; at != begin && other.comes_after(at[-1]); --at) at[0] = at[-1];
    *at = other;
  }
  return near;
}

/// Rays that are on their way at the same time. First each of them takes a step from node to node, then those that are
/// at a leaf look at its triangles: what the next ray does hangs on nothing that the one before finds, and memory has
/// time to bring what a ray needs next.
template <class Way>
class RayWave {
 public:
  RayWave(const RayTree& tree, RayStream& stream)
      : tree_(tree), stream_(stream), stack_size_(static_cast<std::size_t>(tree.depth + 2) * RayNode::lanes + 1) {
    stacks_.resize(RayStream::slots * stack_size_);
  }

  void run() {
    for (int slot = 0; slot < RayStream::slots; ++slot) {
      rays_[slot].slot = slot;
      begin(rays_[slot]);
    }
    while (at_nodes_.count + at_leaves_.count > 0) {
      step_all();
      // Few leaves wait for more of them.
      if (2 * at_leaves_.count >= RayStream::slots || at_nodes_.count == 0) show_all();
    }
  }

 private:
  struct Traveller {
    Way way;
    float low, high;
    RayStep* top;
    WideChild child;
    int slot;
    RaySink* sink;
  };
  struct List {
    Traveller* ray[RayStream::slots + 1];  // and one that does not count
    int count = 0;
  };

  /// Gives a slot the next ray there is.
  void begin(Traveller& ray) {
    RayJob job;
    if (!stream_.next(ray.slot, job)) return;
    ray.way = Way(tree_, *job.ray);
    ray.low = job.low, ray.high = job.high, ray.sink = job.sink;
    ray.top = &stacks_[static_cast<std::size_t>(ray.slot) * stack_size_];
    // At the bottom is a step that is never late and leads nowhere.
    *ray.top++ = RayStep(-HUGE_VALF, WideChild());
    go_to(ray, ray.way.start());
  }

  /// Lists the ray by what is to be done next, without a branch.
  HWY_INLINE void go_to(Traveller& ray, WideChild child) {
    ray.way.prefetch(child);
    ray.child = child;
    at_nodes_.ray[at_nodes_.count] = at_leaves_.ray[at_leaves_.count] = &ray;
    at_nodes_.count += child.is_node();
    at_leaves_.count += !child.is_node();
  }

  /// Goes on with what is nearest of what is left, or else with the next ray.
  HWY_INLINE void pop(Traveller& ray) {
    const float last = ray.high + 2;
    RayStep step = *--ray.top;
    while (step.since_plus_2() > last) step = *--ray.top;
    if (step.child().is_empty())
      begin(ray);
    else
      go_to(ray, step.child());
  }

  // Boxes and triangles of all rays are computed first, without a branch, and only then is it decided where each ray
  // goes: a branch that is guessed wrong then waits for no long computation, and throws none away.

  void step_all() {
    const List now = at_nodes_;
    at_nodes_.count = 0;
    alignas(64) float since[RayStream::slots][RayNode::lanes];
    std::uint32_t met[RayStream::slots];
    for (int i = 0; i < now.count; ++i) {
      const Traveller& ray = *now.ray[i];
      met[i] = ray.way.meet(ray.child.node(), ray.low, ray.high, since[i]);
    }
    for (int i = 0; i < now.count; ++i) {
      Traveller& ray = *now.ray[i];
      if (met[i] == 0)
        pop(ray);
      else
        go_to(ray, push_but_nearest(met[i], since[i], ray.way.children(ray.child.node()), ray.top).child());
    }
  }

  void show_all() {
    const List now = at_leaves_;
    at_leaves_.count = 0;
    int hits[RayStream::slots + 1], count = 0;
    for (int i = 0; i < now.count; ++i) {
      const Traveller& ray = *now.ray[i];
      ray.way.see(ray.child, seen_[i]);
      measured_[i].missed = seen_[i].missed, measured_[i].met = 0, measured_[i].found.is_positive = 0;
      hits[count] = i;
      count += seen_[i].certain != 0;
    }
    for (int i = 0; i < count; ++i) now.ray[hits[i]]->way.measure(seen_[hits[i]], measured_[hits[i]]);
    for (int i = 0; i < now.count; ++i) {
      Traveller& ray = *now.ray[i];
      if (ray.way.show(ray.child, measured_[i], *ray.sink, ray.high))
        pop(ray);
      else
        begin(ray);
    }
  }

  const RayTree& tree_;
  RayStream& stream_;
  std::size_t stack_size_;
  std::vector<RayStep> stacks_;
  Traveller rays_[RayStream::slots];
  List at_nodes_, at_leaves_;
  // Of the rays that are at leaves.
  typename Way::Seen seen_[RayStream::slots];
  typename Way::Measured measured_[RayStream::slots];
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
