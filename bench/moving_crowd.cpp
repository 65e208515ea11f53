#include "moving_crowd.h"

#include <algorithm>
#include <cmath>

namespace abut::bench {

namespace {

constexpr const char* names[] = {"usual", "the same tenth", "teleports", "one giant", "one spot"};

Bounds unit_box(const Vec3& middle) {
  const Vec3 half{0.5, 0.5, 0.5};
  return {middle - half, middle + half};
}

}  // namespace

MovingCrowd::MovingCrowd(Kind of, std::size_t count, int frame_count, std::uint64_t seed)
    : kind(of), name(names[static_cast<int>(of)]) {
  Random random(seed);
  const double half = kind == Kind::one_spot ? 0.1 : 0.5 * std::cbrt(8 * static_cast<double>(count));
  std::vector<Vec3> middles(count), steps(count);
  for (std::size_t i = 0; i < count; ++i) {
    middles[i] = random.in_cube(half);
    steps[i] = random.direction() * (0.2 * random.unit() * (kind == Kind::one_spot ? 0.1 : 1));
    boxes.push_back(unit_box(middles[i]));
  }
  for (int f = 0; f < frame_count; ++f) {
    CrowdFrame& frame = frames.emplace_back();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (kind == Kind::same_tenth ? i % 10 != 0 : random.below(10) != 0) continue;
      middles[i] = kind == Kind::teleports ? random.in_cube(half) : middles[i] + steps[i];
      for (int k = 0; k < 3; ++k)
        if (std::abs(middles[i][k]) > half) steps[i][k] = -steps[i][k];
      frame.numbers.push_back(i);
      frame.boxes.push_back(unit_box(middles[i]));
    }
  }
  if (kind == Kind::one_giant) boxes.push_back({{-half, -half, -half}, {half, half, half}});
}

std::vector<Bounds> MovingCrowd::last() const {
  std::vector<Bounds> now = boxes;
  for (const CrowdFrame& frame : frames)
    for (std::size_t i = 0; i < frame.numbers.size(); ++i) now[frame.numbers[i]] = frame.boxes[i];
  return now;
}

std::size_t count_touching(const std::vector<Bounds>& boxes) {
  std::vector<Bounds> sorted = boxes;
  std::sort(sorted.begin(), sorted.end(), [](const Bounds& a, const Bounds& b) { return a.low.x < b.low.x; });
  std::size_t count = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    for (std::size_t j = i + 1; j < sorted.size() && sorted[j].low.x <= sorted[i].high.x; ++j)
      count += sorted[i].low.y <= sorted[j].high.y && sorted[j].low.y <= sorted[i].high.y &&
               sorted[i].low.z <= sorted[j].high.z && sorted[j].low.z <= sorted[i].high.z;
  return count;
}

}  // namespace abut::bench
