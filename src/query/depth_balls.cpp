#include "query/depth_balls.h"

#include "query/best_first.h"
#include "query/expanding_polytope.h"
#include "query/outer_balls.h"
#include "query/placed_box.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

/// What a cell knows of a solid.
struct BallsNear {
  std::uint32_t best = 0;                 // the ball that bounds its depths best
  std::array<std::uint32_t, 2> others{};  // the last ones that were found near it
  InnerBall inner;
  DepthAt at;  // the centre of the cell, or of the one that it is a part of
};

/// A box of space, along the axes of the search.
struct BoxCell {
  Vec3 centre, half;
  BallsNear a, b;
  bool is_measured = false;
};

class BallSearch {
 public:
  BallSearch(PlacedSolid& a, PlacedSolid& b, const Vec3& way_out, const DepthGoal& goal, const Spending& spending,
             FoundDepth& found)
      : a_(a),
        b_(b),
        balls_a_(a),
        balls_b_(b),
        goal_(goal),
        spending_(spending),
        found_(found),
        slack_(a.slack() + b.slack()) {
    choose_axes(way_out);
  }

  void run() {
    BoxCell whole = overlap_of_boxes();
    if (!(largest(whole.half) > 0)) return;
    if (is_along_way_out_) keep_to_caps(whole);
    look_outside(whole);
    add(whole, found_.depth.upper);
    std::uint64_t looked = 0;
    while (!cells_.empty() && cells_.top_bound() > enough() && looked++ < goal_.max_cells && !spending_.is_over()) {
      auto [bound, cell] = cells_.pop();
      if (cell.is_measured)
        split(cell, bound);
      else
        measure(cell, bound);
    }
    const double upper = std::max({found_.depth.lower, left_out_, cells_.empty() ? 0 : cells_.top_bound()});
    found_.depth.upper = std::min(found_.depth.upper, upper);
  }

 private:
  double enough() const { return goal_.enough(found_.depth.lower); }

  /// The first one from exit to exit of the deepest point, or along the way out if hulls are parted there soon enough.
  void choose_axes(const Vec3& way_out) {
    constexpr double soon = 1.15;
    const double size_out = length(way_out);
    is_along_way_out_ = size_out > 0 && HullPair{a_.extremes(), b_.extremes(), slack_}.way_along(
                                            way_out * (1 / size_out)) < soon * enough();
    const Vec3 way = is_along_way_out_ ? way_out : found_.exit_a - found_.exit_b;
    const double size = length(way);
    axes_[0] = size > 0 ? way * (1 / size) : Vec3{1, 0, 0};
    int least = 0;
    for (int i = 1; i < 3; ++i)
      if (std::abs(axes_[0][i]) < std::abs(axes_[0][least])) least = i;
    axes_[1] = cross(axes_[0], Matrix3{}.column(least));
    axes_[1] = axes_[1] * (1 / length(axes_[1]));
    axes_[2] = cross(axes_[0], axes_[1]);
  }

  /// What is between the extents of both solids; empty if nothing is.
  BoxCell overlap_of_boxes() const {
    Vec3 low, high;
    for (int i = 0; i < 3; ++i) {
      low[i] = -std::numeric_limits<double>::infinity(), high[i] = -low[i];
      for (const PlacedSolid* solid : {&a_, &b_}) {
        const double least = dot(axes_[i], solid->extremes().along(-axes_[i]));
        const double most = dot(axes_[i], solid->extremes().along(axes_[i]));
        low[i] = std::max(low[i], least - slack_), high[i] = std::min(high[i], most + slack_);
      }
      if (!(low[i] < high[i])) return {};
    }
    BoxCell cell;
    const Vec3 middle = (low + high) * 0.5;
    cell.centre = axes_[0] * middle.x + axes_[1] * middle.y + axes_[2] * middle.z;
    cell.half = (high - low) * 0.5;
    return cell;
  }

  /// Leaves out, across the way out, what is no deeper than is enough. If x is deeper than t, balls around x in A and
  /// around x + t u in B + t u overlap in a point y between these. So y is in A, and not before where B + t u begins
  /// along u; and in B + t u, and not beyond where A ends.
  void keep_to_caps(BoxCell& cell) {
    // Rounding makes u a unit vector up to less than a slack in t u.
    const double t = enough() - 4 * slack_;
    if (!(t > 0)) return;
    const Vec3& u = axes_[0];
    const Extent of_a = cap(a_, u, dot(u, b_.extremes().along(-u)) + t - 2 * slack_),
                 of_b = cap(b_, -u, -(dot(u, a_.extremes().along(u)) - t) - 2 * slack_);
    for (int i = 1; i < 3; ++i) {
      const double at = dot(axes_[i], cell.centre);
      const double low = std::max({at - cell.half[i], of_a.low[i], of_b.low[i]}) - slack_,
                   high = std::min({at + cell.half[i], of_a.high[i], of_b.high[i]}) + slack_;
      const double half = std::max(0.5 * (high - low), slack_);
      cell.centre += axes_[i] * (low + 0.5 * (high - low) - at);
      cell.half[i] = half;
    }
    left_out_ = std::max(left_out_, t + 2 * slack_);
  }

