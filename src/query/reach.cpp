#include "query/reach.h"

#include "query/best_first.h"
#include "query/surface_cover.h"

#include <cmath>

namespace abut {

namespace {

/// A box of the tree, or a part of a triangle.
struct Piece {
  std::array<Vec3, 8> corners;
  int corner_count = 0;
  Vec3 centre;
  double radius = 0;  // of a ball around the centre that holds the corners
  WideChild below;    // what is in a box
  std::uint32_t triangle = 0;
  std::uint32_t nearest = 0;  // the triangle of the solid that is closest to the centre, once measured
  SurfaceCover::Cut cut;      // a good way to divide it, once measured
  bool is_measured = false;

  bool is_box() const { return corner_count == 8; }
  std::span<const Vec3> all_corners() const { return {corners.data(), static_cast<std::size_t>(corner_count)}; }
};

Piece part_of_triangle(const std::array<Vec3, 3>& corners, std::uint32_t triangle) {
  Piece piece;
  for (int i = 0; i < 3; ++i) piece.corners[i] = corners[i];
  piece.corner_count = 3;
  piece.triangle = triangle;
  piece.centre = (corners[0] + corners[1] + corners[2]) * (1.0 / 3);
  for (const Vec3& corner : corners) piece.radius = std::max(piece.radius, length(corner - piece.centre));
  return piece;
}

class ReachSearch {
 public:
  ReachSearch(const PlacedSolid& of, PlacedSolid& in, const DepthGoal& goal, const Spending& spending)
      : of_(of), in_(in), goal_(goal), spending_(spending), cover_(in), slack_(of.slack() + in.slack()) {}

  FoundReach run() {
    add(box_of(0, 0), std::numeric_limits<double>::infinity());
    std::uint64_t looked = 0;
    while (!pieces_.empty() && pieces_.top_bound() > enough() && looked++ < goal_.max_cells && !spending_.is_over()) {
      auto [bound, piece] = pieces_.pop();
      if (piece.is_measured)
        open(piece, bound);
      else
        measure(piece, bound);
    }
    Bracket& length = found_.reach.length;
    length.upper = std::max({length.lower, left_out_, pieces_.empty() ? 0 : pieces_.top_bound()});
    if (!in_.is_boundary()) length.upper = std::numeric_limits<double>::infinity();
    return found_;
  }

 private:
  double enough() const { return goal_.enough(found_.reach.length.lower); }

  Piece box_of(std::uint32_t node, int lane) const {
    const PlacedSolid::Box box = of_.box(node, lane);
    Piece piece;
    piece.corner_count = 8;
    piece.below = of_.tree().nodes[node].child[lane];
    piece.centre = box.centre;
    for (int i = 0; i < 8; ++i) {
      const Vec3 way =
          box.axes[0] * (i & 1 ? 1.0 : -1.0) + box.axes[1] * (i & 2 ? 1.0 : -1.0) + box.axes[2] * (i & 4 ? 1.0 : -1.0);
      piece.corners[i] = piece.centre + way;
      piece.radius = std::max(piece.radius, length(way));
    }
    return piece;
  }

  bool is_beside_solid(const Piece& piece) const {
    const Bounds box = bounds_of(piece.all_corners());
    const Bounds& solid = in_.bounds();
    for (int axis = 0; axis < 3; ++axis)
      if (box.low[axis] > solid.high[axis] + slack_ || box.high[axis] < solid.low[axis] - slack_) return true;
    return false;
  }

  void add(const Piece& piece, double bound) {
    if (is_beside_solid(piece)) return;  // below 0
    if (bound > enough())
      pieces_.push(bound, piece);
    else
      left_out_ = std::max(left_out_, bound);
  }

  /// Depths are 1-Lipschitz, and no deeper than the distance from any one triangle of the boundary.
  void measure(Piece& piece, double bound) {
    const DepthAt depth = take(piece.centre, piece.is_box() ? nullptr : &piece);
    piece.is_measured = true;
    piece.nearest = depth.triangle;
    bound = std::min(bound, depth.upper + piece.radius * (1 + 8 * unit_roundoff) + slack_);
    if (bound > enough()) {
      const PlacedSolid::Farthest farthest = in_.farthest(piece.all_corners(), depth.triangle);
      bound = std::min(bound, farthest.distance + slack_);
      if (bound > enough()) bound = std::min(bound, depth_below_cover(piece, depth));
      if (!piece.is_box() && bound > enough()) take(piece.corners[farthest.point], &piece);
    }
    add(piece, bound);
  }

