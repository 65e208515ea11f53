#pragma once

// What Model::refit is made of.

#include "classic/tree_holder.h"
#include "leaf/degenerate.h"
#include "math/inner_frame.h"

namespace abut {

/// The frame of points that have moved. Throws Error when there are not `count` of them, or one is not finite or beyond
/// 2^300.
InnerFrame frame_of_moved(std::span<const Vec3> points, std::size_t count, int threads);

/// What a model keeps that follows from its points; refit() brings it up to date.
struct PointData {
  std::span<const Vec3> points;
  std::span<const Triangle> triangles;
  InnerFrame frame;               ///< of these points
  std::span<TriangleForm> forms;  ///< by triangle
};

/// Does beforehand what only the first refit of a tree has to.
void prepare_refit(TreeHolder& tree, std::span<const Triangle> triangles);

/// Derives anew what follows from the points, and fits the tree to them. The same bytes for every thread count (0: all
/// cores).
void refit(TreeHolder& tree, const PointData& data, int threads);

/// Copies points; to themselves is allowed.
void copy_points(std::span<const Vec3> from, std::span<Vec3> to, int threads);

/// How far a tree's volumes are spread out: only to be compared between trees of one model. 0 without volumes to tell.
double spread_of(const TreeHolder& tree);

}  // namespace abut