  struct Extent {
    Vec3 low{infinite, infinite, infinite}, high{-infinite, -infinite, -infinite};
    static constexpr double infinite = std::numeric_limits<double>::infinity();
  };
  /// Along the axes, of what of the solid is beyond a plane.
  Extent cap(const PlacedSolid& solid, const Vec3& normal, double offset) const {
    Extent extent;
    std::vector<WideChild> waiting{WideChild::node(0)};
    while (!waiting.empty()) {
      const WideChild child = waiting.back();
      waiting.pop_back();
      if (child.is_leaf()) {
        for (std::uint32_t i = 0; i < child.count(); ++i)
          add_clipped(solid.corners(solid.tree().order[child.first() + i]), normal, offset, extent);
        continue;
      }
      const WideNode& node = solid.tree().nodes[child.node()];
      for (int lane = 0; lane < ObbPacket::lanes && !node.child[lane].is_empty(); ++lane) {
        const PlacedBox box(solid, child.node(), lane);
        double most = dot(normal, box.centre) + slack_;
        for (const Vec3& axis : box.axes) most += std::abs(dot(normal, axis));
        if (most >= offset) waiting.push_back(node.child[lane]);
      }
    }
    return extent;
  }
  void add_clipped(const std::array<Vec3, 3>& corners, const Vec3& normal, double offset, Extent& extent) const {
    const auto add = [&](const Vec3& p) {
      for (int i = 0; i < 3; ++i) {
        const double at = dot(axes_[i], p);
        extent.low[i] = std::min(extent.low[i], at), extent.high[i] = std::max(extent.high[i], at);
      }
    };
    for (int i = 0; i < 3; ++i) {
      const Vec3 &p = corners[i], &q = corners[(i + 1) % 3];
      const double at_p = dot(normal, p) - offset, at_q = dot(normal, q) - offset;
      if (at_p >= 0) add(p);
      if ((at_p > 0) != (at_q > 0) && at_p != at_q) add(p + (q - p) * (at_p / (at_p - at_q)));
    }
  }

  std::array<Vec3, 8> corners(const BoxCell& cell) const {
    const Vec3 x = axes_[0] * cell.half.x, y = axes_[1] * cell.half.y, z = axes_[2] * cell.half.z;
    std::array<Vec3, 8> result;
    for (int i = 0; i < 8; ++i)
      result[i] = cell.centre + x * (i & 1 ? 1.0 : -1.0) + y * (i & 2 ? 1.0 : -1.0) + z * (i & 4 ? 1.0 : -1.0);
    return result;
  }

  /// The balls that a cell knows of a solid, and how far its corners are from each.
  struct Seen {
    std::array<std::uint32_t, 3> balls;
    std::array<double, 3> radii;
    std::array<std::array<double, 8>, 3> distances;
  };
  static Seen seen_from(const std::array<Vec3, 8>& corners, const OuterBalls& balls, const BallsNear& known) {
    Seen seen{{known.best, known.others[0], known.others[1]}, {}, {}};
    for (int i = 0; i < 3; ++i) {
      seen.radii[i] = balls.radius(seen.balls[i]);
      for (int corner = 0; corner < 8; ++corner)
        seen.distances[i][corner] = balls.distance(seen.balls[i], corners[corner]);
    }
    return seen;
  }

  /// An upper bound of the depths in the cell by two balls.
  double bound_by(const Seen& a, int ball_a, const Seen& b, int ball_b) const {
    double most = 0;
    for (int corner = 0; corner < 8; ++corner)
      most = std::max(most, a.distances[ball_a][corner] + b.distances[ball_b][corner]);
    // Of large balls it is a small difference of large lengths.
    const double rounding = 8 * unit_roundoff * (a.radii[ball_a] + b.radii[ball_b] + most);
    return most + rounding + 2 * slack_;
  }

  /// The best bound by the balls that the cell knows.
  double best_bound(BoxCell& cell) const {
    const std::array<Vec3, 8> around = corners(cell);
    const Seen a = seen_from(around, balls_a_, cell.a), b = seen_from(around, balls_b_, cell.b);
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        if (const double bound = bound_by(a, i, b, k); bound < best)
          best = bound, cell.a.best = a.balls[i], cell.b.best = b.balls[k];
    return best;
  }

