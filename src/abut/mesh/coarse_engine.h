#pragma once

#include <abut/math/placement.h>
#include <abut/mesh/mesh.h>

#include <vector>

/// The engine of the swept-sphere paper's first benchmark (Larsen et al. 1999, section 7): pistons that move in an
/// engine block on a path given beforehand. The paper gives neither counts nor measures, only the character: coarse,
/// with long thin triangles along the axes of the world. Millimetres; z is up along the cylinders.
namespace abut::shapes {

/// Every part is made of boxes, so that all sides of its triangles but the diagonals are along the axes.
struct CoarseEngine {
  Mesh block;
  Mesh piston;  ///< centred on its pin
  int cylinders = 0;
  /// World <- piston at each step of one revolution of the crank; the block stays at identity.
  std::vector<std::vector<Placement>> pistons;  ///< by step, then by cylinder
};
CoarseEngine coarse_engine(int steps = 200);

}  // namespace abut::shapes
