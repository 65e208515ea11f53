#include "classic/volume/obb_axes.h"
#include "classic/volume/smallest_ball.h"
#include "math/rounding.h"
#include <abut/classic_game.h>

#include <algorithm>
#include <numeric>

namespace abut::classic::game {

namespace {

/// What a double may be off by when it becomes a Real, relative.
template <class Real>
constexpr double storage_error = sizeof(Real) == sizeof(float) ? 0x1p-23 : 0x1p-52;

/// The least Real that is at least x.
template <class Real>
Real rounded_up(double x) {
  if constexpr (sizeof(Real) == sizeof(float))
    return float_up(x);
  else
    return x;
}

/// The area-weighted mean and covariance of triangles that may all have no area: then their corners count.
Moments moments_of(TriangleRun run) {
  Moments moments(run[0].corners[0]);
  for (const BuildTriangle& triangle : run) moments.add_sheet(triangle.corners);
  if (moments.mass() > 0) return moments;
  for (const BuildTriangle& triangle : run)
    for (const Vec3& corner : triangle.corners) moments.add_point(corner);
  return moments;
}

/// The box along the axes around the triangles. Axes and centre are rounded first; the half extents are measured
/// against these.
//
// A point is centre + sum of w_k axis_k. The w_k computed by the transpose are off by the axes' defect, some
// 4 storage errors of the point's length from the centre, and by the rounding of the sums: 8 storage errors of the
// coordinates' magnitudes cover both. The radius is the length of the half extents, with the defect.
template <class Real>
void fit(TriangleRun run, const Matrix3& axes, Node<Real>& node) {
  Vec3 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
           std::numeric_limits<double>::infinity()},
      high = -low;
  for (const BuildTriangle& triangle : run)
    for (const Vec3& corner : triangle.corners) {
      const Vec3 along = transposed_times(axes, corner);
      low = min(low, along), high = max(high, along);
    }
  const Vec3 centre = axes * ((low + high) * 0.5);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) node.matrix[4 * i + j] = static_cast<Real>(axes(i, j));
    node.matrix[4 * i + 3] = static_cast<Real>(centre[i]);
  }
  Vec3 half;
  double size = 0;
  const Matrix3 kept = node.axes();
  for (const BuildTriangle& triangle : run)
    for (const Vec3& corner : triangle.corners) {
      const Vec3 from_centre = corner - node.centre();
      half = max(half, abs(transposed_times(kept, from_centre)));
      size = std::max(size, length(from_centre) + largest(abs(corner)) * 0x1p-50);
    }
  const double more = 8 * storage_error<Real> * size;
  for (int k = 0; k < 3; ++k) node.half[k] = rounded_up<Real>(half[k] + more);
  node.radius = rounded_up<Real>(length(node.half_extents()) * (1 + 16 * storage_error<Real>));
}

/// The order of the axes, longest first.
std::array<int, 3> by_length(const Vec3& half) {
  std::array<int, 3> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return half[a] > half[b]; });
  return order;
}

std::vector<BuildTriangle> triangles_of(const Mesh& mesh) {
  std::vector<BuildTriangle> run;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle& t = mesh.triangles[i];
    run.push_back({{mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]}, i});
  }
  return run;
}

/// Divides the triangles at the mean along the longest axis on which there are some on both sides; says how many are on
/// the left, 0 when there is no such axis.
std::uint32_t divide(std::span<BuildTriangle> part, const Matrix3& axes, const Vec3& half, const Vec3& mean) {
  for (int axis : by_length(half)) {
    const double at = dot(axes.column(axis), mean);
    const auto middle = std::stable_partition(part.begin(), part.end(), [&](const BuildTriangle& triangle) {
      return dot(axes.column(axis), triangle.centroid()) < at;
    });
    const auto on_left = static_cast<std::uint32_t>(middle - part.begin());
    if (on_left > 0 && on_left < part.size()) return on_left;
  }
  return 0;
}

/// Nodes in the order of their places: children after those of all earlier parents. Orders the triangles.
template <class Real>
std::vector<Node<Real>> nodes_of(std::vector<BuildTriangle>& run, std::uint32_t& depth) {
  std::vector<Node<Real>> nodes(run.empty() ? 0 : 1);
  std::vector<std::uint32_t> levels(nodes.size(), 0);
  if (!nodes.empty()) nodes[0].count = static_cast<std::uint32_t>(run.size());
  for (std::uint32_t place = 0; place < nodes.size(); ++place) {
    const std::uint32_t first = nodes[place].first, count = nodes[place].count;
    const std::span<BuildTriangle> part(run.data() + first, count);
    const Moments moments = moments_of(part);
    const Matrix3 axes = principal_axes(moments.covariance());
    fit<Real>(part, axes, nodes[place]);
    depth = std::max(depth, levels[place]);
    const std::uint32_t on_left = divide(part, axes, nodes[place].half_extents(), moments.mean());
    if (on_left == 0) continue;
    nodes[place].left = static_cast<std::uint32_t>(nodes.size());
    for (int side : {0, 1}) {
      Node<Real> child{};
      child.parent = place;
      child.first = side == 0 ? first : first + on_left;
      child.count = side == 0 ? on_left : count - on_left;
      nodes.push_back(child), levels.push_back(levels[place] + 1);
    }
  }
  return nodes;
}

}  // namespace

template <class Real>
Tree<Real>::Tree(const abut::Model& model, TopSphere top) : model_(model) {
  const Mesh& mesh = model.mesh();
  std::vector<BuildTriangle> run = triangles_of(mesh);
  const std::vector<Node<Real>> nodes = nodes_of<Real>(run, head_.depth);
  head_.nodes = static_cast<std::uint32_t>(nodes.size());
  head_.triangles = static_cast<std::uint32_t>(run.size());
  head_.top = static_cast<std::uint32_t>(top);
  nodes_.assign(nodes.begin(), nodes.end());
  buckets_.reserve(run.size());
  for (const BuildTriangle& triangle : run) {
    const Triangle& t = mesh.triangles[triangle.id];
    buckets_.push_back({{t[0], t[1], t[2]}, triangle.id});
  }
  if (nodes.empty()) return;
  const Vec3 centre = top == TopSphere::maximum ? nodes_[0].centre() : centre_of_smallest_ball(mesh.points);
  for (int k = 0; k < 3; ++k) head_.centre[k] = centre[k];
  if (top == TopSphere::maximum) {
    head_.radius = nodes_[0].radius;
    return;
  }
  // A difference is off by u of itself, its length by 3u more.
  for (const BuildTriangle& triangle : run)
    for (const Vec3& corner : triangle.corners)
      head_.radius = std::max(head_.radius, length(corner - centre) * (1 + 0x1p-50));
}

template <class Real>
std::size_t Tree<Real>::bytes() const {
  return sizeof(Head) + head_.nodes * sizeof(Node<Real>) + head_.triangles * sizeof(Bucket);
}

template class Tree<float>;
template class Tree<double>;

}  // namespace abut::classic::game
