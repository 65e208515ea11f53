#include "classic/tree/measure.h"

#include "engine/obb_packet_axes.h"
#include "leaf/point_triangle.h"

#include <algorithm>
#include <queue>

namespace abut::classic {

namespace {

using MeasuredNode = MeasuredTree::Node;

// Inner coordinates are at most 1 and box centres at most 4, so this covers the rounding of every length below.
constexpr double rounding = 64 * unit_roundoff;

/// A lower bound of the distance from a point to everything in the volume.
double distance_to(const SolidShape& shape, const Vec3& point, double axes_defect) {
  const Vec3 offset = point - shape.box.centre;
  if (shape.is_ball()) return length(offset) - shape.radius - rounding;
  const Vec3 along = abs(transposed_times(shape.box.axes, offset));
  // Let y be in the box: |axes' (point - y)| >= outside, and it is at most (1 + 3 axes_defect) |point - y|.
  const double outside = length(max(along - shape.box.half, Vec3{}));
  return outside * (1 - 3 * axes_defect) - rounding;
}

/// Every point of the node's triangles is at most this far from the box's centre.
double reach(const MeasuredNode& node) {
  return (node.shape.is_ball() ? node.shape.radius : length(node.shape.box.half) * (1 + 0x1p-20)) + rounding;
}

class FarthestPair {
 public:
  FarthestPair(const MeasuredTree& tree, double tolerance) : tree_(tree), tolerance_(tolerance) {}

  Bracket of(std::uint32_t node) {
    start_from_a_long_chord(tree_.nodes[node]);
    search(node);
    return {lower_, std::max(upper_, lower_)};
  }

 private:
  struct Pair {
    std::uint32_t a, b;
    double bound;
  };

  Pair bounded(std::uint32_t a, std::uint32_t b) const {
    const MeasuredNode &node_a = tree_.nodes[a], &node_b = tree_.nodes[b];
    return {a, b, length(node_a.shape.box.centre - node_b.shape.box.centre) + reach(node_a) + reach(node_b) + rounding};
  }

  std::span<const std::array<Vec3, 3>> triangles_of(const MeasuredNode& node) const {
    return std::span(tree_.triangles).subspan(node.first, node.count);
  }

  Vec3 farthest_from(const Vec3& point, const MeasuredNode& node) const {
    Vec3 best = point;
    double most = -1;
    for (const auto& triangle : triangles_of(node))
      for (const Vec3& corner : triangle)
        if (const double square = dot(corner - point, corner - point); square > most) most = square, best = corner;
    return best;
  }

  // The longer the first chord, the fewer pairs are opened.
  void start_from_a_long_chord(const MeasuredNode& node) {
    Vec3 end = triangles_of(node)[0][0];
    for (int i = 0; i < 3; ++i) {
      const Vec3 other = farthest_from(end, node);
      lower_ = std::max(lower_, length(other - end));
      end = other;
    }
  }

  void search(std::uint32_t node) {
    std::vector<Pair> stack{bounded(node, node)};
    while (!stack.empty()) {
      const Pair pair = stack.back();
      stack.pop_back();
      if (pair.bound <= lower_ * (1 + tolerance_)) {
        upper_ = std::max(upper_, pair.bound);
        continue;
      }
      const MeasuredNode &a = tree_.nodes[pair.a], &b = tree_.nodes[pair.b];
      if (a.is_leaf() && b.is_leaf())
        compare_corners(a, b);
      else
        open(pair, stack);
    }
    // Pairs that were dropped early are bounded by what `lower_` was then, which has only grown.
    upper_ = std::max(upper_, lower_ * (1 + rounding) + rounding);
  }

  void open(const Pair& pair, std::vector<Pair>& stack) const {
    const MeasuredNode &a = tree_.nodes[pair.a], &b = tree_.nodes[pair.b];
    if (pair.a == pair.b) {
      for (std::uint32_t i = 0; i < a.children; ++i) stack.push_back(bounded(a.child + i, a.child + i));
      for (std::uint32_t i = 0; i < a.children; ++i)
        for (std::uint32_t j = i + 1; j < a.children; ++j) stack.push_back(bounded(a.child + i, a.child + j));
    } else if (b.is_leaf() || (!a.is_leaf() && reach(a) > reach(b))) {
      for (std::uint32_t i = 0; i < a.children; ++i) stack.push_back(bounded(a.child + i, pair.b));
    } else {
      for (std::uint32_t i = 0; i < b.children; ++i) stack.push_back(bounded(pair.a, b.child + i));
    }
  }

  void compare_corners(const MeasuredNode& a, const MeasuredNode& b) {
    for (const auto& triangle : triangles_of(a))
      for (const Vec3& corner : triangle)
        for (const auto& other : triangles_of(b))
          for (const Vec3& end : other) lower_ = std::max(lower_, length(end - corner));
  }

