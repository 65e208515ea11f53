#pragma once

#include <abut/solid.h>

namespace abut {

/// What is known of a closed solid's surface; the same for every placement.
struct SurfaceKind {
  /// Is every triangle part of the solid's boundary: does no surface pass through another, or through itself?
  bool is_boundary = false;
  /// Is the solid convex? Then it is its boundary's hull.
  bool is_convex = false;
};

/// Decided exactly, when first asked for; false where it is not sure.
const SurfaceKind& surface_kind_of(const Solid& solid);

}  // namespace abut
