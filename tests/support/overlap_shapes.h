#pragma once

#include "math/random.h"
#include <abut/mesh.h>

namespace abut {

Mesh brick(const Vec3& low, const Vec3& high);

/// The surface of some unit cubes on the grid of whole numbers, without the faces between them, in squares of two
/// triangles each; `other_way` cuts them along the other diagonals. Cubes may touch along an edge or in a corner.
struct Polycube {
  std::array<int, 3> size{};
  std::vector<bool> filled;  ///< x first

  bool at(int x, int y, int z) const;
  int count() const;
  Mesh surface(bool other_way = false) const;

  static Polycube random(Random& random, int size, double density);
};
/// How many cubes two have in common, the second one moved by whole numbers.
int common_cubes(const Polycube& a, const Polycube& b, const std::array<int, 3>& shift);

/// A closed mesh around the origin that every ray from there leaves once: an octahedron with sides halved `halvings`
/// times, the corners moved in and out.
Mesh bumpy_ball(Random& random, int halvings, double roughness);

/// A prism over a regular polygon, about the z axis, turned by a part of the angle between corners.
Mesh prism(double radius, double half_height, int sides, double phase);

/// A polygon in the plane, counterclockwise, with z from -half to half.
Mesh extruded(const std::vector<std::array<double, 2>>& outline, double half);

/// Rings of corners about the z axis, each a radius and a z, joined one after the other; closed at both ends, or from
/// the last to the first.
Mesh turned_on_a_lathe(int sides, const std::vector<std::array<double, 2>>& outline, bool has_ends);

}  // namespace abut
