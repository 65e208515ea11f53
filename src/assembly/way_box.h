#pragma once

#include "math/motion_piece.h"
#include <abut/mesh.h>

namespace abut {

/// A box in the world around everywhere that a body with these bounds, in its own frame, comes on a piece of its
/// motion: on the curve and at every MotionPiece::at(). Meaningless for an inverted box.
Bounds box_around_way(const Bounds& own, const MotionPiece& piece);

}  // namespace abut
