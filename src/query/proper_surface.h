#pragma once

#include "mesh/shells.h"
#include <abut/collide.h>

namespace abut {

/// Tells whether each triangle of a closed model parts inside from outside, and how they hang together.
struct ProperSurface {
  /// No triangle is a segment or a point, every edge has two triangles wound alike, and triangles share nothing but
  /// common corners and sides.
  bool is_proper = false;

  // If it is proper.
  std::vector<char> front_is_inside;                 ///< of each shell; else the back is
  std::vector<std::array<std::uint32_t, 3>> across;  ///< the neighbour's third corner, at the side from corner i on

  // If not.
  struct TriangleSide {
    std::uint32_t triangle;
    int number;
  };
  std::vector<Contact> contacts;    ///< pairs of triangles that share more than common corners and sides
  std::vector<TriangleSide> seams;  ///< edges with more than two triangles, by a side of one of them
};

ProperSurface proper_surface_of(const Model& model, const Shells& shells);

}  // namespace abut
