#pragma once

#include "engine/tree.h"
#include "leaf/degenerate.h"
#include "math/inner_frame.h"

namespace abut {

/// The points that triangles have now, as the model has them, and its inner frame now.
struct MovedMesh {
  std::span<const Vec3> points;
  std::span<const Triangle> triangles;  ///< by id: those the tree was built of
  InnerFrame frame;
};

/// Fits the boxes and corners of a tree to points that have moved, in linear time; shape and axes stay as they are.
/// Sets the form of each triangle by the way. On `threads` threads (0: all cores), with the same bytes for every number
/// of them and every instruction set.
void refit_wide_tree(WideTree& tree, const MovedMesh& moved, std::span<TriangleForm> forms, int threads = 1);
/// Does beforehand what only the first refit of a tree has to.
void prepare_refit(WideTree& tree);

/// What queries may expect to cost: the surface of all boxes over that of the triangles. Where a refit made it twice
/// what it was after the build, queries take about twice as long. 0 without triangles.
double wide_cost(const WideTree& tree);

}  // namespace abut
