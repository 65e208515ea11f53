#include "engine/moving_balls.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace abut {

namespace {

constexpr double before = 2.5;  // the first ball: bins

// A ball's places are sums of three numbers, and parts of the time are rounded.
Bounds bounds_of(const MovingBall& ball) {
  const Vec3 from = ball.centre + ball.way * ball.first, to = ball.centre + ball.way * ball.last;
  const Vec3 reach =
      (abs(ball.centre) + abs(ball.way)) * 0x1p-40 + Vec3{ball.radius, ball.radius, ball.radius} * (1 + 0x1p-40);
  return {min(from, to) - reach, max(from, to) + reach};
}

}  // namespace

// Where there is no extent, a bin is not a number.
std::uint32_t MovingBalls::bin_of(double place) {
  return place > 0 ? static_cast<std::uint32_t>(std::min(place, bins - 1.0)) : 0;
}

// Balls are a bin longer on both sides, so that a place may be off by as much; what is in the first or last bin is
// beside all of them.
MovingBalls::MovingBalls(std::span<const MovingBall> balls)
    : words_((balls.size() + 63) / 64), sets_(6 * bins * words_) {
  Bounds all;
  for (const MovingBall& ball : balls) {
    const Bounds own = bounds_of(ball);
    all = {min(all.low, own.low), max(all.high, own.high)};
  }
  low_ = all.low;
  for (int axis = 0; axis < 3; ++axis) {
    const double scale = (bins - 6) / (all.high[axis] - all.low[axis]);
    scale_[axis] = std::isfinite(scale) ? scale : 0;
  }
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const Bounds own = bounds_of(balls[i]);
    const std::uint64_t bit = std::uint64_t{1} << i % 64;
    for (int axis = 0; axis < 3; ++axis) {
      const auto place = [&](const Vec3& v) { return (v[axis] - low_[axis]) * scale_[axis] + before; };
      for (std::uint32_t bin = bin_of(place(own.low) - 1.5); bin < bins; ++bin) row(2 * axis, bin)[i / 64] |= bit;
      for (std::uint32_t bin = 0; bin <= bin_of(place(own.high) + 1.5); ++bin) row(2 * axis + 1, bin)[i / 64] |= bit;
    }
  }
}

void MovingBalls::reached_from(const Vec3& start, const Vec3& way, std::vector<std::uint32_t>& reached) const {
  reached.clear();
  const std::uint64_t* sets[parts][6];
  for (int axis = 0; axis < 3; ++axis) {
    const double first = (start[axis] - low_[axis]) * scale_[axis] + before,
                 step = way[axis] * scale_[axis] * (1.0 / parts);
    // Rounding takes less than a bin, unless the point comes from very far away.
    const bool is_sure = std::abs(start[axis]) * scale_[axis] < 0x1p40 && std::abs(step) < 0x1p40;
    std::uint32_t from = bin_of(first);
    for (int i = 0; i < parts; ++i) {
      const std::uint32_t to = bin_of(first + step * (i + 1));
      sets[i][2 * axis] = row(2 * axis, is_sure ? std::max(from, to) : bins - 1);
      sets[i][2 * axis + 1] = row(2 * axis + 1, is_sure ? std::min(from, to) : 0);
      from = to;
    }
  }
  for (std::size_t word = 0; word < words_; ++word) {
    std::uint64_t any = 0;
    for (const auto& of : sets)
      any |= of[0][word] & of[1][word] & of[2][word] & of[3][word] & of[4][word] & of[5][word];
    for (; any != 0; any &= any - 1)
      reached.push_back(static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(std::countr_zero(any)));
  }
}

}  // namespace abut
