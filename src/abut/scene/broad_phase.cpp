#include <abut/scene/broad_phase.h>
#include <abut/scene/placed_box.h>

#include <algorithm>

namespace abut {

namespace {

/// The axis along which the boxes' middles differ most, for the sum of squares that a sweep's work goes with.
int sweep_axis(std::span<const Bounds> boxes) {
  double best = -1;
  int axis = 0;
  for (int i = 0; i < 3; ++i) {
    // Halves first, so that middles stay finite; their spread is only a matter of speed.
    double sum = 0, squares = 0;
    for (const Bounds& box : boxes) {
      const double middle = 0.5 * box.low[i] + 0.5 * box.high[i];
      sum += middle, squares += middle * middle;
    }
    const double spread = squares - sum * (sum / static_cast<double>(boxes.size()));
    if (spread > best) best = spread, axis = i;
  }
  return axis;
}

}  // namespace

std::vector<PartPair> close_pairs(std::span<const Bounds> boxes, double reach) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    if (boxes[i].low.x <= boxes[i].high.x) order.push_back(i);
  const int axis = sweep_axis(boxes);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return boxes[a].low[axis] != boxes[b].low[axis] ? boxes[a].low[axis] < boxes[b].low[axis] : a < b;
  });
  std::vector<PartPair> pairs;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const Bounds &first = boxes[order[i]], &second = boxes[order[j]];
      // All later ones begin even farther away.
      if (subtract_down(second.low[axis], first.high[axis]) > reach) break;
      if (may_be_within(first, second, reach))
        pairs.push_back({std::min(order[i], order[j]), std::max(order[i], order[j])});
    }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace abut
