#pragma once

#include <abut/collide.h>
#include <abut/distance.h>

#include <string>

namespace abut {

/// Two placed meshes with a name, shared by tests, campaigns and benchmarks.
struct PlacedMeshes {
  std::string name;
  Mesh a, b;
  Placement at_a, at_b;
};

/// Random pairs of meshes with 500 or more triangles each: soups, tori, spheres, bumpy bodies and curves, randomly
/// turned. Every other scene is pushed together until it touches, the rest are clear or barely so.
std::vector<PlacedMeshes> random_scenes(int count, std::uint64_t seed);

/// The same between a few bodies, so that trees need be built but once: scene i is one of bodies[members[i][0]] and
/// bodies[members[i][1]].
struct SceneGroup {
  std::vector<Mesh> bodies;
  std::vector<std::array<std::size_t, 2>> members;
  std::vector<PlacedMeshes> scenes;
};
SceneGroup random_scene_group(int bodies, int count, std::uint64_t seed);

/// Exact 90 degree turns, flush faces, identical copies on top of each other, a single touching vertex, degenerate
/// triangles, one model far inside another, copies stacked many times, both under one mirror or shear.
std::vector<PlacedMeshes> special_scenes();

/// All contacts, or all pairs at most `margin` apart, by testing every pair of triangles with the leaf tests; no tree
/// is involved.
std::vector<Contact> brute_force(const PlacedMeshes& scene, double margin = 0);

/// The least (upper, triangle_a, triangle_b) and the least lower of all pairs, by measuring every pair that balls
/// around the triangles do not keep apart, and exactly those that make the bracket wider than distance.h promises; no
/// tree is involved.
Distance brute_force_distance(const PlacedMeshes& scene);

}  // namespace abut
