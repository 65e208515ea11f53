#pragma once

#include "peer.h"
#include <abut/checker.h>

#include <string>
#include <vector>

namespace abut::bench::peers {

/// An arm of seven joints and eight links in a world, at random configurations of which about half are free.
struct RobotWork {
  std::string name;
  std::vector<Mesh> links;  ///< of the arm, in the links' frames
  std::vector<StandingMesh> world;
  Figure figure;
  std::vector<LinkPair> pairs;  ///< of links that must not touch
  Checker checker;
  std::vector<double> configurations;

  std::size_t count() const { return configurations.size() / checker.dof(); }
  std::span<const double> configuration(std::size_t i) const {
    return std::span(configurations).subspan(i * checker.dof(), checker.dof());
  }
};

/// Links of about 300 and of about 20k triangles, in a world of 100k triangles and in one of 1000 boxes. Which pairs of
/// links may touch: those that a joint connects.
std::vector<RobotWork> robot_works(int configurations);

}  // namespace abut::bench::peers
