#include "assembly/deepest_step.h"

#include "assembly/placed_box.h"

#include <algorithm>

namespace abut {

namespace {

// Why depths differ by no more than the parts move. At one of two steps let x be the deepest point, seen from A, and y
// the same point of B at the other step. A point z on the way from x to y is at least d_A(x) - |x - z| deep in A, and
// in B at the other step d_B(x) - |z - y|. With d_A(x) + d_B(x) >= |x - y| there is a z for which neither is negative:
// then it is in the overlap, and the sum is at least d_A(x) + d_B(x) - |x - y|.
class DeepestSearch {
 public:
  DeepestSearch(const Body& a, const Body& b, std::span<const PlacedStep> steps, const PenetrationOptions& options)
      : a_(a), b_(b), steps_(steps), options_(options), watch_(options.budget) {
    for (const PlacedStep& step : steps) {
      relative_.push_back(inverse(step.at.a) * step.at.b);
      upper_.push_back(box_depth(step.at));
    }
    is_measured_.assign(steps.size(), 0);
    // What is as long in A's frame is as long in the world, or longer by this.
    for (int axis = 0; axis < 3; ++axis) scale_ = std::max(scale_, length(steps[0].at.a.linear.column(axis)));
  }

  DeepestStep run(std::size_t most) {
    measure(0);
    for (std::size_t measured = 1; measured < most && !watch_.is_over_now(); ++measured) {
      const auto next = std::max_element(upper_.begin(), upper_.end());
      if (!(*next > found_.penetration.depth.lower * (1 + options_.relative_error))) break;
      measure(static_cast<std::size_t>(next - upper_.begin()));
    }
    return found_;
  }

 private:
  /// A move that parts the boxes parts the solids.
  double box_depth(const PlacementPair& at) const {
    const Bounds a = placed_box(a_.bounds, at.a), b = placed_box(b_.bounds, at.b);
    const Vec3 up = a.high - b.low, down = b.high - a.low;
    return std::min({up.x, up.y, up.z, down.x, down.y, down.z});
  }

  /// How far B moves from one step to another, seen from A.
  double move(std::size_t from, std::size_t to) const {
    double most = 0;
    for (int corner = 0; corner < 8; ++corner) {
      Vec3 point;
      for (int axis = 0; axis < 3; ++axis) point[axis] = (corner >> axis & 1 ? b_.bounds.high : b_.bounds.low)[axis];
      most = std::max(most, length(relative_[from] * point - relative_[to] * point));
    }
    return most * scale_;
  }

  void measure(std::size_t index) {
    PenetrationOptions options = options_;
    options.budget = watch_.rest();
    const PlacementPair& at = steps_[index].at;
    Penetration measured = penetration(*a_.solid, at.a, *b_.solid, at.b, options);
    watch_.spend(measured.counters);
    found_.counters += measured.counters;
    is_measured_[index] = 1;
    for (std::size_t i = 0; i < steps_.size(); ++i)
      upper_[i] = is_measured_[i] ? -1 : std::min(upper_[i], measured.depth.upper + move(index, i));
    const bool is_deeper = measured.depth.lower > found_.penetration.depth.lower;
    if (is_first_ || is_deeper) found_.index = index, found_.penetration = std::move(measured);
    is_first_ = false;
  }

  const Body &a_, &b_;
  std::span<const PlacedStep> steps_;
  const PenetrationOptions& options_;
  BudgetWatch watch_;
  std::vector<Placement> relative_;
  std::vector<double> upper_;  // of those not yet measured
  std::vector<char> is_measured_;
  double scale_ = 0;
  DeepestStep found_;
  bool is_first_ = true;
};

}  // namespace

DeepestStep find_deepest_step(const Body& a, const Body& b, std::span<const PlacedStep> steps,
                              const PenetrationOptions& options, std::size_t most) {
  return DeepestSearch(a, b, steps, options).run(most);
}

}  // namespace abut
