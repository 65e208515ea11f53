#pragma once

#include <array>
#include <span>

namespace abut {

/// Upper bounds of a function in the eight corners of a box; each is that of a convex function.
using CornerBounds = std::array<double, 8>;

/// Of convex functions in two lists, one mix of each list whose sum is, in the worst corner, as low as mixes get: about
/// the least upper bound of min_i a_i + min_k b_k in the box that they give, because a mix of convex functions is
/// convex.
struct CornerMix {
  double bound = 0;        ///< in the worst corner, up to rounding
  CornerBounds corners{};  ///< weights of the corners whose mean is where the bound is needed, about
};

/// Neither list is empty nor longer than `most_mixed`.
inline constexpr std::size_t most_mixed = 24;
CornerMix least_mix(std::span<const CornerBounds> a, std::span<const CornerBounds> b);

}  // namespace abut
