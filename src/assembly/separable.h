#pragma once

#include <abut/collide.h>

#include <functional>
#include <optional>

namespace abut {

/// A move of a that takes models apart that meet: longer than `depth`, but by no more than a rounding, so that models
/// which are exactly that deep in each other, and would still touch, are apart. Tries the directions in which the
/// triangles that meet face, their mean first, and the axes of the world, each both ways. What `is_apart` accepts for
/// a's moved placement is a proof; no move means that none of these directions does it. The triangles are those that
/// take part in contacts, sorted.
std::optional<Vec3> separating_move(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                                    std::span<const std::uint32_t> triangles_a,
                                    std::span<const std::uint32_t> triangles_b, double depth,
                                    const std::function<bool(const Placement& moved_a)>& is_apart);

}  // namespace abut
