#pragma once

#include "query/corner_mix.h"
#include "query/outer_balls.h"

namespace abut {

/// The balls outside of a solid that matter in a cell of space: some of those that may be the closest ones to points
/// of it.
class NearBalls {
 public:
  /// Another one, if it is not there yet; in place of the last one if there are too many.
  void add(std::uint32_t ball);
  /// Those that are closest to a point.
  void add_closest(const OuterBalls& balls, const Vec3& point);
  /// Forgets, of many, those that are far from being the closest ones to any corner of the cell.
  void keep_best(std::span<const CornerBounds> distances);
  std::span<const std::uint32_t> balls() const { return {balls_.data(), size_}; }

 private:
  std::array<std::uint32_t, most_mixed> balls_;
  std::size_t size_ = 0;
};

/// How far the corners of a box are from each of some balls.
class CornerDistances {
 public:
  CornerDistances(const OuterBalls& balls, const NearBalls& near, const std::array<Vec3, 8>& corners);
  std::span<const CornerBounds> rows() const { return {rows_.data(), size_}; }
  /// No smaller than any distance or radius; of large balls a distance is a small difference of large lengths.
  double largest() const { return largest_; }
  /// Is the box within one of the balls, and this much farther in?
  bool is_within_one(double slack) const;

 private:
  std::array<CornerBounds, most_mixed> rows_;
  std::size_t size_ = 0;
  double largest_ = 0;
};

}  // namespace abut
