#include "classic/nearest_trees.h"

#include "classic/box_tree.h"

#include <type_traits>

namespace abut {

NearestVisited visit_nearest_trees(const Model& a, const Model& b, const RelativePlacement& b_in_a,
                                   const NearestOptions& options, ClosestPair& closest) {
  const auto measure = [&](const auto& node_a, const auto& node_b) {
    double limit = options.limit;
    for (std::uint32_t i = node_a.first; i < node_a.first + node_a.count; ++i)
      for (std::uint32_t j = node_b.first; j < node_b.first + node_b.count && limit >= 0; ++j)
        limit = closest.measure(i, j);
    return limit;
  };
  return std::visit(
      [&]<class TreeA, class TreeB>(const TreeA& tree_a, const TreeB& tree_b) {
        if constexpr (std::is_same_v<TreeA, TreeB> && !std::is_same_v<TreeA, WideTree>) {
          using V = typename TreeA::Volume;
          const typename V::Test test(b_in_a, Sat::full, V::axes_defect);
          return visit_nearest_pairs(tree_a, tree_b, test, options, measure);
        } else {
          const ObbTest test(b_in_a, Sat::full, BoxTree::axes_defect);
          return visit_nearest_pairs(BoxTree(a.tree()), BoxTree(b.tree()), test, options, measure);
        }
      },
      a.tree().get(), b.tree().get());
}

}  // namespace abut
