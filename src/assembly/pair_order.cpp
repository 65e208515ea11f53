#include "assembly/pair_order.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace abut {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// The bits of three numbers in turn, the highest first: places that are near each other have numbers that are.
std::uint64_t interleaved(const std::array<std::uint32_t, 3>& numbers) {
  std::uint64_t result = 0;
  for (int bit = 20; bit >= 0; --bit)
    for (const std::uint32_t number : numbers) result = result << 1 | (number >> bit & 1);
  return result;
}

/// Where a box is within another one.
std::uint64_t place_in(const Bounds& box, const Bounds& all) {
  std::array<std::uint32_t, 3> cell{};
  for (int axis = 0; axis < 3; ++axis) {
    const double middle = 0.5 * box.low[axis] + 0.5 * box.high[axis], extent = all.high[axis] - all.low[axis];
    const double share = extent > 0 ? (middle - all.low[axis]) / extent : 0;
    if (share > 0) cell[static_cast<std::size_t>(axis)] = static_cast<std::uint32_t>(std::min(share, 1.0) * 0x1FFFFF);
  }
  return interleaved(cell);
}

}  // namespace

void order_by_bodies(std::vector<NearPair>& pairs, const Bodies& bodies, std::span<const Bounds> boxes) {
  if (pairs.empty()) return;
  const BodyCache& cache = *bodies[pairs[0].parts.a]->cache();
  Bounds all;
  std::vector<std::uint32_t> first_part(cache.size(), none);
  for (const NearPair& pair : pairs)
    for (const std::uint32_t part : {pair.parts.a, pair.parts.b}) {
      all = joined(all, boxes[part]);
      std::uint32_t& first = first_part[bodies[part]->place()];
      first = std::min(first, part);
    }
  std::vector<std::pair<std::uint64_t, std::size_t>> line;  // where, and which body
  for (std::size_t body = 0; body < cache.size(); ++body)
    if (first_part[body] != none) line.emplace_back(place_in(boxes[first_part[body]], all), body);
  std::sort(line.begin(), line.end());
  struct Rank {
    std::size_t group = 0, number = 0;
    auto operator<=>(const Rank&) const = default;
  };
  std::vector<Rank> rank_of(cache.size());
  std::size_t group = 0, bytes = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::size_t more = cache.source(line[i].second).bytes;
    if (bytes > 0 && bytes + more > cache.memory() / 3) ++group, bytes = 0;
    bytes += more;
    rank_of[line[i].second] = {group, i};
  }
  const auto key = [&](const NearPair& pair) {
    const auto [low, high] =
        std::minmax(rank_of[bodies[pair.parts.a]->place()], rank_of[bodies[pair.parts.b]->place()]);
    return std::tuple(low.group, high.group, low.number, high.number, pair.parts);
  };
  std::sort(pairs.begin(), pairs.end(), [&](const NearPair& x, const NearPair& y) { return key(x) < key(y); });
}

}  // namespace abut
