#pragma once

#include <abut/volume/box_test.h>
#include <abut/volume/triangle_run.h>

#include <string_view>

namespace abut {

/// How a group of triangles is divided in two while a tree is built.
enum class Split {
  mean,           ///< longest axis of the volume at the mean vertex, else the second, else the third (OBBTree)
  area_centroid,  ///< the same at the centroid of the surface
  median,         ///< longest axis, halves by count
  middle,         ///< longest axis at the middle of the box, else halves by count (SOLID)
  half_balanced,  ///< longest axis, least overlap with neither side above two thirds (SOLID, heuristic b)
  surface_area,   ///< least sum of area x count over 16 bins on each axis
  bottom_up,      ///< neighbours are merged, smallest union first, until one group is left
};
inline constexpr std::array all_splits{Split::mean,          Split::area_centroid, Split::median,   Split::middle,
                                       Split::half_balanced, Split::surface_area,  Split::bottom_up};

constexpr std::string_view name_of(Split split) {
  constexpr std::string_view names[] = {"mean",          "area-centroid", "median",   "middle",
                                        "half-balanced", "surface-area",  "bottom-up"};
  return names[static_cast<int>(split)];
}

/// Reorders the triangles and returns how many belong to the first group; 0 when the rule finds the group indivisible.
/// `box` is the volume's box; ties are broken by triangle id, so that the result does not depend on the input's order.
/// bottom_up is not a rule of this form: see cluster.h.
std::size_t divide(std::span<BuildTriangle> triangles, const BoxView& box, Split split);

}  // namespace abut