  void add(const BoxCell& cell, double bound) {
    if (bound > enough())
      cells_.push(bound, cell);
    else
      left_out_ = std::max(left_out_, bound);
  }

  /// Beyond the exits of the deepest point, near and far.
  void look_outside(BoxCell& cell) {
    const double size = std::max(found_.depth.lower, goal_.least);
    const auto look = [&](OuterBalls& balls, const Vec3& exit, BallsNear& known) {
      known.best = known.others[0] = balls.add_beyond(found_.point, exit, size);
      known.others[1] = balls.add_beyond(found_.point, exit, 8 * size);
    };
    look(balls_a_, found_.exit_a, cell.a);
    look(balls_b_, found_.exit_b, cell.b);
  }

  /// Finds out on which side of the surface the centre of a cell is, and a ball outside; false if all of it is outside.
  bool look_from(PlacedSolid& solid, OuterBalls& balls, const BoxCell& cell, double radius, DepthAt& at,
                 BallsNear& known) {
    at = known.inner.with_side(solid, cell.centre, at);
    if (at.upper + radius < 0) return false;
    if (at.upper < 0)
      known.others[1] = balls.add_around(cell.centre, at);
    else if (!(balls.distance(known.best, cell.centre) < 1.02 * at.upper && balls.radius(known.best) > 2 * radius))
      known.others[1] = balls.add_beyond(cell.centre, at.closest, std::max(4 * radius, at.upper));
    return true;
  }

  void measure(BoxCell cell, double bound) {
    Depths depths;
    depths.a = cell.a.at = a_.nearest(cell.centre, cell.a.at);
    cell.a.others[0] = balls_a_.add_point(depths.a.closest);
    bound = std::min(bound, best_bound(cell));
    if (!(bound > enough())) return add(cell, bound);
    depths.b = cell.b.at = b_.nearest(cell.centre, cell.b.at);
    cell.b.others[0] = balls_b_.add_point(depths.b.closest);
    const double radius = length(cell.half) * (1 + 8 * unit_roundoff) + slack_;
    const auto lipschitz = [&] { return add_up(depths.a.upper, depths.b.upper) + 2 * radius; };
    bound = std::min({bound, lipschitz(), best_bound(cell)});
    if (bound > enough()) {
      if (!look_from(a_, balls_a_, cell, radius, depths.a, cell.a)) return;
      if (!look_from(b_, balls_b_, cell, radius, depths.b, cell.b)) return;
      if (take(depths, cell.centre, found_)) climb(a_, b_, cell.centre, found_);
      bound = std::min({bound, lipschitz(), best_bound(cell)});
    }
    cell.is_measured = true;
    add(cell, bound);
  }

  /// The parts of a cell on both sides of its centre, each with an upper bound.
  using Halves = std::array<std::pair<double, BoxCell>, 2>;
  Halves halves(const BoxCell& cell, int axis, double bound) const {
    Halves parts;
    for (int i = 0; i < 2; ++i) {
      BoxCell part = cell;
      part.half[axis] *= 0.5;
      part.centre += axes_[axis] * (i == 0 ? -part.half[axis] : part.half[axis]);
      part.is_measured = false;
      const double limit = std::min(bound, best_bound(part));
      parts[i] = {limit, part};
    }
    return parts;
  }

  /// Across the side for which the bounds get least, unless that is short; if they are alike, across the longest.
  void split(const BoxCell& cell, double bound) {
    constexpr double shortest = 0.25;
    const double longest = largest(cell.half);
    Halves best;
    double least = std::numeric_limits<double>::infinity(), side = 0;
    for (int axis = 0; axis < 3; ++axis) {
      if (cell.half[axis] < shortest * longest) continue;
      const Halves parts = halves(cell, axis, bound);
      const double sum = std::max(parts[0].first, enough()) + std::max(parts[1].first, enough());
      if (sum < least || (sum == least && cell.half[axis] > side)) least = sum, side = cell.half[axis], best = parts;
    }
    for (const auto& [limit, part] : best) add(part, limit);
  }

  PlacedSolid &a_, &b_;
  OuterBalls balls_a_, balls_b_;
  DepthGoal goal_;
  const Spending& spending_;
  FoundDepth& found_;
  double slack_;
  std::array<Vec3, 3> axes_;
  bool is_along_way_out_ = false;
  double left_out_ = 0;
  BestFirst<BoxCell> cells_;
};

}  // namespace

void search_with_balls(PlacedSolid& a, PlacedSolid& b, const Vec3& way_out, const DepthGoal& goal,
                       const Spending& spending, FoundDepth& found) {
  BallSearch(a, b, way_out, goal, spending, found).run();
}

}  // namespace abut
