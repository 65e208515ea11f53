#pragma once

#include "classic/volume/triangle_run.h"

#include <vector>

namespace abut::classic {

/// One group of a bottom-up tree: a run of triangles, and the size of its first half (0 for a leaf). Groups are listed
/// parents first; the halves of an inner group follow at `child` and `child` + 1.
struct Cluster {
  std::uint32_t first = 0, count = 0, child = 0;
};

/// Builds a tree from its leaves: triangles are laid along a Morton curve; in rounds, each group looks at its 8
/// neighbours on either side for the partner whose common axis-aligned box is smallest, and mutual choices are merged.
/// Reorders the triangles so that every group is a run. n log n in practice; the same result for every input order.
std::vector<Cluster> cluster_bottom_up(std::span<BuildTriangle> triangles);

}  // namespace abut::classic
