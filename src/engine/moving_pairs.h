#pragma once

#include "engine/moving_box.h"
#include "engine/pairs.h"

namespace abut {

/// A pair of triangles, by their places in their trees' leaf order.
struct PlacePair {
  std::uint32_t a, b;
};

/// Two trees that move during a time.
struct MovingTrees {
  TreePair middle;                 ///< in the middle of it; its margin counts
  const MovingFrame &of_a, &of_b;  ///< A's boxes closed and B's opened, and the other way round
  /// Seen by a rod that turns about its own axis, what is beside it moves far; seen by that, the rod hardly moves.
  /// Boxes of the side that moves much farther, 0 for A's and 1 for B's, are looked at the other way round, too; 2:
  /// neither.
  std::uint32_t wild_side = 2;
};

/// What may meet in a time: the parts of a visit whose boxes move farther than they are large, and pairs of triangles.
struct MovingFront {
  std::vector<PairStep> steps;
  std::vector<PlacePair> triangles;
  ExpectedMeeting soonest;  ///< of the triangles that were appended last
};

/// Where the parts of a front begin that belong to one time.
struct FrontMark {
  std::size_t steps = 0, triangles = 0;
};

/// Looks what of the front, from one mark to another, may meet or come within the margin in the time of the trees, and
/// appends that. Boxes are opened until they are as small as their motion. Incomplete after more than so many tests.
Visited visit_moving(const MovingTrees& trees, Simd simd, std::uint64_t most_tests, MovingFront& front,
                     const FrontMark& from, const FrontMark& to);

}  // namespace abut
