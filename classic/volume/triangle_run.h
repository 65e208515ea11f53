#pragma once

#include <abut/vec3.h>

#include <array>
#include <cstdint>
#include <span>

namespace abut::classic {

/// A triangle while trees are built: its corners in the model's inner frame, and its id in the mesh.
struct BuildTriangle {
  std::array<Vec3, 3> corners;
  std::uint32_t id = 0;

  Vec3 centroid() const { return (corners[0] + corners[1] + corners[2]) * (1.0 / 3); }
};

/// The triangles below one node: what a volume is fitted to.
using TriangleRun = std::span<const BuildTriangle>;

}  // namespace abut::classic
