#include "math/rounding.h"
#include "robot/joint_levers.h"
#include "scene/edge_search.h"
#include <abut/distance.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

/// Looks how far the numbers may change until the cores may have come together. The configuration is free: as long as
/// surfaces do not meet, nothing gets inside anything.
class FreeBallSearch {
 public:
  FreeBallSearch(const EdgeData& data, std::span<const double> configuration, double margin)
      : data_(data),
        configuration_(configuration),
        margin_(margin),
        half_(configuration.size()),
        by_number_(configuration.size()) {
    for (const FigurePart& part : data.checked().figures)
      for (std::size_t i = 0; i < part.figure.dof(); ++i)
        if (part.figure.numbers()[i].name.find("/rot_") == std::string::npos)
          changing_.push_back(part.first_number + i);
  }

  FreeBall run() {
    for (const EdgePair& pair : data_.pairs) bound(pair);
    for (const EdgeSide& side : data_.movers) {
      for (const EdgeWorld& world : data_.worlds)
        if (!data_.may_touch(side.mover, world.bodies[0])) bound(side, world);
      for (const EdgeHalfSpace& half_space : data_.half_spaces)
        if (!data_.may_touch(side.mover, half_space.body)) bound(side, half_space);
    }
    return ball_;
  }

 private:
  static constexpr double outward = 1 + 0x1p-20;

  const CheckedShape& shape_of(const EdgeSide& side) const { return data_.checked().movers[side.mover]; }
  /// Where a mover is, and how far it moves while the numbers change by no more than a radius.
  ChainReach reach_of(const EdgeSide& side, double radius) {
    for (const std::size_t number : changing_) half_[number] = radius;
    const FigurePart& part = data_.checked().figures[side.figure];
    const std::size_t first = part.first_number, count = part.figure.dof();
    const MoverBall& ball = data_.balls[side.mover];
    ChainReach reach = reach_of_chain(chain_joints(part.figure, side.joints), configuration_.subspan(first, count),
                                      std::span(half_).subspan(first, count), {ball.centre, ball.radius},
                                      std::span(by_number_).subspan(first, count));
    if (side.from_world) reach.at = part.base * reach.at;
    // A base stretches by less than 1.002.
    reach.moves *= 1.003;
    reach.at = reach.at * shape_of(side).at;
    return reach;
  }

  /// The largest radius up to the one that is known for which `is_apart`, which holds for all smaller ones, too.
  template <class IsApart>
  void narrow(const IsApart& is_apart, CheckedPair pair) {
    constexpr double farthest = 0x1p60;
    double high = std::min(ball_.radius, farthest), low = 0;
    if (is_apart(high)) return;
    // By halves of the exponent first, then of the number.
    for (double start = high; start > 0x1p-60 && low == 0; start /= 16) {
      if (is_apart(start / 16))
        low = start / 16;
      else
        high = start / 16;
    }
    while (low > 0 && high > low * (1 + 0x1p-20)) {
      const double middle = low + (high - low) / 2;
      (is_apart(middle) ? low : high) = middle;
    }
    if (pair.b < pair.a) std::swap(pair.a, pair.b);
    ball_ = {low, pair};
  }

  // Placements are off by less than 2^-40 of the lengths at hand.
  static double rounding(const Placement& at, const MoverBall& ball) {
    return 0x1p-40 * (length(at.shift) + length(ball.centre) + ball.radius);
  }

  void bound(const EdgePair& pair) {
    const CheckedShape &a = shape_of(pair.a), &b = shape_of(pair.b);
    const auto is_apart = [&](double radius) {
      const ChainReach of_a = reach_of(pair.a, radius), of_b = reach_of(pair.b, radius);
      const double off = rounding(of_a.at, data_.balls[pair.a.mover]) + rounding(of_b.at, data_.balls[pair.b.mover]);
      const double needed = (pair.reach + margin_ + of_a.moves + of_b.moves) * outward + off;
      return needed <= largest_input && !within(a.shape.core(), of_a.at, b.shape.core(), of_b.at, needed);
    };
    narrow(is_apart, {a.name, b.name});
  }

  void bound(const EdgeSide& side, const EdgeWorld& world) {
    const CheckedShape& shape = shape_of(side);
    const double own = shape.shape.radius() + shape.padding + world.reach + world.error + margin_;
    const auto needed = [&](const ChainReach& reach) {
      return (own + reach.moves) * outward + rounding(reach.at, data_.balls[side.mover]);
    };
    const auto is_apart = [&](double radius) {
      const ChainReach reach = reach_of(side, radius);
      return needed(reach) <= largest_input && !within(shape.shape.core(), reach.at, world.model, {}, needed(reach));
    };
    const ChainReach now = reach_of(side, 0);
    const Distance nearest = distance(shape.shape.core(), now.at, world.model, {}, {.relative_error = 0.5});
    narrow(is_apart, {shape.name, data_.checked().bodies[world.body_of(nearest.triangle_b)].name});
  }

  void bound(const EdgeSide& side, const EdgeHalfSpace& half_space) {
    const CheckedShape& shape = shape_of(side);
    const ChainReach now = reach_of(side, 0);
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vec3& point : shape.shape.core().mesh().points)
      lowest = std::min(lowest, dot(half_space.normal, now.at * point) - half_space.height);
    const double off = rounding(now.at, data_.balls[side.mover]) + 0x1p-40 * std::abs(half_space.height);
    const double own = (shape.shape.radius() + shape.padding + half_space.reach + margin_) * outward + off;
    narrow([&](double radius) { return lowest > own + reach_of(side, radius).moves * outward; },
           {shape.name, data_.checked().bodies[half_space.body].name});
  }

  const EdgeData& data_;
  std::span<const double> configuration_;
  double margin_;
  std::vector<double> half_, by_number_;
  std::vector<std::size_t> changing_;
  FreeBall ball_{std::numeric_limits<double>::infinity(), {}};
};

}  // namespace

FreeBall free_ball(const EdgeData& data, std::span<const double> configuration, double margin) {
  const std::vector<CheckedPair> touching = data.checker.touching(configuration, {.margin = margin});
  if (!touching.empty()) return {0, touching.front()};
  return FreeBallSearch(data, configuration, margin).run();
}

}  // namespace abut
