#pragma once

#include <abut/mesh.h>

namespace abut {

/// Which of its corners and sides a triangle speaks for, as bits: corner i at i, the side from corner i to the next at
/// 3 + i. Each point that a triangle has is spoken for by one triangle, and so is each side, whatever its direction.
using OwnedFeatures = std::uint8_t;
inline constexpr OwnedFeatures all_features = 63;
constexpr bool owns_corner(OwnedFeatures owned, int corner) { return (owned >> corner & 1) != 0; }
constexpr bool owns_side(OwnedFeatures owned, int side) { return (owned >> (3 + side) & 1) != 0; }

/// For each triangle. The first one with a feature speaks for it. Linear time but for points with very many triangles.
std::vector<OwnedFeatures> feature_owners(std::span<const Triangle> triangles, std::size_t points);

/// For each point, the smallest index of a point that has the same place before and after; -0 equals 0.
std::vector<std::uint32_t> welded_in_motion(std::span<const Vec3> from, std::span<const Vec3> to);

}  // namespace abut
