#pragma once

#include <abut/math/placement.h>
#include <abut/mesh/mesh.h>

#include <vector>

namespace abut::shapes {

/// The engine of the swept-sphere paper's first benchmark (Larsen et al. 1999, section 7): pistons that move in an
/// engine block on a path given beforehand. The paper gives neither counts nor measures, only the character: coarse,
/// with long thin triangles along the axes of the world, so that boxes along the axes are the best volumes. Hence
/// square bores in a block with cooling fins, and every triangle in a plane across x, y or z. Both meshes are closed.
/// Millimetres; z is up along the cylinders, which stand in a row along x and are closed at the top.
struct CoarseEngine {
  Mesh block;   ///< 2044 triangles
  Mesh piston;  ///< 396 triangles, about the centre of its wrist pin; all four are alike
  /// World <- piston at each step of one revolution of the crank, then by cylinder; the block stays at identity.
  std::vector<std::vector<Placement>> pistons;
};
/// Throws Error unless there is a step.
CoarseEngine coarse_engine(int steps = 200);

/// Between a piston's side and its bore, all around.
inline constexpr double coarse_engine_clearance = 0.5;
/// Between a piston's crown and the roof of its bore at top dead centre.
inline constexpr double coarse_engine_squish = 1;

}  // namespace abut::shapes
