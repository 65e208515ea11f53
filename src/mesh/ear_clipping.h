#pragma once

#include "mesh/flat_point.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace abut {

struct EarCut {
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< numbers of corners
  std::uint64_t looks = 0;                              ///< boxes and corners that were compared with an ear
};

/// Cuts a polygon of n corners into n - 2 triangles, given by the numbers of their corners and wound as the polygon is;
/// none when its sides cross. The polygon must run counterclockwise. It may touch itself, in corners and along sides,
/// and have corners on a line or repeated: those give triangles without area, which cover nothing that the sides do not
/// cover. Otherwise no triangle is turned over, so that together they cover what the polygon winds around and nothing
/// else.
///
/// Corners that stray by less than 2^-20 of the polygon's size, as rounding in a file makes them, may cross: the
/// triangle there is as thin as that, and may be turned over.
EarCut clip_ears(std::span<const FlatPoint> polygon);

}  // namespace abut
