#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "mesh/point_check.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/point_check.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void CheckPoints(std::span<const Vec3> points, PointCheck& check) {
  const hn::ScalableTag<double> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t width = hn::Lanes(d);
  constexpr double infinite = std::numeric_limits<double>::infinity();
  // As many points as a vector has lanes fill three vectors, each of which has the coordinates in its own order.
  V low[3], high[3];
  for (int v = 0; v < 3; ++v) low[v] = hn::Set(d, infinite), high[v] = hn::Set(d, -infinite);
  auto good = hn::Eq(low[0], low[0]);
  const V most = hn::Set(d, largest_input);
  std::size_t i = 0;
  for (; i + width <= points.size(); i += width)
    for (int v = 0; v < 3; ++v) {
      const V x = hn::LoadU(d, &points[i].x + static_cast<std::size_t>(v) * width);
      good = hn::And(good, hn::Le(hn::Abs(x), most));
      low[v] = hn::Min(low[v], x);
      high[v] = hn::Max(high[v], x);
    }
  check = {hn::AllTrue(d, good), {}};
  HWY_ALIGN double lows[3 * hn::MaxLanes(d)], highs[3 * hn::MaxLanes(d)];
  for (std::size_t v = 0; v < 3; ++v) {
    hn::Store(low[v], d, lows + v * width);
    hn::Store(high[v], d, highs + v * width);
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
