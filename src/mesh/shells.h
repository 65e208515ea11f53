#pragma once

#include "mesh/sides.h"

namespace abut {

/// The closed pieces of a closed mesh.
struct Shells {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::vector<std::uint32_t> of;  ///< each triangle's shell; none for one with two corners in one place
  std::vector<char> oriented;     ///< for each shell, whether its triangles are wound consistently

  std::size_t count() const { return oriented.size(); }
};

/// The shells of a closed mesh, numbered in the order of their first triangles. Triangles that are the only two at an
/// edge belong together. Where more triangles meet in an edge, surfaces that are closed without each other stay apart,
/// so that bodies may touch along an edge; the others, as those of bodies that have a face in common, are put together
/// so that each shell is closed: with a partner that is wound to fit, and of these with the one that comes first.
Shells shells_of(const Mesh& mesh, std::span<const Side> sides);

}  // namespace abut
