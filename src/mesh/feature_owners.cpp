#include "mesh/feature_owners.h"

#include <algorithm>
#include <bit>

namespace abut {

namespace {

/// A side by its larger end, among those with the same smaller end.
struct SideEnd {
  std::uint32_t high, place;
  std::uint8_t side;
};

}  // namespace

std::vector<OwnedFeatures> feature_owners(std::span<const Triangle> triangles, std::span<const std::uint32_t> order,
                                          std::size_t points) {
  std::vector<OwnedFeatures> owned(order.size());
  std::vector<bool> seen(points);
  std::vector<std::uint32_t> first_side(points + 1);  // of each smaller end, in `sides`
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    const Triangle& t = triangles[order[place]];
    for (int i = 0; i < 3; ++i) {
      if (!seen[t[i]]) owned[place] = static_cast<OwnedFeatures>(owned[place] | 1u << i);
      seen[t[i]] = true;
      ++first_side[std::min(t[i], t[(i + 1) % 3]) + 1];
    }
  }
  for (std::size_t i = 0; i < points; ++i) first_side[i + 1] += first_side[i];
  std::vector<SideEnd> sides(3 * order.size());
  std::vector<std::uint32_t> next(first_side.begin(), first_side.end() - 1);
  for (std::uint32_t place = 0; place < order.size(); ++place) {
    const Triangle& t = triangles[order[place]];
    for (std::uint8_t i = 0; i < 3; ++i) {
      const std::uint32_t from = t[i], to = t[(i + 1) % 3];
      sides[next[std::min(from, to)]++] = {std::max(from, to), place, i};
    }
  }
  for (std::size_t point = 0; point < points; ++point) {
    const auto begin = sides.begin() + first_side[point], end = sides.begin() + first_side[point + 1];
    // Of a fan's hub there are many. Those with the same ends stay in order.
    std::stable_sort(begin, end, [](const SideEnd& a, const SideEnd& b) { return a.high < b.high; });
    for (auto side = begin; side != end; ++side)
      if (side == begin || side->high != (side - 1)->high)
        owned[side->place] = static_cast<OwnedFeatures>(owned[side->place] | 8u << side->side);
  }
  return owned;
}

std::vector<std::uint32_t> welded_in_motion(std::span<const Vec3> from, std::span<const Vec3> to) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  const std::size_t mask = std::bit_ceil(2 * from.size() + 1) - 1;
  std::vector<std::uint32_t> table(mask + 1, none), weld(from.size());
  for (std::uint32_t i = 0; i < from.size(); ++i) {
    std::uint64_t hash = 0;
    for (int axis = 0; axis < 3; ++axis)
      for (double x : {from[i][axis], to[i][axis]}) {
        hash = (hash ^ std::bit_cast<std::uint64_t>(x + 0.0)) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
      }
    std::size_t slot = hash & mask;
    while (table[slot] != none && !(from[table[slot]] == from[i] && to[table[slot]] == to[i])) slot = (slot + 1) & mask;
    if (table[slot] == none) table[slot] = i;
    weld[i] = table[slot];
  }
  return weld;
}

}  // namespace abut
