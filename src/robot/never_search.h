#pragma once

#include "base/budget_watch.h"
#include "robot/joint_levers.h"
#include <abut/never.h>
#include <abut/shape.h>

namespace abut {

/// A shape at the end of a chain of joints.
struct NeverSide {
  std::vector<ChainJoint> joints;
  Shape shape;
  Placement at;       ///< last link, or where the chain begins <- shape
  CarriedBall ball;   ///< around the shape, in that link
  double radius = 0;  ///< what the shape is to be larger by
};
/// The same with a ball around the shape.
NeverSide never_side(std::vector<ChainJoint> joints, const Shape& shape, const Placement& at, double radius = 0);

/// Two shapes and the chains that carry them, from a link that is above both.
struct NeverPair {
  NeverSide a, b;
};

/// What is found about a pair over a box of numbers.
struct NeverFound {
  NeverVerdict verdict = NeverVerdict::undecided;
  std::vector<double> touching_at{};
  std::uint64_t cells = 0;
};

/// Cuts the box of the numbers that the joints have, as the limits are.
NeverFound search_never(const Figure& figure, const NeverPair& pair, double margin, std::uint64_t most_cells,
                        const BudgetWatch& watch);

/// A configuration in which they touch, of some at random that are always the same; it is none if they touch in none of
/// those.
std::optional<std::vector<double>> touching_sample(const Figure& figure, const NeverPair& pair, double margin,
                                                   int samples, const BudgetWatch& watch);

/// The pair with an end, or both, turned about the joint next to it, which then no longer matters. None if there is no
/// such joint.
enum class RevolvedEnds { a, b, both };
std::optional<NeverPair> with_revolved(const NeverPair& pair, RevolvedEnds ends);

}  // namespace abut
