#pragma once

#include "obbtree/rigid_body.h"
#include <abut/collide.h>

#include <functional>
#include <string>

namespace abut::bench {

/// A body that moves through an environment that stands still at identity.
struct Simulation {
  std::string name;
  Mesh object, environment;
  std::vector<Placement> path;  ///< of the object, one placement per step
};

/// How a simulation is run.
struct Motion {
  RigidBody start;
  std::function<Vec3(const Vec3& centre)> gravity;  ///< acceleration at a place of the body's centre
  Bounce bounce;
  double step = 0.01;  ///< seconds
  int steps = 0;
};

/// Section 7.2: at each step all contacts are found and an impulse is applied at each of them before the clock
/// advances. The environment's normals point to where the object may be.
std::vector<Placement> simulate(const Model& object, const Model& environment, const Motion& motion);

/// The paper's pipes (Table 3, Fig. 8): a copy 15 times smaller falls into the model, towards its centre. 4008 steps.
Simulation pipes_in_pipes();
/// The paper's torus (Table 3, Fig. 10): wrinkled, around the stalagmite of the toothed landscape. 1298 steps.
Simulation torus_on_landscape();

}  // namespace abut::bench
