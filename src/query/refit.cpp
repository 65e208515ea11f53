#include "query/refit.h"

#include "base/workers.h"
#include "classic/tree/refit.h"
#include "engine/refit.h"
#include "mesh/point_check.h"
#include <abut/error.h>

namespace abut {

namespace {

// Subtrees of fewer triangles are not worth a task of their own; larger trees are cut into some fifty.
constexpr std::size_t smallest_part = 1024, parts_of_a_tree = 64;

template <class V>
void refit_tree(Tree<V>& tree, const MovedTriangles<>& moved, Workers& workers) {
  TreeRefit<V> work(tree, moved);
  if (workers.alone()) return work.finish({});
  auto parts =
      work.parts(static_cast<std::uint32_t>(std::max(smallest_part, moved.triangles.size() / parts_of_a_tree)));
  workers.for_each(parts.size(), [&](std::size_t i) { work.refit_part(parts[i]); });
  work.finish(parts);
}

/// Refits a binary tree: every kind but the fast engine's.
template <class V>
void refit_binary(Tree<V>& tree, const PointData& data, Workers& workers) {
  std::vector<Vec3> inner(data.points.size());
  const double to_inner = 1 / data.frame.unit;
  workers.for_pieces(inner.size(), [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) inner[i] = (data.points[i] - data.frame.centre) * to_inner;
  });
  workers.for_pieces(data.triangles.size(), [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const Triangle& t = data.triangles[i];
      data.forms[i] = classify_triangle(data.points[t[0]], data.points[t[1]], data.points[t[2]]);
    }
  });
  refit_tree(tree, MovedTriangles<>{inner, data.triangles}, workers);
}

}  // namespace

InnerFrame frame_of_moved(std::span<const Vec3> points, std::size_t count, int threads) {
  if (points.size() != count)
    throw Error("a refit moves all points of the model: it has " + std::to_string(count) + ", " +
                std::to_string(points.size()) + " were given.");
  Workers workers(threads);
  std::vector<PointCheck> checks(Workers::pieces(points.size()));
  workers.for_pieces(points.size(), [&](std::size_t piece, std::size_t first, std::size_t last) {
    checks[piece] = check_points(points.subspan(first, last - first));
  });
  Bounds whole;
  for (const PointCheck& check : checks) {
    // Says which point, the first of them whatever the threads.
    if (!check.acceptable) validate_points(points);
    whole = {min(whole.low, check.bounds.low), max(whole.high, check.bounds.high)};
  }
  return InnerFrame::within(whole);
}

void prepare_refit(TreeHolder& tree, std::span<const Triangle> triangles) {
  if (WideTree* wide = std::get_if<WideTree>(&tree.get())) prepare_refit(*wide, triangles);
}

void refit(TreeHolder& tree, const PointData& data, int threads) {
  const auto refit_any = [&]<class AnyTree>(AnyTree& any) {
    if constexpr (std::is_same_v<AnyTree, WideTree>) {
      refit_wide_tree(any, {data.points, data.triangles, data.frame}, data.forms, threads);
    } else {
      Workers workers(threads);
      refit_binary(any, data, workers);
    }
  };
  std::visit(refit_any, tree.get());
}

void copy_points(std::span<const Vec3> from, std::span<Vec3> to, int threads) {
  if (from.data() == to.data()) return;
  Workers(threads).for_pieces(from.size(), [&](std::size_t, std::size_t first, std::size_t last) {
    std::copy(from.begin() + first, from.begin() + last, to.begin() + first);
  });
}

double spread_of(const TreeHolder& tree) {
  const auto surface = []<class AnyTree>(const AnyTree& any) {
    if constexpr (std::is_same_v<AnyTree, WideTree>)
      return wide_cost(any);
    else
      return inner_over_leaf_surface(any);
  };
  return std::visit(surface, tree.get());
}

}  // namespace abut
