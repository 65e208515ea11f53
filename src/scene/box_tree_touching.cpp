#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "scene/box_tree.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scene/box_tree_touching.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "math/lanes-inl.h"

#include <algorithm>
#include <bit>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// The lanes that share a point with a finite box.
template <class N>
HWY_INLINE std::uint32_t touching_lanes(const BoxTreeNode& node, const FloatBox& box) {
  std::uint32_t touching = 0;
  for (int lane = 0; lane < BoxTreeNode::lanes; lane += N::lanes) {
    auto all = N::load_aligned(&node.low[0][lane]) <= N::all(box.high[0]);
    all = all & (N::all(box.low[0]) <= N::load_aligned(&node.high[0][lane]));
    for (int k = 1; k < 3; ++k) {
      all = all & (N::load_aligned(&node.low[k][lane]) <= N::all(box.high[k]));
      all = all & (N::all(box.low[k]) <= N::load_aligned(&node.high[k][lane]));
    }
    touching |= all.bits() << lane;
  }
  return touching;
}

template <class N>
HWY_INLINE std::size_t list_touching(const BoxTreeNode* nodes, const FloatBox& box, BoxTreeMemory& memory) {
  constexpr std::size_t room = BoxTreeNode::lanes;
  std::size_t waiting = 1, listed = 0;
  memory.reserve(room, room);
  memory.stack[0] = BoxTree::root;
  while (waiting > 0) {
    if (memory.stack.size() < waiting + room || memory.found.size() < listed + room)
      memory.reserve(waiting + room, listed + room);
    const BoxTreeNode& node = nodes[memory.stack[--waiting]];
    std::uint32_t* nodes_end = memory.stack.data() + waiting;
    std::uint32_t* boxes_end = memory.found.data() + listed;
    for (std::uint32_t rest = touching_lanes<N>(node, box); rest != 0; rest &= rest - 1) {
      const BoxTreeChild child = node.child[std::countr_zero(rest)];
      (child.is_node() ? *nodes_end++ : *boxes_end++) = child.index();
    }
    waiting = static_cast<std::size_t>(nodes_end - memory.stack.data());
    listed = static_cast<std::size_t>(boxes_end - memory.found.data());
  }
  return listed;
}

template <class N>
HWY_INLINE bool any_touching(const BoxTreeNode* nodes, const FloatBox& box, BoxTreeMemory& memory) {
  constexpr std::size_t room = BoxTreeNode::lanes;
  std::size_t waiting = 1;
  memory.reserve(room, 0);
  memory.stack[0] = BoxTree::root;
  while (waiting > 0) {
    if (memory.stack.size() < waiting + room) memory.reserve(waiting + room, 0);
    const BoxTreeNode& node = nodes[memory.stack[--waiting]];
    for (std::uint32_t rest = touching_lanes<N>(node, box); rest != 0; rest &= rest - 1) {
      const BoxTreeChild child = node.child[std::countr_zero(rest)];
      if (child.is_box()) return true;
      memory.stack[waiting++] = child.index();
    }
  }
  return false;
}

std::size_t list_touching_by_lanes(const BoxTreeNode* nodes, const FloatBox& box, BoxTreeMemory& memory) {
  return list_touching<Lanes<float, 8>>(nodes, box, memory);
}
bool any_touching_by_lanes(const BoxTreeNode* nodes, const FloatBox& box, BoxTreeMemory& memory) {
  return any_touching<Lanes<float, 8>>(nodes, box, memory);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(list_touching_by_lanes);
HWY_EXPORT(any_touching_by_lanes);

namespace {

/// The boxes of empty lanes begin at infinity, which an infinite box would reach.
FloatBox finite_part(const FloatBox& box) {
  constexpr float most = std::numeric_limits<float>::max();
  FloatBox finite = box;
  for (int k = 0; k < 3; ++k) {
    finite.low[k] = std::clamp(box.low[k], -most, most);
    finite.high[k] = std::clamp(box.high[k], -most, most);
  }
  return finite;
}

}  // namespace

bool BoxTree::touches(const FloatBox& box, Simd simd, BoxTreeMemory& memory) const {
  if (box.is_empty()) return false;
  const FloatBox finite = finite_part(box);
  const std::int64_t target = highway_target(simd);
  return target == 0 ? HWY_NAMESPACE::any_touching<HWY_NAMESPACE::One<float>>(nodes_.data(), finite, memory)
                     : ABUT_VERSION_FOR(target, any_touching_by_lanes)(nodes_.data(), finite, memory);
}

std::span<const std::uint32_t> BoxTree::touching(const FloatBox& box, Simd simd, BoxTreeMemory& memory) const {
  if (box.is_empty()) return {};
  const FloatBox finite = finite_part(box);
  const std::int64_t target = highway_target(simd);
  const std::size_t count = target == 0
                                ? HWY_NAMESPACE::list_touching<HWY_NAMESPACE::One<float>>(nodes_.data(), finite, memory)
                                : ABUT_VERSION_FOR(target, list_touching_by_lanes)(nodes_.data(), finite, memory);
  return {memory.found.data(), count};
}

}  // namespace abut
#endif
