#pragma once

#include <abut/query.h>
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

/// Eight balls side by side, scaled so that no coordinate is above 1; nothing reaches places that hold none.
struct alignas(32) MovingBallPacket {
  static constexpr int lanes = 8;

  float centre[3][lanes], way[3][lanes];
  float square[lanes];  ///< of the radius, enlarged
  float first[lanes], last[lanes];
};

/// Balls that move, asked many times which of them a moving point may reach: a quick look at all of them.
class MovingBalls {
 public:
  /// No point that is asked about starts or ends outside of the bounds.
  MovingBalls(std::span<const MovingBall> balls, const Bounds& points);

  /// Replaces `reached` by the balls that a point may reach on its way from `start` by `way`. Leaves out only those
  /// that it stays away from by more than 2^-20 of the scene. Quicker where balls that follow each other are
  /// neighbours.
  void reached_from(const Vec3& start, const Vec3& way, Simd simd, std::vector<std::uint32_t>& reached) const;

 private:
  std::vector<MovingBallPacket> packed(std::span<const MovingBall> balls) const;

  Vec3 middle_;
  double scale_ = 1;
  std::size_t count_;
  std::vector<MovingBallPacket> packets_;
  std::vector<MovingBallPacket> groups_;  // a ball around each packet
};

}  // namespace abut
