#pragma once

#include "workloads.h"

namespace abut::bench {

/// How programs pass placements on: as floats, or as text with six significant digits. Rotations are no longer quite
/// orthonormal afterwards.
enum class Rounding { to_float, to_six_digits };
constexpr std::string_view name_of(Rounding rounding) {
  return rounding == Rounding::to_float ? "rounded to float" : "rounded to six digits";
}

Placement rounded(const Placement& at, Rounding rounding);
/// All placements of a work.
std::vector<PlacementPair> rounded(std::span<const PlacementPair> placements, Rounding rounding);

}  // namespace abut::bench
