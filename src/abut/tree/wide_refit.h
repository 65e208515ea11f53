#pragma once

#include <abut/mesh/mesh.h>
#include <abut/tree/wide_tree.h>

#include <span>

namespace abut {

/// Fits the boxes and corners of a tree to points that have moved: in linear time, shape and axes stay as they are. The
/// triangles are those the tree was built of; points are as for build_wide_tree. The same bytes for every number of
/// threads and every instruction set.
void refit_wide_tree(WideTree& tree, std::span<const Vec3> inner_points, std::span<const Triangle> triangles,
                     int threads = 1);

/// What a query may expect to cost: the surface of all boxes over that of the model's. It grows when a refit leaves the
/// tree worse than a rebuild would; twice what it was after the build means queries about twice as slow. 0 without
/// boxes.
double wide_cost(const WideTree& tree);

}  // namespace abut
