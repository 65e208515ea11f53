#pragma once

#include <abut/query/collide.h>

#include <string>

namespace abut::bench {

/// Two meshes and the placements at which they are queried; shared by all peers.
struct Workload {
  std::string name;
  Mesh a, b;
  std::vector<PlacementPair> placements;
};

/// Torus 5k, teapot and a 70k scan, each against itself at random placements of which about 60 % touch (van den Bergen
/// 1998, section 5), and concentric 32k spheres whose faces are clear by 1e-1 .. 1e-4.
std::vector<Workload> collide_workloads(int placements_per_model);

}  // namespace abut::bench
