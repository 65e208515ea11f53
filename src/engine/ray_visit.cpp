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
    prefetch_lines(&tree.corners[9 * std::size_t{child.first()}], 72);
  else
    prefetch(tree.nodes[child.node()]);
}

template <class Boxes, class Triangles, class Tree>
class RayDescent {
 public:
  RayDescent(const Tree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink)
      : tree_(tree), boxes_(ray), triangles_(ray), low_(visit.low), high_(visit.high), sink_(sink) {}

  Visited run() {
    BoundedStack<RayStep> stack(static_cast<std::size_t>(tree_.depth + 1) * 8);
    WideChild child = tree_.nodes[0].child[0];
    for (;;) {
      while (child.is_node()) child = descend(child.node(), stack);
      if (child.is_leaf() && !look_at(child)) {
        visited_.complete = false;
        return visited_;
      }
      do {
        if (stack.empty()) return visited_;
        const RayStep step = stack.pop();
        child = step.since <= high_ ? step.child() : WideChild();
      } while (child.is_empty());
    }
  }

 private:
  /// Pushes what the ray may meet below a node, farthest first, but for the nearest, which it returns.
  template <class Stack>
  HWY_INLINE WideChild descend(std::uint32_t index, Stack& stack) {
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
    RayStep* const begin = stack.end();
    for (; met != 0; met &= met - 1) {
      const int lane = std::countr_zero(met);
      prefetch_below(tree_, node.child[lane]);
      RayStep other{since[lane], std::bit_cast<std::int32_t>(node.child[lane])};
      if (other.since < nearest.since) std::swap(nearest, other);
      // Most nodes have two or three: whoever is pushed last comes first.
      stack.push(other);
      for (RayStep* at = stack.end() - 1; at != begin && at[-1].since < at->since; --at) std::swap(at[-1], at[0]);
    }
    return nearest.child();
  }

  HWY_INLINE bool look_at(WideChild leaf) {
    visited_.triangle_tests += leaf.count();
    std::uint32_t met = triangles_.meet(tree_, leaf) & ((1u << leaf.count()) - 1);
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
};

template <class Tree, template <class> class Boxes>
Visited visit_by_packets(const Tree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink) {
  return RayDescent<Boxes<Lanes<float, 8, true>>, TriangleKernel<Lanes<float, 4, true>>, Tree>(tree, ray, visit, sink)
      .run();
}
Visited wide_by_packets(const WideTree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink) {
  return visit_by_packets<WideTree, OrientedBoxKernel>(tree, ray, visit, sink);
}
Visited axes_by_packets(const RayTree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink) {
  return visit_by_packets<RayTree, AxisBoxKernel>(tree, ray, visit, sink);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(wide_by_packets);
HWY_EXPORT(axes_by_packets);

namespace {

template <class Tree, template <class> class Boxes>
Visited visit_plainly(const Tree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink) {
  using One = HWY_NAMESPACE::One<float>;
  return HWY_NAMESPACE::RayDescent<Boxes<One>, HWY_NAMESPACE::TriangleKernel<One>, Tree>(tree, ray, visit, sink).run();
}

}  // namespace

Visited visit_ray(const WideTree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink) {
  if (tree.nodes.empty()) return {};
  const std::int64_t target = highway_target(visit.simd);
  if (target == 0) return visit_plainly<WideTree, HWY_NAMESPACE::OrientedBoxKernel>(tree, ray, visit, sink);
  return ABUT_VERSION_FOR(target, wide_by_packets)(tree, ray, visit, sink);
}

Visited visit_ray(const RayTree& tree, const InnerRay& ray, const RayVisit& visit, RaySink& sink) {
  if (tree.nodes.empty()) return {};
  const std::int64_t target = highway_target(visit.simd);
  if (target == 0) return visit_plainly<RayTree, HWY_NAMESPACE::AxisBoxKernel>(tree, ray, visit, sink);
  return ABUT_VERSION_FOR(target, axes_by_packets)(tree, ray, visit, sink);
}

}  // namespace abut
#endif
