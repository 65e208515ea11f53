#pragma once

#include "math/random.h"
#include <abut/mesh.h>
#include <abut/shape.h>

#include <string>

namespace abut {

/// A shape and what it is made of, known apart from it: its core as a mesh, its radius, whether what the mesh encloses
/// belongs to it.
struct ShapeCase {
  std::string name;
  Shape shape;
  Mesh core;
  double radius = 0;
  bool is_solid = false;  ///< does the core enclose anything that belongs to it?
};

/// Shapes of every bounded kind with sizes that are whole numbers below 8: so that many pairs touch exactly where they
/// stand at whole numbers.
ShapeCase whole_numbered_shape(Random& random);

/// Quarter turns and mirrors, shifted by whole numbers: images are whole numbers, or halves, exactly.
Placement on_lattice(Random& random, int reach);

}  // namespace abut
