#include "query/depth_balls.h"

#include "query/best_first.h"
#include "query/expanding_polytope.h"
#include "query/near_balls.h"
#include "query/placed_box.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

/// A box of space, along the axes of the search.
struct BoxCell {
  Vec3 centre, half;
  Vec3 look;     // where its bound is needed, about
  DepthAt a, b;  // of a point in it, or near it, as if that were inside
  InnerBall inner_a, inner_b;
  NearBalls near_a, near_b;
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
    whole.look = found_.point;
    look_outside();
    add(whole, found_.depth.upper);
    std::uint64_t looked = 0;
    while (!cells_.empty() && cells_.top_bound() > enough() && looked++ < goal_.max_cells && !spending_.is_over()) {
      auto [bound, cell] = cells_.pop();
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

  /// An upper bound of the depths in a cell, and what to do about it.
  struct Bound {
    double upper = 0;
    Vec3 look;     // where it is needed, about
    int axis = 0;  // to split the cell across
  };
  /// By a mix of balls outside of A and one of balls outside of B; negative if all of the cell is outside of one.
  /// Balls that matter less are forgotten.
  Bound bound_of(BoxCell& cell) const {
    const std::array<Vec3, 8> around = corners(cell);
    const CornerDistances a(balls_a_, cell.near_a, around), b(balls_b_, cell.near_b, around);
    const double rounding = 64 * unit_roundoff * (a.largest() + b.largest());
    if (a.is_within_one(rounding + slack_) || b.is_within_one(rounding + slack_)) return {-1, cell.centre, 0};
    const CornerMix mix = least_mix(a.rows(), b.rows());
    cell.near_a.keep_best(a.rows()), cell.near_b.keep_best(b.rows());
    Bound result{mix.bound + rounding + 2 * slack_, {}, axis_to_split(cell, mix.corners)};
    for (int corner = 0; corner < 8; ++corner) result.look += around[corner] * mix.corners[corner];
    return result;
  }

  /// Along which the corners that set the bound are farthest from each other: without the one side the other one's
  /// bound is less.
  static int axis_to_split(const BoxCell& cell, const CornerBounds& weights) {
    constexpr double least = 0.01;
    int best = 0;
    double most = -1;
    for (int axis = 0; axis < 3; ++axis) {
      double above = 0;
      for (int corner = 0; corner < 8; ++corner)
        if (corner >> axis & 1) above += weights[corner];
      const double spread = cell.half[axis] * cell.half[axis] * std::max(above * (1 - above), least);
      if (spread > most) most = spread, best = axis;
    }
    return best;
  }

  void add(const BoxCell& cell, double bound) {
    if (bound > enough())
      cells_.push(bound, cell);
    else
      left_out_ = std::max(left_out_, bound);
  }

  /// Beyond the exits of the deepest point, near and far.
  void look_outside() {
    const double size = std::max(found_.depth.lower, goal_.least);
    const auto look = [&](OuterBalls& balls, const Vec3& exit) {
      balls.add_point(exit);
      balls.add_beyond(found_.point, exit, size);
      balls.add_beyond(found_.point, exit, 8 * size);
    };
    look(balls_a_, found_.exit_a);
    look(balls_b_, found_.exit_b);
  }

  /// Finds out on which side of the surface a point is; returns a ball outside.
  static std::uint32_t look_from(PlacedSolid& solid, OuterBalls& balls, const Vec3& point, double radius, DepthAt& at,
                                 InnerBall& inner) {
    at = inner.with_side(solid, point, at);
    return at.upper < 0 ? balls.add_around(point, at)
                        : balls.add_beyond(point, at.closest, std::max(4 * radius, at.upper));
  }

  /// Looks for balls where the bound is needed, which lowers it there; splits the cell if that is not by much.
  void measure(BoxCell cell, const double before) {
    const Vec3 point = cell.look;
    const double radius = length(cell.half) * (1 + 8 * unit_roundoff);
    cell.near_a.add_closest(balls_a_, cell.centre), cell.near_b.add_closest(balls_b_, cell.centre);
    cell.a = a_.nearest(point, cell.a), cell.b = b_.nearest(point, cell.b);
    cell.near_a.add(balls_a_.add_point(cell.a.closest)), cell.near_b.add(balls_b_.add_point(cell.b.closest));
    Bound bound = bound_of(cell);
    if (bound.upper > enough()) {
      Depths depths{cell.a, cell.b};
      cell.near_a.add(look_from(a_, balls_a_, point, radius, depths.a, cell.inner_a));
      cell.near_b.add(look_from(b_, balls_b_, point, radius, depths.b, cell.inner_b));
      if (take(depths, point, found_)) climb(a_, b_, point, found_);
      bound = bound_of(cell);
    }
    const double upper = std::min(before, bound.upper);
    if (upper - enough() > 0.5 * (before - enough())) return split(cell, bound.axis, upper);
    cell.look = bound.look;
    add(cell, upper);
  }

  void split(const BoxCell& cell, int axis, double upper) {
    for (const double side : {-0.5, 0.5}) {
      BoxCell part = cell;
      part.half[axis] *= 0.5;
      part.centre += axes_[axis] * (side * cell.half[axis]);
      const Bound bound = bound_of(part);
      part.look = bound.look;
      add(part, std::min(upper, bound.upper));
    }
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
