#pragma once

// Solids made of unit cells of a lattice, so that what is inside both of two is a question of whole numbers. Shares no
// code with the library.

#include "math/random.h"
#include <abut/mesh.h>

#include <array>
#include <set>

namespace abut::lattice {

using Cell = std::array<int, 3>;  // the cube from these coordinates to 1 more
using Cells = std::set<Cell>;

struct Box {
  Cell low, high;
};

/// A symmetry of the lattice: axis `order[i]` times `signs[i]`, then a shift.
struct Symmetry {
  std::array<int, 3> order{0, 1, 2}, signs{1, 1, 1};
  Cell shift{0, 0, 0};

  static Symmetry random(Random& random, int reach);
  Cell of_cell(const Cell& cell) const;
  Placement placement() const;
};

Cells moved(const Cells& cells, const Symmetry& by);
bool share_a_cell(const Cells& a, const Cells& b);

/// A connected set of so many cells around the origin.
Cells random_polycube(Random& random, int count);
/// The faces between cells and others, each cut along one of its diagonals.
Mesh surface_of(const Cells& cells, Random& random);

/// Each box a closed surface of twelve triangles.
Mesh surface_of(const std::vector<Box>& boxes, Random& random);
/// What is inside a mesh of such boxes, by the rule that Solid states: boxes that cross, or are the same, are united,
/// and cells in an odd number of groups are inside.
Cells inside_of(const std::vector<Box>& boxes);
std::vector<Box> random_boxes(Random& random, int count, int size);

}  // namespace abut::lattice
