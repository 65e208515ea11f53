#pragma once

#include <array>
#include <string_view>

namespace abut {

/// Which bounding volume a model's tree is made of. Every kind gives the same contacts; they differ in speed and
/// memory.
enum class VolumeKind {
  sphere,
  aabb,
  obb,
  lss,             ///< a sphere swept over a line segment
  rss,             ///< a sphere swept over a rectangle
  kdop18,          ///< between nine pairs of planes
  hybrid,          ///< a sphere, an lss or an rss, whichever suits a node's triangles
  hybrid_dynamic,  ///< a sphere and an rss in every node, of which each test chooses
  automatic,       ///< the fast engine: oriented boxes, eight children a node
};
/// Number type in which a binary tree stores its volumes; tests are computed in double either way.
enum class Storage { float32, float64 };
/// How a volume with axes of its own finds them (Gottschalk et al. 1996, section 4): obb, lss, rss and hybrids do;
/// other kinds ignore it.
enum class Fit {
  vertex_covariance,  ///< covariance of the triangles' vertices
  hull_vertices,      ///< covariance of the vertices of their convex hull
  hull_surface,       ///< covariance integrated over the hull's surface: no dense patch can turn it
  surface,            ///< covariance integrated over the triangles themselves
};

/// The kinds of the binary trees, in the order of AllVolumes.
inline constexpr std::array binary_volume_kinds{VolumeKind::sphere, VolumeKind::aabb,          VolumeKind::obb,
                                                VolumeKind::lss,    VolumeKind::rss,           VolumeKind::kdop18,
                                                VolumeKind::hybrid, VolumeKind::hybrid_dynamic};
inline constexpr std::array all_volume_kinds{
    VolumeKind::sphere,   VolumeKind::aabb,   VolumeKind::obb,    VolumeKind::lss,
    VolumeKind::rss,      VolumeKind::kdop18, VolumeKind::hybrid, VolumeKind::hybrid_dynamic,
    VolumeKind::automatic};
inline constexpr std::array all_storages{Storage::float32, Storage::float64};
inline constexpr std::array all_fits{Fit::vertex_covariance, Fit::hull_vertices, Fit::hull_surface, Fit::surface};

constexpr std::string_view name_of(VolumeKind kind) {
  constexpr std::string_view names[] = {"sphere", "aabb",           "obb", "lss", "rss", "kdop18",
                                        "hybrid", "hybrid-dynamic", "auto"};
  return names[static_cast<int>(kind)];
}
constexpr std::string_view name_of(Storage storage) { return storage == Storage::float32 ? "float" : "double"; }
constexpr std::string_view name_of(Fit fit) {
  constexpr std::string_view names[] = {"vertices", "hull-vertices", "hull-surface", "surface"};
  return names[static_cast<int>(fit)];
}

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

/// Which axes a box test tries: all fifteen, or SOLID's six face axes (van den Bergen 1998, section 3).
enum class Sat { full, lite };

/// Which node of an overlapping pair is opened.
enum class Descent { larger_diameter, larger_volume, both };
inline constexpr std::array all_descents{Descent::larger_diameter, Descent::larger_volume, Descent::both};
constexpr std::string_view name_of(Descent descent) {
  constexpr std::string_view names[] = {"diameter", "volume", "both"};
  return names[static_cast<int>(descent)];
}

/// In which order a search for the closest triangles on binary trees opens pairs of volumes (Larsen et al. 1999,
/// section 5).
enum class Search {
  depth_first,    ///< the nearer of the pairs just found comes next
  breadth_first,  ///< level by level
  priority,       ///< the nearest of all pairs found comes next; when too many wait, depth first
  left_first,     ///< depth first, children in the order in which the trees store them: the paper's plain search
};
inline constexpr std::array all_searches{Search::depth_first, Search::breadth_first, Search::priority,
                                         Search::left_first};
constexpr std::string_view name_of(Search search) {
  constexpr std::string_view names[] = {"depth", "breadth", "priority", "left"};
  return names[static_cast<int>(search)];
}

}  // namespace abut
