#include "engine/cull.h"

#include "base/bounded_stack.h"

namespace abut {

namespace {

struct OpenNode {
  std::uint32_t node, open;
};

}  // namespace

Visited visit_seen(const WideTree& tree, std::uint32_t open, CullSink& sink) {
  Visited visited;
  if (tree.nodes.empty()) return visited;
  BoundedStack<OpenNode> stack(static_cast<std::size_t>(tree.depth + 1) * ObbPacket::lanes);
  stack.push({0, open});
  while (!stack.empty()) {
    const OpenNode top = stack.pop();
    const WideNode& node = tree.nodes[top.node];
    for (int lane = 0; lane < ObbPacket::lanes && !node.child[lane].is_empty(); ++lane) {
      CullSink::Verdict verdict{false, 0};
      if (top.open != 0) {
        ++visited.volume_tests;
        verdict = sink.look(node.boxes, lane, top.open);
      }
      if (verdict.is_out) continue;
      const WideChild child = node.child[lane];
      if (child.is_node()) {
        stack.push({child.node(), verdict.open});
        continue;
      }
      visited.triangle_tests += verdict.open != 0 ? child.count() : 0;
      visited.complete = sink.take(child.first(), child.count(), verdict.open);
      if (!visited.complete) return visited;
    }
  }
  return visited;
}

}  // namespace abut
