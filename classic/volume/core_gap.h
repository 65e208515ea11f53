#pragma once

#include "classic/volume/core.h"

#include <cmath>

namespace abut::classic {

// A gap along a direction n is |n . way| - sum of |n . axis| extent, over |n|. With S = |way|1 + the extents times
// their axes' lengths, the products and sums lose at most (3 + 1 + 6) u |n| S for two boxes, the length of n 3u, the
// quotient u: 14u S, and way itself, a difference, u of it. The length of a difference between two points of the cores
// goes through 8 roundings per coordinate and 4 more: 12u S. S is summed up in 8 roundings.
inline constexpr double core_gap_rounding = 17 * unit_roundoff;

/// Along any direction at all, what is left between the projections of two cores is a lower bound of their distance
/// (Larsen et al. 1999, section 4.3.2), up to core_gap_rounding of S. `way` leads from A's centre to B's.
template <int m, int n>
double gap_along(const Core<m>& a, const Core<n>& b, const Vec3& way, const Vec3& direction) {
  double reach = 0;
  for (int i = 0; i < m; ++i) reach += std::abs(dot(direction, a.axes[i])) * a.extent[i];
  for (int j = 0; j < n; ++j) reach += std::abs(dot(direction, b.axes[j])) * b.extent[j];
  const double gap = (std::abs(dot(direction, way)) - reach) / length(direction);
  return gap > 0 ? gap : 0;
}

/// S for axes of length 1 up to 2^-20 (A's) and at most `longest_axis` (B's).
template <int m, int n>
double size_of_pair(const Core<m>& a, const Core<n>& b, const Vec3& way, double longest_axis) {
  double extents_a = 0, extents_b = 0;
  for (double extent : a.extent) extents_a += extent;
  for (double extent : b.extent) extents_b += extent;
  return sum_of(abs(way)) + extents_a * (1 + 0x1p-18) + extents_b * (longest_axis + 0x1p-18);
}

}  // namespace abut::classic
