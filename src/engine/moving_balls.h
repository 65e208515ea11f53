#pragma once

#include <abut/vec3.h>

#include <cstdint>
#include <span>
#include <vector>

namespace abut {

/// A ball whose centre is at centre + part way, for parts of the time from `first` to `last`, all within [0, 1].
struct MovingBall {
  Vec3 centre, way;
  double radius = 0;
  double first = 0, last = 1;
};

/// Balls that move, asked many times which of them a moving point may reach: a quick look at all of them, by boxes
/// around the ways of both.
//
// Each axis is cut into bins. For each bin there are the balls that begin in it or before, and those that end in it or
// after: two sets of bits, whose intersection for the bins in which a part of the point's way ends and begins are the
// balls that are beside it on this axis.
class MovingBalls {
 public:
  explicit MovingBalls(std::span<const MovingBall> balls);

  /// Replaces `reached` by the balls, in their order, that a point may reach on its way from `start` by `way`. Some of
  /// them it does not.
  void reached_from(const Vec3& start, const Vec3& way, std::vector<std::uint32_t>& reached) const;

 private:
  static constexpr std::uint32_t bins = 128;
  static constexpr int parts = 2;  // of a way: boxes around them are smaller

  /// Grows with a place that is given in bins.
  static std::uint32_t bin_of(double place);
  std::uint64_t* row(int side, std::uint32_t bin) { return sets_.data() + (side * bins + bin) * words_; }
  const std::uint64_t* row(int side, std::uint32_t bin) const { return sets_.data() + (side * bins + bin) * words_; }

  std::size_t words_;
  Vec3 low_, scale_;
  std::vector<std::uint64_t> sets_;  // by axis and side, bin and word
};

}  // namespace abut
