#pragma once

#include "support/distance_scenes.h"

namespace abut {

/// Two fans that face each other across a narrow gap: tiny triangles and slivers up to a thousand million times as long
/// as they are wide, all about equally close, so that rounding decides which pair seems to be the closest one. Both
/// stand under one rotation, mirrored, scaled or sheared, under matrices rounded to float, apart, or far from the
/// origin. A few touch.
const std::vector<SceneFamily>& competing_families();

/// Scene i comes from family i modulo their number; the same for equal seeds.
std::vector<PlacedMeshes> competing_scenes(int count, std::uint64_t seed);

}  // namespace abut
