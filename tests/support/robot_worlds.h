#pragma once

#include <abut/checker.h>

#include <string>
#include <vector>

namespace abut::test {

/// A figure among bodies of all kinds.
struct RobotWorld {
  std::string name;
  CheckerSetup setup;
  double reach = 1;   ///< about how far the figure reaches
  double margin = 0;  ///< to ask with

  const Figure& figure() const { return setup.figures[0].figure; }
};

/// Bodies of all kinds within a cube of `size` around the origin, which are larger for a larger `scale`, over a floor.
std::vector<CheckedBody> bodies_around(int count, double size, double scale, std::uint64_t seed);

/// The shipped arm, hand and humanoid, and a chain of 16 links, each in a world that about half of their configurations
/// touch.
std::vector<RobotWorld> robot_worlds();

}  // namespace abut::test
