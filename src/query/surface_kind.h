#pragma once

#include <abut/solid.h>

namespace abut {

/// What is known of a closed solid's surface; the same for every placement.
struct SurfaceKind {
  /// Is every triangle part of the solid's boundary: does no surface pass through another, or through itself?
  bool is_boundary = false;
  /// Is the solid convex? Then it is its boundary's hull.
  bool is_convex = false;
  /// The neighbour of each triangle at the side from corner i on, where the side has two triangles.
  static constexpr std::uint32_t no_neighbour = ~std::uint32_t{0};
  std::vector<std::array<std::uint32_t, 3>> across;
};

/// Decided exactly, when first asked for; false where it is not sure.
const SurfaceKind& surface_kind_of(const Solid& solid);

}  // namespace abut