  const MeasuredTree& tree_;
  double tolerance_, lower_ = 0, upper_ = 0;
};

/// Branch and bound over the volume. A cell's points are at most the distance of its centre plus half its diagonal
/// away, since the distance to a set changes by no more than the way gone. And they are no farther than from the
/// triangle nearest to the centre, where the distance to a convex set is largest in a corner: sharp for flat cells.
class FarthestPoint {
 public:
  FarthestPoint(const MeasuredTree& tree, std::uint32_t node, std::uint32_t geometry, double tolerance)
      : tree_(tree),
        shape_(tree.nodes[node].shape),
        geometry_(geometry),
        tolerance_(tolerance),
        within_(mean_corner(tree, tree.nodes[node])) {}

  Bracket find() {
    const double good_enough = 1e-6 * length(shape_.box.half) + rounding;
    if (shape_.is_ball())
      nowhere_above_ = nearest_triangle(tree_, geometry_, shape_.box.centre).distance + shape_.radius + rounding;
    add({}, shape_.box.half);
    for (int cells = 0; cells < most_cells && cells_.top().upper > lower_ * (1 + tolerance_) + good_enough; ++cells) {
      const Cell cell = cells_.top();
      cells_.pop();
      divide(cell);
      if (cells_.empty()) return {lower_, lower_ + rounding};
    }
    return {lower_, std::max(cells_.top().upper, lower_) + rounding};
  }

 private:
  static constexpr int most_cells = 20000;

  /// A box in the volume's axes, from its centre.
  struct Cell {
    Vec3 centre, half;
    double upper;
    bool operator<(const Cell& other) const { return upper < other.upper; }
  };

  Vec3 point_at(const Vec3& along) const { return shape_.box.centre + shape_.box.axes * along; }

  void add(const Vec3& centre, const Vec3& half) {
    const double size = length(half);
    const Vec3 point = point_at(centre);
    if (!shape_.is_box() && misses(point, half, size)) return;
    const NearestTriangle nearest = nearest_triangle(tree_, geometry_, point);
    double inside = nearest.distance;
    // The centre of a cell on the volume's rim may lie outside it.
    if (const Vec3 pulled = pulled_inside(point); !(pulled == point))
      inside = nearest_triangle(tree_, geometry_, pulled).distance;
    lower_ = std::max(lower_, inside - rounding);
    const double upper = std::min({nearest.distance + size * (1 + 0x1p-20) + rounding, nowhere_above_,
                                   farthest_corner(centre, half, tree_.triangles[nearest.triangle]) + rounding});
    if (upper > lower_) cells_.push({centre, half, upper});
  }

  static Vec3 mean_corner(const MeasuredTree& tree, const MeasuredNode& node) {
    Vec3 sum;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
      sum += tree.triangles[i][0] + tree.triangles[i][1] + tree.triangles[i][2];
    return sum * (1 / (3.0 * node.count));
  }

  /// The way to a point from one of the core's: the nearest if the axes are perpendicular.
  Vec3 way_from_core(const Vec3& point) const {
    const Core<3>& core = shape_.core;
    const Vec3 offset = point - core.centre;
    Vec3 way = offset;
    for (int i = 0; i < shape_.dimensions; ++i)
      way -= core.axes[i] * std::clamp(dot(offset, core.axes[i]), -core.extent[i], core.extent[i]);
    return way;
  }

  /// Is no point of the cell in the volume?
  bool misses(const Vec3& point, const Vec3& half, double size) const {
    const double skew = 8 * tree_.axes_defect * length(shape_.box.half) + rounding;
    if (shape_.radius > 0 && length(way_from_core(point)) > shape_.radius + size * (1 + 0x1p-20) + skew) return true;
    for (const SolidShape::Slab& slab : shape_.slabs) {
      const Vec3 along = abs(transposed_times(shape_.box.axes, slab.direction));
      const double at = dot(slab.direction, point), reach = dot(along, half) + 4 * rounding;
      if (at - reach > slab.high || at + reach < slab.low) return true;
    }
    return false;
  }

  /// A point of the volume: the same one, or near a point outside.
  Vec3 pulled_inside(const Vec3& point) const {
    if (shape_.radius > 0) {
      const Vec3 way = way_from_core(point);
      const double far = length(way);
      return far > shape_.radius ? point - way * (1 - shape_.radius / far) : point;
    }
    // Towards a point of the volume, up to the first plane.
    double part = 1;
    for (const SolidShape::Slab& slab : shape_.slabs) {
      const double at = dot(slab.direction, point), from = dot(slab.direction, within_);
      if (at > slab.high) part = std::min(part, (slab.high - from) / (at - from));
      if (at < slab.low) part = std::min(part, (slab.low - from) / (at - from));
    }
    return part < 1 ? within_ + (point - within_) * std::max(0.0, part) : point;
  }

