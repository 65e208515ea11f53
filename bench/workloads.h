#pragma once

#include <abut/collide.h>

#include <string>

namespace abut::bench {

/// Two meshes and the placements at which they are queried; shared by all peers.
struct Workload {
  std::string name;
  Mesh a, b;
  std::vector<PlacementPair> placements;
};

/// Torus 5k, teapot and a 70k scan, each against itself at random placements of which about 60 % touch (van den Bergen
/// 1998, section 5).
std::vector<Workload> model_workloads(int placements_per_model);
/// The same, and concentric 32k spheres whose faces are clear by 1e-1 .. 1e-4.
std::vector<Workload> collide_workloads(int placements_per_model);

/// Placements that are hard to decide: the torus a million times smaller, the torus far from the origin, boxes that
/// rest on each other, and boxes clear by 1e-9 of their size.
std::vector<Workload> hard_workloads();

/// Placements of two copies of the model, both turned at random, their middles in a cube so large that about 60 %
/// touch; its size is found with so many trials.
std::vector<PlacementPair> sixty_percent_touching(const Model& model, int count, std::uint64_t seed, int trials = 400);

/// Spheres of 40k triangles 0.01, 0.1, 1 and 10 radii apart, 70k scans clear of each other, and concentric spheres with
/// a gap of 0.1, all turned at random.
std::vector<Workload> distance_workloads(int placements = 20);

enum class PathKind { in_contact, clear };
/// One 70k scan that swings around another and turns while it does, in 2000 steps of which none moves a point by more
/// than 0.1 % of the model's longest side. It is in contact at every step, or close by and clear at every step.
Workload coherent_path(PathKind kind);

/// The points of a mesh after a smooth wave of some 5 % of its size has gone through it: every point has moved.
std::vector<Vec3> waved(const Mesh& mesh);

}  // namespace abut::bench
