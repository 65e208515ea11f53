#include "query/depth_balls.h"

#include "query/best_first.h"
#include "query/outer_balls.h"

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
  BallSearch(PlacedSolid& a, PlacedSolid& b, const DepthGoal& goal, const Spending& spending, FoundDepth& found)
      : a_(a),
        b_(b),
        balls_a_(a),
        balls_b_(b),
        goal_(goal),
        spending_(spending),
        found_(found),
        slack_(a.slack() + b.slack()) {
    choose_axes();
  }

  void run() {
    BoxCell whole = overlap_of_boxes();
    if (!(largest(whole.half) > 0)) return;
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

  /// The first one from exit to exit of the deepest point.
  void choose_axes() {
    const Vec3 way = found_.exit_a - found_.exit_b;
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

  std::array<Vec3, 8> corners(const BoxCell& cell) const {
    const Vec3 x = axes_[0] * cell.half.x, y = axes_[1] * cell.half.y, z = axes_[2] * cell.half.z;
    std::array<Vec3, 8> result;
    for (int i = 0; i < 8; ++i)
      result[i] = cell.centre + x * (i & 1 ? 1.0 : -1.0) + y * (i & 2 ? 1.0 : -1.0) + z * (i & 4 ? 1.0 : -1.0);
    return result;
  }

  /// An upper bound of the depths in the cell by two balls.
  double bound_by(const std::array<Vec3, 8>& corners, std::uint32_t ball_a, std::uint32_t ball_b) const {
    double most = 0;
    for (const Vec3& corner : corners)
      most = std::max(most, balls_a_.distance(ball_a, corner) + balls_b_.distance(ball_b, corner));
    // Of large balls it is a small difference of large lengths.
    const double rounding = 8 * unit_roundoff * (balls_a_.radius(ball_a) + balls_b_.radius(ball_b) + most);
    return most + rounding + 2 * slack_;
  }

  /// The best bound by the balls that the cell knows.
  double best_bound(BoxCell& cell) const {
    const std::array<Vec3, 8> around = corners(cell);
    double best = bound_by(around, cell.a.best, cell.b.best);
    for (const std::uint32_t ball : cell.a.others)
      if (const double bound = bound_by(around, ball, cell.b.best); bound < best) best = bound, cell.a.best = ball;
    for (const std::uint32_t ball : cell.b.others)
      if (const double bound = bound_by(around, cell.a.best, ball); bound < best) best = bound, cell.b.best = ball;
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
    Depths depths{a_.nearest(cell.centre, cell.a.at), b_.nearest(cell.centre, cell.b.at)};
    cell.a.at = depths.a, cell.b.at = depths.b;
    const double radius = length(cell.half) * (1 + 8 * unit_roundoff) + slack_;
    const auto lipschitz = [&] { return add_up(depths.a.upper, depths.b.upper) + 2 * radius; };
    cell.a.others[0] = balls_a_.add_point(depths.a.closest);
    cell.b.others[0] = balls_b_.add_point(depths.b.closest);
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
  double left_out_ = 0;
  BestFirst<BoxCell> cells_;
};

}  // namespace

void search_with_balls(PlacedSolid& a, PlacedSolid& b, const DepthGoal& goal, const Spending& spending,
                       FoundDepth& found) {
  BallSearch(a, b, goal, spending, found).run();
}

}  // namespace abut
