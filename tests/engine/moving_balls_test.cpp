// Which moving balls a moving point may reach: held against a search in doubles.

#include "engine/moving_balls.h"

#include "math/random.h"
#include "support/effort.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// How near a point comes to a ball's centre, by a search in doubles.
double nearest(const MovingBall& ball, const Vec3& start, const Vec3& way, double unit) {
  const Vec3 d = (start - ball.centre) * (1 / unit), w = (way - ball.way) * (1 / unit);
  const double square = dot(w, w);
  const double part = square > 0 ? std::clamp(-dot(d, w) / square, ball.first, ball.last) : ball.first;
  return length(d + w * part);
}

/// How far boxes around halves of the point's way are from one around the ball's, along the axis that tells most.
double box_gap(const MovingBall& ball, const Vec3& start, const Vec3& way) {
  const Vec3 from = ball.centre + ball.way * ball.first, to = ball.centre + ball.way * ball.last;
  double least = std::numeric_limits<double>::infinity();
  for (int part = 0; part < 2; ++part) {
    const Vec3 p = start + way * (0.5 * part), q = start + way * (0.5 * part + 0.5);
    least = std::min(least, largest(max(min(p, q) - max(from, to), min(from, to) - max(p, q))) - ball.radius);
  }
  return least;
}

TEST(MovingBalls, ListsAllThatAreReachedAndNoneWhoseBoxesAreFar) {
  Random random(3);
  for (const double scale : {1e-200, 1.0, 1e200})
    for (int round = 0; round < tries(150); ++round) {
      const Vec3 away = round % 3 == 0 ? Vec3{1e4, -3e4, 2e4} * scale : Vec3{};
      std::vector<MovingBall> balls;
      for (int i = 0; i < round; ++i) {
        const double first = random.chance(0.5) ? 0 : random.unit();
        balls.push_back({away + random.in_cube(10 * scale), random.in_cube(random.chance(0.3) ? 0 : 4 * scale),
                         random.unit() * scale, first, random.between(first, 1)});
      }
      const MovingBalls tested(balls);
      for (int i = 0; i < 50; ++i) {
        // Some start very far away, where nothing is left of a place near the balls.
        const Vec3 start = i % 7 == 0 ? random.in_cube(1e16 * scale) : away + random.in_cube(10 * scale);
        const Vec3 way = i % 7 == 0 ? (away - start) * 2 : i % 10 == 0 ? Vec3{} : random.in_cube(10 * scale);
        std::vector<std::uint32_t> reached{99};
        tested.reached_from(start, way, reached);
        ASSERT_TRUE(std::is_sorted(reached.begin(), reached.end()));
        for (std::uint32_t k = 0; k < balls.size(); ++k) {
          const bool is_listed = std::binary_search(reached.begin(), reached.end(), k);
          const bool is_reached = nearest(balls[k], start, way, scale) <= balls[k].radius / scale + 1e-9;
          const bool is_far = i % 7 != 0 && box_gap(balls[k], start, way) > scale;
          ASSERT_TRUE(is_listed || !is_reached) << round << " " << i;
          ASSERT_FALSE(is_listed && is_far) << round << " " << i;
        }
        ASSERT_TRUE(reached.empty() || reached.back() < balls.size());
      }
    }
}

}  // namespace
}  // namespace abut
