#include "base/bounded_stack.h"
#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "engine/ray_visit.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ray_visit.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "engine/box_kernels-inl.h"
#include "engine/ray_packet-inl.h"

#include <bit>
#include <optional>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The lanes that hold a box; nothing meets those of the ray's own tree that hold none.
HWY_INLINE std::uint32_t filled_of(const WideNode& node) { return PacketKernels::kinds(node).filled; }
HWY_INLINE std::uint32_t filled_of(const RayNode&) { return ~0u; }

/// What is still to be visited, and the s from which on the ray is there.
struct RayStep {
  float since;
  std::int32_t code;  // of a WideChild, which sets itself

  WideChild child() const { return std::bit_cast<WideChild>(code); }
};

HWY_INLINE void prefetch_lines(const void* from, std::size_t size) {
  for (std::size_t line = 0; line < size; line += 64) hwy::Prefetch(static_cast<const char*>(from) + line);
}
HWY_INLINE void prefetch_below(const RayTree& tree, WideChild child) {
  if (child.is_leaf())
    prefetch_lines(&tree.leaves[child.first()], sizeof(RayLeaf));
  else
    prefetch_lines(&tree.nodes[child.node()], sizeof(RayNode));
}
HWY_INLINE void prefetch_below(const WideTree& tree, WideChild child) {
  if (child.is_leaf())
    prefetch_lines(&tree.triangles[child.first()], 2 * sizeof(Triangle));
  else
    prefetch(tree.nodes[child.node()]);
}

HWY_INLINE void prefetch_corners(const RayTree& tree, WideChild leaf) {
  prefetch_lines(&tree.corners[leaf.first()], sizeof(RayCorners));
}
HWY_INLINE void prefetch_corners(const WideTree& tree, WideChild leaf) { hwy::Prefetch(&tree.order[leaf.first()]); }

template <class Boxes, class Triangles, class Tree>
class RayDescent {
 public:
  RayDescent(const Tree& tree, const InnerRay& ray, float low, float high, RaySink& sink)
      : tree_(tree),
        boxes_(ray),
        triangles_(ray),
        low_(low),
        high_(high),
        sink_(sink),
        stack_(static_cast<std::size_t>(tree.depth + 1) * 8),
        child_(tree.nodes[0].child[0]) {}

  Visited run() {
    for (;;) {
      while (child_.is_node()) child_ = descend(child_.node());
      if (child_.is_leaf() && !show(child_, met_in(child_))) {
        visited_.complete = false;
        return visited_;
      }
      if (!pop()) return visited_;
    }
  }

  /// One node or one leaf; what comes next is on its way from memory then. False at the end.
  bool step() {
    if (met_ != 0) {
      const bool goes_on = show(child_, met_);
      met_ = 0;
      return goes_on && pop();
    }
    if (child_.is_leaf()) {
      met_ = met_in(child_);
      if (met_ == 0) return pop();
      prefetch_corners(tree_, child_);
      return true;
    }
    child_ = descend(child_.node());
    return !child_.is_empty() || pop();
  }

 private:
  /// Pushes what the ray may meet below a node, farthest first, but for the nearest, which it returns.
  HWY_INLINE WideChild descend(std::uint32_t index) {
    const auto& node = tree_.nodes[index];
    alignas(32) float since[8];
    std::uint32_t met = boxes_.meet(node, low_, high_, since) & filled_of(node);
    visited_.volume_tests += 8;
    if (met == 0) return {};
    const int first = std::countr_zero(met);
    met &= met - 1;
    prefetch_below(tree_, node.child[first]);
    if (met == 0) return node.child[first];
    RayStep nearest{since[first], std::bit_cast<std::int32_t>(node.child[first])};
    RayStep* const begin = stack_.end();
    for (; met != 0; met &= met - 1) {
      const int lane = std::countr_zero(met);
      prefetch_below(tree_, node.child[lane]);
      RayStep other{since[lane], std::bit_cast<std::int32_t>(node.child[lane])};
      if (other.since < nearest.since) std::swap(nearest, other);
      // Most nodes have two or three: whoever is pushed last comes first.
      stack_.push(other);
      for (RayStep* at = stack_.end() - 1; at != begin && at[-1].since < at->since; --at) std::swap(at[-1], at[0]);
    }
    return nearest.child();
  }

  /// Takes what is nearest of what is left; false when there is nothing.
  HWY_INLINE bool pop() {
    while (!stack_.empty()) {
      const RayStep step = stack_.pop();
      if (!(step.since <= high_)) continue;
      child_ = step.child();
      return true;
    }
    return false;
  }

  HWY_INLINE std::uint32_t met_in(WideChild leaf) {
    visited_.triangle_tests += leaf.count();
    return triangles_.meet(tree_, leaf) & ((1u << leaf.count()) - 1);
  }

