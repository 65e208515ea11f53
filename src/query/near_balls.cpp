#include "query/near_balls.h"

#include <algorithm>
#include <limits>

namespace abut {

void NearBalls::add(std::uint32_t ball) {
  const auto end = balls_.begin() + static_cast<std::ptrdiff_t>(size_);
  if (std::find(balls_.begin(), end, ball) != end) return;
  if (size_ == most_mixed) --size_;
  balls_[size_++] = ball;
}

void NearBalls::add_closest(const OuterBalls& balls, const Vec3& point) {
  constexpr std::size_t few = 4;
  std::array<std::pair<double, std::uint32_t>, few> closest;
  closest.fill({std::numeric_limits<double>::infinity(), 0});
  for (std::uint32_t i = 0; i < balls.size(); ++i) {
    if (!balls.is_closer(i, point, closest.back().first)) continue;
    std::pair<double, std::uint32_t> ball{balls.distance(i, point), i};
    for (auto& other : closest)
      if (ball < other) std::swap(ball, other);
  }
  for (const auto& [distance, ball] : closest)
    if (distance < std::numeric_limits<double>::infinity()) add(ball);
}

void NearBalls::keep_best(std::span<const CornerBounds> distances) {
  constexpr std::size_t most = 12;
  if (size_ <= most) return;
  CornerBounds least = distances[0];
  for (const CornerBounds& row : distances)
    for (int c = 0; c < 8; ++c) least[c] = std::min(least[c], row[c]);
  std::array<std::pair<double, std::uint32_t>, most_mixed> farther;
  for (std::size_t i = 0; i < size_; ++i) {
    farther[i] = {std::numeric_limits<double>::infinity(), balls_[i]};
    for (int c = 0; c < 8; ++c) farther[i].first = std::min(farther[i].first, distances[i][c] - least[c]);
  }
  std::partial_sort(farther.begin(), farther.begin() + most, farther.begin() + static_cast<std::ptrdiff_t>(size_));
  size_ = most;
  for (std::size_t i = 0; i < size_; ++i) balls_[i] = farther[i].second;
}

CornerDistances::CornerDistances(const OuterBalls& balls, const NearBalls& near, const std::array<Vec3, 8>& corners)
    : size_(near.balls().size()) {
  for (std::size_t i = 0; i < size_; ++i) {
    const std::uint32_t ball = near.balls()[i];
    for (std::size_t corner = 0; corner < 8; ++corner) rows_[i][corner] = balls.distance(ball, corners[corner]);
    for (const double distance : rows_[i]) largest_ = std::max(largest_, std::abs(distance));
    largest_ = std::max(largest_, balls.radius(ball));
  }
}

bool CornerDistances::is_within_one(double slack) const {
  return std::any_of(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(size_),
                     [&](const CornerBounds& row) { return *std::max_element(row.begin(), row.end()) < -slack; });
}

}  // namespace abut
