#include "engine/build.h"

#include "base/threads.h"
#include "engine/fit.h"
#include <abut/error.h>

#include <algorithm>
#include <cassert>

namespace abut {

namespace {

constexpr std::size_t most_triangles = std::size_t{1} << 29;

WideTree build(std::span<const Vec3> points, std::span<const Triangle> triangles, std::uint32_t leaf_size,
               int threads) {
  WideTree tree;
  WideTopology topology;
  const std::unique_ptr<FloatPoint[]> floats = rounded(points, threads);
  {
    BinaryShape shape(floats.get(), triangles, leaf_size, threads);
    topology = collapse(shape, threads);
    tree.order = std::move(shape.order());
  }
  tree.depth = topology.depth;
  tree.triangles.resize(tree.order.size());
  const auto corners = std::make_unique_for_overwrite<float[]>(9 * tree.order.size());
  for_each_range(threads, tree.order.size(), 1 << 13, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) tree.triangles[i] = triangles[tree.order[i]];
    copy_corners(floats.get(), std::span(tree.triangles).subspan(first, end - first), corners.get() + 9 * first);
  });
  fit_boxes(topology, corners.get(), tree, threads);
  tree.points.resize(3 * points.size() + 1);
  for_each_range(threads, points.size(), 1 << 13, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) std::copy_n(floats[i].at, 3, tree.points.data() + 3 * i);
  });
  return tree;
}

}  // namespace

WideTree build_wide_tree(std::span<const Vec3> inner_points, std::span<const Triangle> triangles,
                         const WideBuildOptions& options, int threads) {
  assert(options.leaf_size >= 1 && options.leaf_size <= WideChild::largest_leaf);
  if (triangles.size() > most_triangles) throw Error("the mesh has more than 2^29 triangles.");
  const int count = threads_meant(threads);
  WideTree tree;
  with_threads(count, [&] { tree = build(inner_points, triangles, options.leaf_size, count); });
  return tree;
}

}  // namespace abut
