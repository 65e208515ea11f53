// Which moving balls moving points may reach, and when: held against a search in doubles.

#include "engine/moving_balls.h"

#include "math/random.h"
#include "support/effort.h"

#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>

namespace abut {
namespace {

struct Passage {
  double time, distance;
};

/// When a point comes nearest to a ball's centre, and how near, by a search in doubles; lengths over `unit`.
Passage nearest(const MovingBall& ball, const Vec3& start, const Vec3& way, double unit) {
  const Vec3 d = (start - ball.centre) * (1 / unit), w = (way - ball.way) * (1 / unit);
  const double square = dot(w, w);
  const double part =
      square > 0 ? std::clamp(-dot(d, w) / square, ball.during.begin, ball.during.end) : ball.during.begin;
  return {part, length(d + w * part)};
}

bool same(const BallWindow& a, const BallWindow& b) {
  return a.point == b.point && a.ball == b.ball && a.begin == b.begin && a.end == b.end;
}

/// Each of the windows of a point holds the time at which it is nearest, if it is near then; and none is missing.
void expect_right(const std::vector<BallWindow>& windows, const std::vector<MovingBall>& balls, std::uint32_t point,
                  const Vec3& start, const Vec3& way, double scale, bool is_far) {
  for (std::uint32_t k = 0; k < balls.size(); ++k) {
    const auto found = std::find_if(windows.begin(), windows.end(),
                                    [&](const BallWindow& w) { return w.point == point && w.ball == k; });
    const Passage passage = nearest(balls[k], start, way, scale);
    const double radius = balls[k].radius / scale;
    if (passage.distance <= radius + 1e-9) {
      ASSERT_NE(found, windows.end());
      if (!is_far) {
        ASSERT_LE(found->begin, passage.time + 1e-9);
        ASSERT_GE(found->end, passage.time - 1e-9);
      }
    } else if (found != windows.end() && !is_far && scale == 1) {
      // Squares of other scales are beyond the range of doubles.
      ASSERT_LE(passage.distance, radius * (1 + 1e-5) + 1e-5);
    }
    if (found == windows.end()) continue;
    ASSERT_LE(balls[k].during.begin, found->begin);
    ASSERT_LE(found->end, balls[k].during.end);
  }
}

TEST(MovingBalls, AreReachedWhenASearchSaysSo) {
  Random random(3);
  for (const double scale : {1e-200, 1.0, 1e200})
    for (int round = 0; round < tries(150); ++round) {
      const Vec3 away = round % 3 == 0 ? Vec3{1e4, -3e4, 2e4} * scale : Vec3{};
      std::vector<MovingBall> balls;
      for (int i = 0; i < round; ++i) {
        const double first = random.chance(0.5) ? 0 : random.unit();
        balls.push_back({away + random.in_cube(10 * scale),
                         random.in_cube(random.chance(0.3) ? 0 : 4 * scale),
                         random.unit() * scale,
                         {first, random.between(first, 1)}});
      }
      const MovingBalls tested(balls, {});
      MovingPoints points;
      std::vector<Vec3> starts, ways;
      for (std::size_t i = 0; i < 50 + static_cast<std::size_t>(round) % 15; ++i) {
        // Some start very far away, where nothing is left of a place near the balls.
        starts.push_back(i % 7 == 0 ? random.in_cube(1e16 * scale) : away + random.in_cube(10 * scale));
        ways.push_back(i % 7 == 0 ? (away - starts[i]) * 2 : i % 10 == 0 ? Vec3{} : random.in_cube(10 * scale));
        points.add(starts[i], ways[i]);
      }
      std::vector<BallWindow> windows;
      tested.list_windows(points, Simd::best, windows);
      ASSERT_TRUE(std::is_sorted(windows.begin(), windows.end(), [](const BallWindow& a, const BallWindow& b) {
        return std::tie(a.point, a.begin, a.ball) < std::tie(b.point, b.begin, b.ball);
      }));
      for (std::uint32_t i = 0; i < starts.size(); ++i)
        expect_right(windows, balls, i, starts[i], ways[i], scale, i % 7 == 0);
      for (const Simd simd : available_simd()) {
        std::vector<BallWindow> again;
        tested.list_windows(points, simd, again);
        ASSERT_TRUE(std::equal(windows.begin(), windows.end(), again.begin(), again.end(), same)) << name_of(simd);
      }
    }
}

}  // namespace
}  // namespace abut
