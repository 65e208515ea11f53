#pragma once

#include "query/solid_search.h"
#include <abut/overlap.h>

namespace abut {

struct OverlapSolid::Data : detail::SharedData {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// A triangle that is no segment and no point. Corners are welded, and turn left seen from the solid's outer side
  /// unless the placement mirrors.
  struct Face {
    std::array<std::uint32_t, 3> corners;
    std::array<std::uint32_t, 3> sides;  ///< from corner i to the next: its number, see side_owners
    std::array<bool, 3> forward;         ///< does it run from its smaller corner to the larger one?

    /// The other side is the outer one.
    Face turned_over() const {
      return {{corners[0], corners[2], corners[1]},
              {sides[2], sides[1], sides[0]},
              {!forward[2], !forward[1], !forward[0]}};
    }
  };
  /// A step from corner to corner along a side; `from` comes before, in the order of steps. A step from none begins
  /// another connected piece.
  struct Step {
    std::uint32_t from, to, side;
  };

  explicit Data(Solid&& s);

  Solid solid;
  bool is_clean = false;
  // Empty unless the solid is clean.
  std::vector<Face> faces;
  std::vector<std::uint32_t> face_of_triangle;  ///< none for triangles without an area
  std::vector<std::uint32_t> side_owners;       ///< for each side the first face that has it
  std::vector<Step> steps;                      ///< reach every corner of every face
};

}  // namespace abut
