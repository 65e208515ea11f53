#pragma once

#include "math/random.h"
#include "support/scenes.h"

#include <functional>

namespace abut {

/// A named source of pairs of small meshes whose distance is hard to measure in one way or another. Equal generators
/// give equal scenes.
struct SceneFamily {
  std::string name;
  std::function<PlacedMeshes(Random&)> next;
};
/// Soups and shapes, apart, nearly touching, just touching and through each other; nearly parallel edges, slivers and
/// degenerate triangles; affine placements; scales from 1e-8 to 1e8; offsets of a million sizes; both under one
/// placement; mirrored.
const std::vector<SceneFamily>& distance_scene_families();

/// PlacedMeshes i comes from family i modulo their number; the same for equal seeds.
std::vector<PlacedMeshes> distance_scenes(int count, std::uint64_t seed);

}  // namespace abut
