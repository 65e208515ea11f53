#include "mesh/feature_owners.h"

#include <algorithm>
#include <bit>

namespace abut {

namespace {

/// A side by its larger end, among those with the same smaller end.
struct SideEnd {
  std::uint32_t high, code;  ///< the triangle times 4 and the side
  friend bool operator<(const SideEnd& a, const SideEnd& b) {
    return a.high != b.high ? a.high < b.high : a.code < b.code;
  }
};

void own_corners(std::span<const Triangle> triangles, std::vector<OwnedFeatures>& owned,
                 std::vector<std::uint32_t>& sides_from) {
  std::vector<bool> seen(sides_from.size() - 1);
  for (std::size_t id = 0; id < triangles.size(); ++id) {
    const Triangle& t = triangles[id];
    for (int i = 0; i < 3; ++i) {
      if (!seen[t[i]]) owned[id] = static_cast<OwnedFeatures>(owned[id] | 1u << i);
      seen[t[i]] = true;
      ++sides_from[std::min(t[i], t[(i + 1) % 3]) + 1];
    }
  }
}

}  // namespace

std::vector<OwnedFeatures> feature_owners(std::span<const Triangle> triangles, std::size_t points) {
  std::vector<OwnedFeatures> owned(triangles.size());
  std::vector<std::uint32_t> first(points + 1);  // of the sides with each smaller end, in `sides`
  own_corners(triangles, owned, first);
  for (std::size_t i = 0; i < points; ++i) first[i + 1] += first[i];
  std::vector<SideEnd> sides(3 * triangles.size());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t id = 0; id < triangles.size(); ++id) {
    const Triangle& t = triangles[id];
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t from = t[i], to = t[(i + 1) % 3];
      sides[next[std::min(from, to)]++] = {std::max(from, to), id * 4 + i};
    }
  }
  for (std::size_t point = 0; point < points; ++point) {
    const auto begin = sides.begin() + first[point], end = sides.begin() + first[point + 1];
    std::sort(begin, end);
    for (auto side = begin; side != end; ++side)
      if (side == begin || side->high != (side - 1)->high) {
        OwnedFeatures& owner = owned[side->code / 4];
        owner = static_cast<OwnedFeatures>(owner | 8u << side->code % 4);
      }
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