  HWY_INLINE bool show(WideChild leaf, std::uint32_t met) {
    for (; met != 0; met &= met - 1) {
      high_ = show(tree_, leaf, static_cast<std::uint32_t>(std::countr_zero(met)));
      if (high_ < -2) return false;
    }
    return true;
  }
  float show(const WideTree& tree, WideChild leaf, std::uint32_t i) {
    return sink_.take(tree.order[leaf.first() + i], nullptr);
  }
  float show(const RayTree& tree, WideChild leaf, std::uint32_t i) {
    return sink_.take(tree.leaves[leaf.first()].triangle[i], tree.corners[leaf.first()].corner[i]);
  }

  const Tree& tree_;
  Boxes boxes_;
  Triangles triangles_;
  float low_, high_;
  RaySink& sink_;
  Visited visited_;
  BoundedStack<RayStep> stack_;
  WideChild child_;        // where the ray is
  std::uint32_t met_ = 0;  // triangles of a leaf that are still to be shown
};

template <class Boxes, class Triangles, class Tree>
void visit_in_turns(const Tree& tree, RayStream& stream) {
  using Descent = RayDescent<Boxes, Triangles, Tree>;
  std::optional<Descent> descents[RayStream::slots];
  int active[RayStream::slots], count = 0;
  const auto begin = [&](int slot) {
    RayStream::Job job;
    if (!stream.next(slot, job)) return false;
    descents[slot].emplace(tree, *job.ray, job.low, job.high, *job.sink);
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

template <class Tree>
struct PacketKernelsOf;
template <>
struct PacketKernelsOf<WideTree> {
  template <class N>
  using Boxes = OrientedBoxKernel<N>;
};
template <>
struct PacketKernelsOf<RayTree> {
  template <class N>
  using Boxes = AxisBoxKernel<N>;
};

/// N is what boxes are computed in, T what triangles are.
template <class N, class T, class Tree>
Visited visit_one(const Tree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink) {
  using Descent = RayDescent<typename PacketKernelsOf<Tree>::template Boxes<N>, TriangleKernel<T>, Tree>;
  return Descent(tree, ray, visit.low, visit.high, sink).run();
}
template <class N, class T, class Tree>
void visit_many(const Tree& tree, RayStream& stream) {
  visit_in_turns<typename PacketKernelsOf<Tree>::template Boxes<N>, TriangleKernel<T>, Tree>(tree, stream);
}

using BoxFloats = Lanes<float, 8, true>;
using TriangleFloats = Lanes<float, 4, true>;
Visited wide_by_packets(const WideTree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink) {
  return visit_one<BoxFloats, TriangleFloats>(tree, ray, visit, sink);
}
Visited axes_by_packets(const RayTree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink) {
  return visit_one<BoxFloats, TriangleFloats>(tree, ray, visit, sink);
}
void many_wide_by_packets(const WideTree& tree, RayStream& stream) {
  visit_many<BoxFloats, TriangleFloats>(tree, stream);
}
void many_axes_by_packets(const RayTree& tree, RayStream& stream) {
  visit_many<BoxFloats, TriangleFloats>(tree, stream);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(wide_by_packets);
HWY_EXPORT(axes_by_packets);
HWY_EXPORT(many_wide_by_packets);
HWY_EXPORT(many_axes_by_packets);

namespace {

using OneFloat = HWY_NAMESPACE::One<float>;

}  // namespace

Visited visit_ray(const WideTree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink) {
  if (tree.nodes.empty()) return {};
  const std::int64_t target = highway_target(visit.simd);
  if (target == 0) return HWY_NAMESPACE::visit_one<OneFloat, OneFloat>(tree, ray, visit, sink);
  return ABUT_VERSION_FOR(target, wide_by_packets)(tree, ray, visit, sink);
}

Visited visit_ray(const RayTree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink) {
  if (tree.nodes.empty()) return {};
  const std::int64_t target = highway_target(visit.simd);
  if (target == 0) return HWY_NAMESPACE::visit_one<OneFloat, OneFloat>(tree, ray, visit, sink);
  return ABUT_VERSION_FOR(target, axes_by_packets)(tree, ray, visit, sink);
}

void visit_rays(const WideTree& tree, Simd simd, RayStream& stream) {
  if (tree.nodes.empty()) return;
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::visit_many<OneFloat, OneFloat>(tree, stream);
  return ABUT_VERSION_FOR(target, many_wide_by_packets)(tree, stream);
}

void visit_rays(const RayTree& tree, Simd simd, RayStream& stream) {
  if (tree.nodes.empty()) return;
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::visit_many<OneFloat, OneFloat>(tree, stream);
  return ABUT_VERSION_FOR(target, many_axes_by_packets)(tree, stream);
}

}  // namespace abut
#endif
