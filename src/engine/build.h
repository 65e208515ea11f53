#pragma once

#include "engine/tree.h"
#include <abut/mesh.h>

#include <span>

namespace abut {

/// How a wide tree is built.
struct WideBuildOptions {
  std::uint32_t leaf_size = 2;  ///< most triangles in a leaf: 1 to WideChild::largest_leaf
};

/// Builds the tree of the triangles. Points are in the model's inner frame: |coordinates| <= 1, each within inner_error
/// of the real one, which the boxes bound. On `threads` threads (0: all cores); the result is the same, byte for byte,
/// for every number of them and every instruction set. Throws Error when there are more than 2^29 triangles.
WideTree build_wide_tree(std::span<const Vec3> inner_points, std::span<const Triangle> triangles,
                         const WideBuildOptions& options = {}, int threads = 1);

}  // namespace abut
