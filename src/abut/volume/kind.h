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

}  // namespace abut
