#pragma once

#include "engine/tree.h"
#include <abut/mesh.h>

#include <span>

namespace abut {

// What a tree that came from somewhere else must be like so that no query fails with it, whether its boxes are right or
// not. Each check says yes or no; those about structure throw an Error that says what is wrong.

/// Are all numbers of the boxes, those of empty lanes included, in the range that boxes of inner points have, and axes
/// orthonormal?
bool have_box_numbers(std::span<const WideNode> nodes);
/// Are all coordinates within [-1, 1], as those of inner points are?
bool are_inner_numbers(std::span<const float> numbers);
/// Do all triangles name points among the first `points`?
bool have_points(std::span<const Triangle> triangles, std::uint64_t points);
/// Are the forms those of the triangles, which name existing points? Exact.
bool are_forms_of(std::span<const std::byte> forms, std::span<const Vec3> points, std::span<const Triangle> triangles);

/// Are the triangles of leaves those that the order, a part of a permutation, names?
bool are_in_order(std::span<const Triangle> leaves, std::span<const Triangle> triangles,
                  std::span<const std::uint32_t> order);

/// Throws Error unless the nodes are a tree of this depth, stored depth first, whose leaves have the places 0 to
/// triangles - 1 one after the other.
void require_structure(std::span<const WideNode> nodes, std::uint64_t triangles, std::uint32_t depth);
/// Throws Error unless each number below order.size() is in it once.
void require_permutation(std::span<const std::uint32_t> order);

}  // namespace abut
