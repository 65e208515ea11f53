#pragma once

#include <abut/tree/wide_collapse.h>

#include <span>

namespace abut {

/// Copies the triangles' corners to the tree, which knows their order; the room for them is there.
void copy_corners(std::span<const Vec3> inner_points, std::span<const Triangle> triangles, WideTree& tree, int threads);

/// Makes the nodes of a tree whose order and corners are there. The same bytes for every number of threads.
void fit_boxes(const WideTopology& topology, WideTree& tree, int threads);

}  // namespace abut