  double farthest_corner(const Vec3& centre, const Vec3& half, const std::array<Vec3, 3>& triangle) const {
    double most = 0;
    for (int k = 0; k < 8; ++k) {
      const Vec3 corner = centre + Vec3{k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z};
      most = std::max(most, distance_to_triangle(point_at(corner), triangle));
    }
    return most;
  }

  void divide(const Cell& cell) {
    int axis = 0;
    for (int i = 1; i < 3; ++i)
      if (cell.half[i] > cell.half[axis]) axis = i;
    Vec3 half = cell.half, offset;
    half[axis] *= 0.5;
    offset[axis] = half[axis];
    add(cell.centre - offset, half);
    add(cell.centre + offset, half);
  }

  const MeasuredTree& tree_;
  SolidShape shape_;
  std::uint32_t geometry_;
  double tolerance_, lower_ = 0;
  Vec3 within_;  // a point of the volume
  /// A ball's points are at most its radius farther than its centre.
  double nowhere_above_ = std::numeric_limits<double>::infinity();
  std::priority_queue<Cell> cells_;
};

}  // namespace

void set_levels(MeasuredTree& tree) {
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    const MeasuredNode& node = tree.nodes[i];
    if (!node.is_leaf())
      for (std::uint32_t child = 0; child < node.children; ++child)
        tree.nodes[node.child + child].level = node.level + 1;
    tree.levels.resize(std::max(tree.levels.size(), static_cast<std::size_t>(node.level) + 1));
    tree.levels[node.level].push_back(i);
  }
}

MeasuredTree measured(const WideTree& tree, std::span<const std::array<Vec3, 3>> triangles_by_id) {
  std::vector<std::uint32_t> first_lane;
  std::uint32_t lanes = 0;
  for (const WideNode& node : tree.nodes) first_lane.push_back(lanes), lanes += filled_lanes(node);
  MeasuredTree result;
  result.axes_defect = packet_axes_defect;
  for (const WideNode& node : tree.nodes)
    for (std::uint32_t lane = 0; lane < filled_lanes(node); ++lane) {
      const WideChild child = node.child[lane];
      const BoxView box = box_view(node.boxes, static_cast<int>(lane));
      MeasuredNode measured{solid_shape(box, box), 0, 0, 0, 0, 0};
      if (child.is_leaf())
        measured.first = child.first(), measured.count = child.count();
      else
        measured.child = first_lane[child.node()], measured.children = filled_lanes(tree.nodes[child.node()]);
      result.nodes.push_back(measured);
    }
  // The triangles below a lane are a run of the leaf order, as the lanes below it cut it.
  for (auto node = result.nodes.rbegin(); node != result.nodes.rend(); ++node) {
    if (node->is_leaf()) continue;
    node->first = result.nodes[node->child].first;
    for (std::uint32_t i = 0; i < node->children; ++i) {
      node->first = std::min(node->first, result.nodes[node->child + i].first);
      node->count += result.nodes[node->child + i].count;
    }
  }
  for (std::uint32_t id : tree.order) result.triangles.push_back(triangles_by_id[id]);
  set_levels(result);
  return result;
}

NearestTriangle nearest_triangle(const MeasuredTree& tree, std::uint32_t node, const Vec3& point) {
  struct Near {
    std::uint32_t node;
    double bound;
  };
  const auto near = [&](std::uint32_t i) { return Near{i, distance_to(tree.nodes[i].shape, point, tree.axes_defect)}; };
  NearestTriangle best;
  std::vector<Near> stack{near(node)};
  while (!stack.empty()) {
    const Near next = stack.back();
    stack.pop_back();
    if (next.bound >= best.distance) continue;
    const MeasuredNode& opened = tree.nodes[next.node];
    if (opened.is_leaf()) {
      for (std::uint32_t i = opened.first; i < opened.first + opened.count; ++i)
        if (const double d = distance_to_triangle(point, tree.triangles[i]); d < best.distance) best = {i, d};
      continue;
    }
    const std::size_t others = stack.size();
    for (std::uint32_t i = 0; i < opened.children; ++i) stack.push_back(near(opened.child + i));
    std::stable_sort(stack.begin() + static_cast<std::ptrdiff_t>(others), stack.end(),
                     [](const Near& a, const Near& b) { return a.bound > b.bound; });
  }
  return best;
}

Bracket diameter(const MeasuredTree& tree, std::uint32_t node, double tolerance) {
  return FarthestPair(tree, tolerance).of(node);
}

Bracket farthest_from_surface(const MeasuredTree& tree, std::uint32_t node, std::uint32_t geometry, double tolerance) {
  return FarthestPoint(tree, node, geometry, tolerance).find();
}

}  // namespace abut::classic
