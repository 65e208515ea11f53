#include "leaf/feature_motion.h"

#include "leaf/feature_points.h"
#include "leaf/motion_cell.h"

#include <algorithm>
#include <tuple>

namespace abut {

namespace {

// Is one feature on one side of the other along an axis, at both ends and hence always? Compares doubles: exact.
bool apart_along_an_axis(MotionKind kind, const MovingPoints& x) {
  const int first_of_b = kind == MotionKind::edge_edge ? 2 : 1;
  for (int axis = 0; axis < 3; ++axis) {
    bool below = true, above = true;
    for (int i = 0; i < first_of_b; ++i)
      for (int j = first_of_b; j < 4; ++j) {
        below &= x[i].from[axis] < x[j].from[axis] && x[i].to[axis] < x[j].to[axis];
        above &= x[i].from[axis] > x[j].from[axis] && x[i].to[axis] > x[j].to[axis];
      }
    if (below || above) return true;
  }
  return false;
}

// Width that keeps the features as close as the tolerance until the end of a bracket that holds their contact.
double width_for(const MovingPoints& x, const MotionGoal& goal) {
  if (goal.distance_tolerance == 0) return goal.time_tolerance;
  double longest = 0;
  for (const MovingPoint& point : x) longest = std::max(longest, largest(abs(point.to - point.from)));
  // Two points part by at most the sum of their ways, each no longer than sqrt(3) times its largest coordinate.
  return std::min(goal.time_tolerance, goal.distance_tolerance / (4 * longest));
}

bool comes_before(const MovingPoint& a, const MovingPoint& b) {
  for (int axis = 0; axis < 3; ++axis) {
    if (a.from[axis] != b.from[axis]) return a.from[axis] < b.from[axis];
    if (a.to[axis] != b.to[axis]) return a.to[axis] < b.to[axis];
  }
  return false;
}

// The points in an order that is theirs alone: the same features have the same answer, whatever they are called.
MovingPoints in_order(MotionKind kind, MovingPoints x) {
  const auto sort = [&](int i, int j) {
    if (comes_before(x[j], x[i])) std::swap(x[i], x[j]);
  };
  if (kind == MotionKind::vertex_face) {
    sort(1, 2), sort(2, 3), sort(1, 2);
  } else {
    sort(0, 1), sort(2, 3);
    if (comes_before(x[2], x[0])) std::swap(x[0], x[2]), std::swap(x[1], x[3]);
  }
  return x;
}

/// Cells of time that may hold the first contact, the earliest on top.
class CellSearch {
 public:
  CellSearch(MotionKind kind, const MovingPoints& x, const MotionGoal& goal)
      : kind_(kind), x_(x), goal_(goal), vectors_(kind, x), width_(width_for(x, goal)) {}

  MotionContact run(std::uint64_t& exact_tests) {
    for (stack_[0] = vectors_.whole(), count_ = 1; count_ > 0;) {
      MotionCell cell = stack_[--count_];
      if (cell.from > goal_.until) break;
      if (cell.volume_has_one_sign(vectors_)) continue;
      if (!cell.is_crossed) {
        const CellVerdict verdict = vectors_.look(cell);
        if (verdict == CellVerdict::apart) continue;
        cell.is_crossed = verdict == CellVerdict::crossed;
      }
      // The features meet wherever the volume vanishes; later cells do not matter.
      if (cell.is_crossed && cell.volume_changes_sign(vectors_)) {
        if (cell.to - cell.from <= width_) return {true, {cell.from, cell.to}};
        count_ = 0;
      }
      if (++looked_at_ == most_cells || cell.depth == MotionCell::most_depth) return settle(cell, exact_tests);
      std::tie(stack_[count_ + 1], stack_[count_]) = cell.halves();
      count_ += 2;
    }
    return {};
  }

 private:
  // Where doubles cannot tell: something as close as the tolerance, or integers.
  MotionContact settle(const MotionCell& cell, std::uint64_t& exact_tests) {
    if (goal_.distance_tolerance > 0 && cell.to - cell.from <= goal_.time_tolerance &&
        surely_within(kind_, x_, cell.to, goal_.distance_tolerance))
      return {true, {cell.from, cell.to}};
    ++exact_tests;
    return exact_first_contact(kind_, x_, cell.from, width_);
  }

  // Cells take some 20 ns each, integers a thousand times as long.
  static constexpr int most_cells = 100;

  MotionKind kind_;
  const MovingPoints& x_;
  const MotionGoal& goal_;
  MotionVectors vectors_;
  double width_;
  std::array<MotionCell, MotionCell::most_depth + 2> stack_;
  int count_ = 0, looked_at_ = 0;
};

}  // namespace

MotionContact first_contact(MotionKind kind, const MovingPoints& points, const MotionGoal& goal,
                            std::uint64_t& exact_tests) {
  if (apart_along_an_axis(kind, points)) return {};
  const MovingPoints ordered = in_order(kind, points);
  return CellSearch(kind, ordered, goal).run(exact_tests);
}

}  // namespace abut
