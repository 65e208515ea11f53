// The way of a ray down a tree, nearest boxes first, compiled once per instruction set: include from sources that
// Highway's foreach_target.h repeats.

#if defined(ABUT_ENGINE_RAY_DESCENT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_ENGINE_RAY_DESCENT_INL_H_
#undef ABUT_ENGINE_RAY_DESCENT_INL_H_
#else
#define ABUT_ENGINE_RAY_DESCENT_INL_H_
#endif

#include "base/bounded_stack.h"
#include "base/prefetch.h"
#include "engine/ray_visit.h"

#include <bit>
#include <optional>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// What is still to be visited and, in the upper half, the s from which on the ray is there, plus 2: floats above 0
/// are ordered as their bits are.
class RayStep {
 public:
  RayStep() = default;
  HWY_INLINE RayStep(float since_plus_2, WideChild child)
      : key_(std::uint64_t{std::bit_cast<std::uint32_t>(since_plus_2)} << 32 | std::bit_cast<std::uint32_t>(child)) {}
  HWY_INLINE WideChild child() const { return std::bit_cast<WideChild>(static_cast<std::uint32_t>(key_)); }
  HWY_INLINE float since_plus_2() const { return std::bit_cast<float>(static_cast<std::uint32_t>(key_ >> 32)); }
  /// Puts the farther one first, without a branch: which one it is cannot be guessed.
  static HWY_INLINE void sort(RayStep& a, RayStep& b, bool if_at_all = true) {
    const std::uint64_t differing = (a.key_ ^ b.key_) & -static_cast<std::uint64_t>((a.key_ < b.key_) & if_at_all);
    a.key_ ^= differing, b.key_ ^= differing;
  }
  HWY_INLINE bool comes_after(const RayStep& other) const { return key_ > other.key_; }

 private:
  std::uint64_t key_;
};

/// `Way` says how a tree's boxes and leaves are met: see WideWay and AxisWay.
template <class Way>
class RayDescent {
 public:
  template <class Tree>
  RayDescent(const Tree& tree, const RayJob& job)
      : way_(tree, *job.ray),
        low_(job.low),
        sink_(*job.sink),
        stack_(way_.stack_bound()),
        place_{way_.start(), job.high, stack_.end()} {}

  void run() {
    Place place = place_;
    do {
      while (place.child.is_node()) descend(place);
      if (place.child.is_leaf() && !way_.show(place.child, sink_, place.high)) return;
    } while (pop(place));
  }

  /// One node or one leaf; what comes next is on its way from memory then. False at the end.
  bool step() {
    Place place = place_;
    if (place.child.is_leaf()) {
      if (!(way_.show(place.child, sink_, place.high) && pop(place))) return false;
    } else {
      descend(place);
      if (place.child.is_empty() && !pop(place)) return false;
    }
    place_ = place;
    return true;
  }

 private:
  /// Where the ray is, what it has still to visit, and up to where. Copied, so that registers hold it.
  struct Place {
    WideChild child;
    float high;
    RayStep* top;
  };

  /// Goes to the nearest of what the ray may meet below a node and pushes the others, farthest first.
  HWY_INLINE void descend(Place& place) const {
    alignas(32) float since[8];
    const std::uint32_t index = place.child.node();
    std::uint32_t met = way_.meet(index, low_, place.high, since);
    if (met == 0) return void(place.child = WideChild());
    const WideChild* child = way_.children(index);
    const int first = std::countr_zero(met);
    met &= met - 1;
    way_.prefetch(child[first]);
    if (met == 0) return void(place.child = child[first]);
    const int second = std::countr_zero(met);
    met &= met - 1;
    way_.prefetch(child[second]);
    RayStep far(since[first], child[first]), near(since[second], child[second]);
    RayStep::sort(far, near);
    RayStep* const begin = place.top;
    *place.top++ = far;
    if (met == 0) return void(place.child = near.child());
    *place.top++ = near;
    for (; met != 0; met &= met - 1) {
      const int lane = std::countr_zero(met);
      way_.prefetch(child[lane]);
      const RayStep other(since[lane], child[lane]);
      RayStep* at = place.top++;
      for (; at != begin && other.comes_after(at[-1]); --at) at[0] = at[-1];
      *at = other;
    }
    place.child = (--place.top)->child();
  }

  /// Takes what is nearest of what is left; false when there is nothing.
  HWY_INLINE bool pop(Place& place) const {
    const float last = place.high + 2;
    while (place.top != stack_.begin()) {
      const RayStep step = *--place.top;
      if (!(step.since_plus_2() <= last)) continue;
      place.child = step.child();
      return true;
    }
    return false;
  }

  Way way_;
  float low_;
  RaySink& sink_;
  BoundedStack<RayStep> stack_;
  Place place_;
};

template <class Way, class Tree>
void visit_by(const Tree& tree, const RayJob& job) {
  RayDescent<Way>(tree, job).run();
}

/// visit_rays() by descents that are under way at the same time.
template <class Way, class Tree>
void visit_in_turns(const Tree& tree, RayStream& stream) {
  std::optional<RayDescent<Way>> descents[RayStream::slots];
  int active[RayStream::slots], count = 0;
  const auto begin = [&](int slot) {
    RayJob job;
    if (!stream.next(slot, job)) return false;
    descents[slot].emplace(tree, job);
    return true;
  };
  for (int slot = 0; slot < RayStream::slots; ++slot)
    if (begin(slot)) active[count++] = slot;
  while (count > 0)
    for (int i = 0; i < count;)
      if (descents[active[i]]->step() || begin(active[i]))
        ++i;
      else
        active[i] = active[--count];
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
