// Which moving balls a moving point may reach: held against doubles, for every instruction set.

#include "engine/moving_balls.h"

#include "math/random.h"
#include "support/effort.h"

#include <algorithm>
#include <cmath>

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

TEST(MovingBalls, ListsAllThatAreReachedAndFewOthersOnEveryInstructionSet) {
  Random random(3);
  for (const double scale : {1e-200, 1.0, 1e200})
    for (int round = 0; round < tries(60); ++round) {
      const Vec3 away = round % 3 == 0 ? Vec3{1e4, -3e4, 2e4} * scale : Vec3{};
      std::vector<MovingBall> balls;
      for (int i = 0; i < round % 40; ++i) {
        const double first = random.chance(0.5) ? 0 : random.unit();
        balls.push_back({away + random.in_cube(10 * scale), random.in_cube(random.chance(0.3) ? 0 : 4 * scale),
                         random.unit() * scale, first, random.between(first, 1)});
      }
      std::vector<Vec3> starts, ways;
      Bounds bounds;
      for (int i = 0; i < 50; ++i) {
        starts.push_back(away + random.in_cube(10 * scale));
        ways.push_back(random.in_cube(i % 10 == 0 ? 0 : 10 * scale));
        bounds = {min(bounds.low, min(starts.back(), starts.back() + ways.back())),
                  max(bounds.high, max(starts.back(), starts.back() + ways.back()))};
      }
      const MovingBalls tested(balls, bounds);
      for (const Simd simd : available_simd())
        for (std::size_t i = 0; i < starts.size(); ++i) {
          std::vector<std::uint32_t> reached{99};
          tested.reached_from(starts[i], ways[i], simd, reached);
          std::sort(reached.begin(), reached.end());
          for (std::uint32_t k = 0; k < balls.size(); ++k) {
            const double gap = nearest(balls[k], starts[i], ways[i], scale) - balls[k].radius / scale;
            const bool is_listed = std::binary_search(reached.begin(), reached.end(), k);
            if (gap <= 1e-6) {
              ASSERT_TRUE(is_listed) << name_of(simd);
            }
            // Beside a scene that is too small for doubles all are listed.
            if (gap > (away == Vec3{} ? 1e-3 : 1) && scale > 1e-100 && scale < 1e100) {
              ASSERT_FALSE(is_listed) << name_of(simd) << " " << gap;
            }
          }
          ASSERT_TRUE(reached.empty() || reached.back() < balls.size());
        }
    }
}

}  // namespace
}  // namespace abut
