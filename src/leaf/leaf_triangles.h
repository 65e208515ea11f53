#pragma once

#include <abut/mesh.h>

namespace abut {

/// A model's triangles by their places in the order of its tree's leaves.
struct LeafTriangles {
  /// Three floats a point: inner coordinates rounded to nearest. One more may be read after the last.
  const float* points = nullptr;
  const Triangle* triangles = nullptr;  ///< the numbers of their points

  const float* corner(std::size_t place, int i) const {
    return points + std::size_t{3} * triangles[place][static_cast<std::size_t>(i)];
  }
  Vec3 corner_point(std::size_t place, int i) const {
    const float* at = corner(place, i);
    return {at[0], at[1], at[2]};
  }
};

}  // namespace abut
