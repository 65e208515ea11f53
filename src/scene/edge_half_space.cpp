#include "scene/edge_half_space.h"

#include "query/moving_body.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

struct Heights {
  double in_middle;  ///< of the lowest point over the half-space
  double lowest;     ///< no point comes lower during the time
};

class CrossingSearch {
 public:
  CrossingSearch(const Model& model, const Motion& motion, const EdgeHalfSpace& half_space, double reach)
      : points_(model.mesh().points), body_(model, motion), half_space_(half_space), reach_(reach) {
    still_.state = MotionPiece::still({}).state(0);
    sizes_ = std::abs(half_space.height) + body_.radius();
    found_.tolerance = 0x1p-40 * sizes_ + 4 * body_.error();
  }

  MovingContact run(const TimeSpan& during, double time_tolerance, BudgetWatch& watch) {
    std::vector<TimeSpan> cells{during};
    found_.lower = during.begin;
    while (!cells.empty()) {
      const TimeSpan cell = cells.back();
      if (cell.end - cell.begin <= time_tolerance && found_.upper == cell.end) break;
      if (watch.is_over(found_.counters.volume_tests)) return found_.complete = false, ended();
      cells.pop_back();
      const double middle = cell.begin + (cell.end - cell.begin) / 2;
      const Heights heights =
          look(middle, std::max(cell.end - middle, middle - cell.begin) * (1 + 0x1p-30), cell.begin);
      if (heights.lowest > reach_) {
        found_.lower = cell.end;
        continue;
      }
      if (!(cell.begin < middle && middle < cell.end)) return is_undecided_ = true, ended();
      if (heights.in_middle <= reach_ + found_.tolerance) {
        found_.upper = middle;
        cells = {{cell.begin, middle}};
      } else {
        cells.push_back({middle, cell.end});
        cells.push_back({cell.begin, middle});
      }
    }
    return ended();
  }

 private:
  // Heights are sums of a few products; those of the normal and of its height are rounded, too.
  Heights look(double middle, double half, double begin) {
    const MovingExtent extent = body_.extent(begin, middle, half);
    const SeenMotion seen(extent, still_, half);
    const Vec3& normal = half_space_.normal;
    Heights heights{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (const Vec3& point : points_) {
      const Vec3 x = extent.state.at * point;
      const double height = dot(normal, x);
      heights.in_middle = std::min(heights.in_middle, height);
      heights.lowest = std::min(heights.lowest, height - std::abs(dot(normal, seen.travel(x))) - length(seen.bend(x)));
    }
    const double far = length(seen.centre) + length(seen.travel_at_centre) + length(seen.bend_at_centre) +
                       body_.radius() * (1 + length(seen.turn)) + sizes_;
    heights.in_middle -= half_space_.height;
    heights.lowest -= half_space_.height + seen.rest * (1 + 0x1p-20) + 0x1p-44 * far;
    found_.counters.volume_tests += points_.size();
    return heights;
  }

  const MovingContact& ended() {
    if (found_.upper <= 1)
      found_.verdict = MotionVerdict::contact;
    else if (is_undecided_ || !found_.complete)
      found_.verdict = MotionVerdict::undecided;
    return found_;
  }

  std::span<const Vec3> points_;
  MovingBody body_;
  MovingExtent still_{{}, {}, 0, 0};
  const EdgeHalfSpace& half_space_;
  double reach_, sizes_;
  MovingContact found_;
  bool is_undecided_ = false;
};

}  // namespace

MovingContact first_contact(const Model& model, const Motion& motion, const EdgeHalfSpace& half_space, double reach,
                            const TimeSpan& during, double time_tolerance, BudgetWatch& watch) {
  return CrossingSearch(model, motion, half_space, reach).run(during, time_tolerance, watch);
}

}  // namespace abut