  /// How deep the piece is, at most, seen from a patch of the surface that covers it.
  double depth_below_cover(Piece& piece, const DepthAt& centre) {
    const bool is_covered = cover_.find(piece.all_corners(), piece.centre, piece.nearest);
    piece.cut = cover_.cut();
    if (!is_covered) return std::numeric_limits<double>::infinity();
    const double farthest = cover_.farthest() + 8 * slack_;
    if (piece.is_box() || farthest <= enough()) return farthest;
    const std::optional<double> deepest =
        cover_.deepest({piece.corners[0], piece.corners[1], piece.corners[2]}, centre.is_inside);
    return deepest ? *deepest + 8 * slack_ : farthest;
  }

  /// The depth at a point, which is noted if it is on the surface, within a part of a triangle.
  DepthAt take(const Vec3& point, const Piece* on) {
    const DepthAt depth = in_.depth(point);
    if (const double lower = depth.lower - slack_; on && lower > found_.reach.length.lower) {
      found_.reach = {{lower, 0}, point, on->triangle};
      found_.exit = depth.closest;
    }
    return depth;
  }

  void open(const Piece& piece, double bound) {
    if (!piece.is_box()) return divide(piece, bound);
    if (piece.below.is_node())
      for (int lane = 0; lane < ObbPacket::lanes && !of_.tree().nodes[piece.below.node()].child[lane].is_empty();
           ++lane)
        add_below(box_of(piece.below.node(), lane), piece, bound);
    else
      for (std::uint32_t i = 0; i < piece.below.count(); ++i) {
        const std::uint32_t triangle = of_.tree().order[piece.below.first() + i];
        add_below(part_of_triangle(of_.corners(triangle), triangle), piece, bound);
      }
  }

  static int longest_side(const Piece& piece) {
    std::array<double, 3> sides;
    for (int i = 0; i < 3; ++i) sides[i] = length(piece.corners[(i + 1) % 3] - piece.corners[i]);
    return static_cast<int>(std::max_element(sides.begin(), sides.end()) - sides.begin());
  }

  /// Along a side of the other surface, if one cuts off a good part, else across the longest side.
  void divide(const Piece& piece, double bound) {
    if (piece.cut.least > 0.02 * piece.radius && piece.cut.least > 64 * slack_) return cut(piece, bound);
    const int side = longest_side(piece);
    const Vec3 &from = piece.corners[side], &to = piece.corners[(side + 1) % 3], &apex = piece.corners[(side + 2) % 3];
    const Vec3 middle = (from + to) * 0.5;
    // Too small to be cut: what is left of it is rounding.
    if (middle == from || middle == to) {
      left_out_ = std::max(left_out_, bound);
      return;
    }
    add_below(part_of_triangle({from, middle, apex}, piece.triangle), piece, bound);
    add_below(part_of_triangle({middle, to, apex}, piece.triangle), piece, bound);
  }

  void cut(const Piece& piece, double bound) {
    std::array<double, 3> above;
    for (int i = 0; i < 3; ++i) above[i] = dot(piece.cut.across, piece.corners[i]) - piece.cut.offset;
    int alone = 0;
    for (int i = 0; i < 3; ++i)
      if ((above[i] > 0) != (above[(i + 1) % 3] > 0) && (above[i] > 0) != (above[(i + 2) % 3] > 0)) alone = i;
    const auto at_plane = [&](int to) {
      const double part = above[alone] / (above[alone] - above[to]);
      return piece.corners[alone] + (piece.corners[to] - piece.corners[alone]) * part;
    };
    const int next = (alone + 1) % 3, last = (alone + 2) % 3;
    const Vec3 p = at_plane(next), q = at_plane(last);
    add_below(part_of_triangle({piece.corners[alone], p, q}, piece.triangle), piece, bound);
    add_below(part_of_triangle({p, piece.corners[next], piece.corners[last]}, piece.triangle), piece, bound);
    add_below(part_of_triangle({p, piece.corners[last], q}, piece.triangle), piece, bound);
  }

  void add_below(const Piece& piece, const Piece& parent, double bound) {
    add(piece, std::min(bound, in_.farthest(piece.all_corners(), parent.nearest).distance + slack_));
  }

  const PlacedSolid& of_;
  PlacedSolid& in_;
  DepthGoal goal_;
  const Spending& spending_;
  SurfaceCover cover_;
  double slack_;
  double left_out_ = 0;  // an upper bound of all that was left out
  BestFirst<Piece> pieces_;
  FoundReach found_;
};

}  // namespace

FoundReach find_reach(const PlacedSolid& of, PlacedSolid& in, const DepthGoal& goal, const Spending& spending) {
  return ReachSearch(of, in, goal, spending).run();
}

}  // namespace abut
