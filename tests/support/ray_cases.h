#pragma once

#include "math/random.h"
#include "support/ray_oracle.h"
#include <abut/ray.h>

#include <string>

namespace abut {

/// Meshes of up to some hundred triangles for rays: closed bodies, soups, slivers, triangles that are segments or
/// points, coordinates that are small whole numbers.
struct RayMesh {
  std::string name;
  Mesh mesh;
  bool is_closed = false;
};
const std::vector<RayMesh>& ray_meshes();

/// A ray about a placed mesh: from around it or from it, to anywhere; in a third of the cases exactly or nearly through
/// corners and sides, along sides, in planes, from or to a point of the surface. Its part is all of it, a segment or
/// ends at a hit.
Ray next_ray(const Mesh& mesh, const Placement& at, Random& random);

/// How the library's answers about a ray differ from exact arithmetic, whose hits are given; empty when they do not.
/// Asks every query.
std::string ray_difference(const Model& model, const Placement& at, const RayOracle& oracle,
                           const std::vector<RayOracle::Hit>& real, const Ray& ray);

}  // namespace abut
