#include <abut/error.h>
#include <abut/tree/wide_build.h>
#include <abut/tree/wide_collapse.h>
#include <abut/volume/obb_axes.h>
#include <abut/volume/obb_packet_fit.h>

#include <cassert>

namespace abut {

namespace {

constexpr std::size_t most_triangles = std::size_t{1} << 29;

std::vector<float> corners_in_order(std::span<const Vec3> points, std::span<const Triangle> triangles,
                                    std::span<const std::uint32_t> order) {
  std::vector<float> corners(9 * order.size());
  float* next = corners.data();
  for (std::uint32_t id : order)
    for (std::uint32_t corner : triangles[id])
      for (int axis = 0; axis < 3; ++axis) *next++ = static_cast<float>(points[corner][axis]);
  return corners;
}

Matrix3 lane_axes(std::span<const float> points) {
  Moments moments({points[0], points[1], points[2]});
  for (std::size_t i = 0; i < points.size(); i += 3) moments.add_point({points[i], points[i + 1], points[i + 2]});
  return refined_axes(moments.covariance(), points);
}

}  // namespace

WideTree build_wide_tree(std::span<const Vec3> inner_points, std::span<const Triangle> triangles,
                         const WideBuildOptions& options, int) {
  assert(options.leaf_size >= 1 && options.leaf_size <= WideChild::largest_leaf);
  if (triangles.size() > most_triangles) throw Error("the mesh has more than 2^29 triangles.");
  WideTree tree;
  {
    const BinaryShape shape(inner_points, triangles, options.leaf_size);
    tree.order.assign(shape.order().begin(), shape.order().end());
    WideTopology topology = collapse(shape);
    tree.nodes = std::move(topology.nodes);
    tree.depth = topology.depth;
    tree.corners = corners_in_order(inner_points, triangles, tree.order);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i)
      for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
        const LaneRuns& runs = topology.runs[i];
        if (runs.count[lane] == 0) continue;
        const std::span<const float> points =
            std::span(tree.corners).subspan(9 * std::size_t{runs.first[lane]}, 9 * std::size_t{runs.count[lane]});
        store_box(tree.nodes[i].boxes, lane, lane_axes(points), points);
      }
  }
  return tree;
}

}  // namespace abut
