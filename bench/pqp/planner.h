#pragma once

#include "obbtree/rigid_body.h"
#include <abut/model.h>
#include <abut/placement.h>

#include <vector>

namespace abut::bench::pqp {

struct Pose {
  Quaternion turned;
  Vec3 shift;

  Placement placement() const { return Placement::rotation(turned.w, turned.x, turned.y, turned.z, shift); }
};

/// A body that is to move through an environment at identity.
struct PlanningProblem {
  const Model& body;
  const Model& environment;
  Pose start, goal;
  Bounds where;  ///< of the body's origin
};

struct Plan {
  bool solved = false;
  std::size_t probes_to_solution = 0;
  std::vector<Placement> probes;  ///< every configuration whose distance was asked for, in order
  std::vector<Pose> path;         ///< from start to goal, evenly spaced
};

/// OMPL's RRT-Connect, each motion checked by distances: no configuration between two is in contact when both are
/// farther from the environment, together, than any point of the body moves. What is left of the probes after a
/// solution goes into making the path shorter, so that there are as many as asked for.
Plan plan_by_ompl(const PlanningProblem& problem, std::size_t probes, std::size_t steps, std::uint32_t seed);

/// Bounds how far a point of the body within `radius` of its origin moves between two poses, along the shortest turn.
double largest_motion(const Pose& from, const Pose& to, double radius);

}  // namespace abut::bench::pqp
