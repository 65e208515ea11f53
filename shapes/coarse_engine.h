#pragma once

#include <abut/mesh.h>
#include <abut/placement.h>

#include <vector>

namespace abut::shapes {

/// The engine of the swept-sphere paper's first benchmark (Larsen et al. 1999, section 7, "virtual prototyping"):
/// pistons that move in an engine block on a path given beforehand. The paper gives neither counts nor measures, only
/// the character: coarse, with long thin triangles along the axes of the world. Hence four bores of 24 sides in a block
/// with upright ribs: most triangles run along z, the ribs' lie across x or y. Its measures were chosen such that
/// volumes of each kind need about as many tests, relative to each other, as in the paper's tables. Both meshes are
/// closed. Millimetres; the cylinders stand in a row along x and are closed at the top.
struct CoarseEngine {
  Mesh block;   ///< 3308 triangles
  Mesh piston;  ///< 620 triangles, about the centre of its wrist pin; all four are alike
  /// World <- piston at each step of one revolution of the crank, then by cylinder; the block stays at identity.
  std::vector<std::vector<Placement>> pistons;
};
/// Throws Error unless there is a step.
CoarseEngine coarse_engine(int steps = 200);

/// Between each side of a piston and the side of its bore, which are parallel.
inline constexpr double coarse_engine_clearance = 1.8;
/// Between a piston's crown and the roof of its bore at top dead centre.
inline constexpr double coarse_engine_squish = 1;

}  // namespace abut::shapes
