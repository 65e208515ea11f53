#pragma once

#include <abut/mesh/mesh.h>

#include <compare>
#include <span>
#include <vector>

namespace abut {

/// Two parts by their indices, the smaller one first.
struct PartPair {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const PartPair&, const PartPair&) = default;
};

/// All pairs of boxes that may be at most `reach` apart along every axis, sorted: those that may_be_within() names,
/// found by a sweep along the axis on which the boxes spread farthest. Inverted boxes, those of empty parts, pair with
/// none.
std::vector<PartPair> close_pairs(std::span<const Bounds> boxes, double reach);

}  // namespace abut
