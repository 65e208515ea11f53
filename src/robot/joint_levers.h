#pragma once

#include "robot/figure_data.h"

#include <cstdint>
#include <span>

namespace abut {

/// A ball that the last of some joints carries, in the frame of that joint's child link.
struct CarriedBall {
  Vec3 centre;
  double radius = 0;
};

/// Where the joints of a chain put their last link, and how far a ball on it may move.
struct ChainReach {
  Placement at;      ///< frame before the first joint <- link, at the configuration
  double moves = 0;  ///< no point of the ball moves farther from there
};

/// A joint of a figure that outlives it.
struct ChainJoint {
  const JointMap* map;
  Vec3 axis;
};
/// The joints are indices into Figure::joints().
std::vector<ChainJoint> chain_joints(const Figure& figure, std::span<const std::uint32_t> joints);

/// Each joint is the child of the one before. Every number stays within `half` of that of the configuration; the ways
/// that each number accounts for are added to `by_number`. Infinite where a quaternion changes.
ChainReach reach_of_chain(std::span<const ChainJoint> joints, std::span<const double> configuration,
                          std::span<const double> half, const CarriedBall& ball, std::span<double> by_number);

}  // namespace abut
