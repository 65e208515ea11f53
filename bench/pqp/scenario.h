#pragma once

#include <abut/collide.h>

#include <optional>
#include <string>

/// The four applications of the swept sphere paper (Larsen et al. 1999, section 7.2), rebuilt: the same meshes and
/// placements on every machine, but for the planner's, which come from a library.
namespace abut::bench::pqp {

/// Two bodies and where they stand. Questions of one track follow each other in time.
struct Question {
  std::uint32_t mesh_a = 0, mesh_b = 0, track = 0;
  PlacementPair at;
};

struct Scenario {
  std::string name, title;
  std::vector<Mesh> meshes;
  std::vector<Question> questions;
  std::uint32_t tracks = 1;
};

/// A warped torus of 1332 triangles falls onto a lumpy one of 3240 that lies still, turns until it has clear passage,
/// and falls through it.
Scenario falling_tori();

/// Ten rings of 256 triangles, each through the next one, fall onto the ground as a chain; all 45 pairs at each step.
Scenario falling_rings();
inline constexpr std::size_t ring_count = 10;
/// Where the rings stand, step by step.
std::vector<std::array<Placement, ring_count>> motion_of_rings();

/// Pistons of the paper's coarse engine in their block.
Scenario engine();
/// The pistons of the inline-four, which has many more triangles, in its block.
Scenario inline_four();

/// A wrinkled torus of 20000 triangles in a cave of 50970.
struct CavePlan {
  Scenario computation;   ///< the configurations that the planner probed, in its order
  Scenario verification;  ///< the steps of the path that it found
  /// How far any point of the torus moves at most from each step of the path to the next.
  std::vector<double> strides;
};
/// Empty when this build has no planner. Planned once in a process.
const std::optional<CavePlan>& cave_plan();

/// All of them, in the order of the paper's tables; the planner's verification comes after its computation.
std::vector<Scenario> all_scenarios();

}  // namespace abut::bench::pqp
