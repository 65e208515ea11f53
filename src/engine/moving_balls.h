#pragma once

#include <abut/motion.h>
#include <abut/query.h>

#include <cstdint>
#include <span>
#include <vector>

namespace abut {

/// A ball whose centre is at centre + part way during a part of the time: that of the whole time which has passed.
struct MovingBall {
  Vec3 centre, way;
  double radius = 0;
  TimeSpan during{};
};

/// Points that move straight, from a start by a way in the whole time: as many as are looked at together.
struct MovingPoints {
  static constexpr std::size_t most = 64;

  /// There must be room.
  void add(const Vec3& start, const Vec3& way) {
    for (int k = 0; k < 3; ++k) rows[k][count] = start[k], rows[3 + k][count] = way[k];
    ++count;
  }

  std::size_t count = 0;
  double rows[6][most] = {};  ///< x, y and z of the starts, and of the ways
};

/// When a point may be in a ball.
struct BallWindow {
  std::uint32_t point = 0, ball = 0;
  double begin = 0, end = 0;
};

/// Balls that move, asked many times which of them moving points may reach, and when: first by a quick look at all of
/// them, by boxes around the ways of both.
//
// Each axis is cut into bins. For each bin there are the balls that begin in it or before, and those that end in it or
// after: two sets of bits, whose intersection for the bins in which a part of a point's way ends and begins are the
// balls that are beside it on this axis.
class MovingBalls {
 public:
  /// The time is the whole one; that of each ball is a part of it.
  MovingBalls(std::span<const MovingBall> balls, const TimeSpan& during);

  /// Appends when the points may come into balls: point by point, of each in the order of their beginning, those that
  /// begin at the same time in that of the balls. The same for every instruction set, but for those that hold no time
  /// at which the point is in the ball.
  void list_windows(const MovingPoints& points, Simd simd, std::vector<BallWindow>& windows) const;

  static constexpr std::uint32_t bins = 128;  ///< of each axis
  static constexpr double before = 2.5;       ///< the first ball: bins

  /// What windows need of a ball.
  struct alignas(64) Row {
    double centre[3], way[3], radius, sizes;  // the sizes: lengths of `centre` and `way` together
  };
  /// All that the look at many points needs.
  struct Table {
    std::size_t words = 0;  ///< of a set
    Vec3 low, scale;
    std::vector<std::uint64_t> sets;  ///< by axis and side, bin and word
    std::vector<Row> rows;
    std::vector<TimeSpan> times;
    TimeSpan during;

    std::uint64_t* set(int side, std::uint32_t bin) { return sets.data() + (side * bins + bin) * words; }
  };

 private:
  Table table_;
};

}  // namespace abut
