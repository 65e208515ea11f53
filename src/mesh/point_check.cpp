#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "mesh/point_check.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/point_check.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// This once per instruction set, too.
#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

void CheckPoints(std::span<const Vec3> points, PointCheck& check) {
  using N = Lanes<double, 8>;
  constexpr std::size_t width = N::lanes;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  // As many points as a vector has lanes fill three vectors, each of which has the coordinates in its own order.
  N low[3], high[3];
  for (int v = 0; v < 3; ++v) low[v] = N::all(infinite), high[v] = N::all(-infinite);
  auto good = low[0] == low[0];
  const N most = N::all(largest_input);
  std::size_t i = 0;
  for (; i + width <= points.size(); i += width)
    for (int v = 0; v < 3; ++v) {
      const auto x = N::load(&points[i].x + static_cast<std::size_t>(v) * width);
      good = good & (abs(x) <= most);
      low[v] = min(low[v], x);
      high[v] = max(high[v], x);
    }
  check = {good.all(), {}};
  double lows[3 * width], highs[3 * width];
  for (std::size_t v = 0; v < 3; ++v) {
    low[v].store(lows + v * width);
    high[v].store(highs + v * width);
  }
  const auto add = [&](const Vec3& lowest, const Vec3& highest) {
    check.bounds = {min(check.bounds.low, lowest), max(check.bounds.high, highest)};
  };
  for (std::size_t j = 0; j < 3 * width; j += 3)
    add({lows[j], lows[j + 1], lows[j + 2]}, {highs[j], highs[j + 1], highs[j + 2]});
  for (; i < points.size(); ++i) {
    const Vec3 size = abs(points[i]);
    check.acceptable =
        check.acceptable && size.x <= largest_input && size.y <= largest_input && size.z <= largest_input;
    add(points[i], points[i]);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(CheckPoints);

PointCheck check_points(std::span<const Vec3> points) {
  PointCheck check;
  HWY_DYNAMIC_DISPATCH(CheckPoints)(points, check);
  return check;
}

}  // namespace abut
#endif
