#pragma once

#include "sheet.h"
#include "simulation.h"

namespace abut::bench {

/// Fig. 8: the large cube with the small one's way shining through it, and a close view of the small cube in contact.
/// `contacts` are those of each step of the path.
Sheet picture_of_pipes(const Simulation& pipes, std::span<const Contacts> contacts);

/// Fig. 10: steps of the simulation side by side, triangles in contact in red.
Sheet picture_of_torus(const Simulation& torus, std::span<const Contacts> contacts);

}  // namespace abut::bench
