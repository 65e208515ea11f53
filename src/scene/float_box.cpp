#include "scene/float_box.h"

#include "math/power_of_two.h"

#include <algorithm>
#include <vector>

namespace abut {

namespace {

double median(std::vector<double>& numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

}  // namespace

FloatFrame frame_around(std::span<const Bounds> boxes) {
  FloatFrame frame;
  if (boxes.empty()) return frame;
  std::vector<double> numbers(boxes.size());
  double spread = 0;
  for (int k = 0; k < 3; ++k) {
    const auto centre = [k](const Bounds& box) { return 0.5 * box.low[k] + 0.5 * box.high[k]; };
    std::transform(boxes.begin(), boxes.end(), numbers.begin(), centre);
    frame.middle[k] = median(numbers);
    std::transform(boxes.begin(), boxes.end(), numbers.begin(), [&](const Bounds& box) {
      return std::max(box.high[k] - frame.middle[k], frame.middle[k] - box.low[k]);
    });
    spread = std::max(spread, median(numbers));
  }
  if (spread > 0x1p-1000 && spread < 0x1p1000) frame.scale = 1 / power_of_two_at_least(spread);
  return frame;
}

}  // namespace abut
