#pragma once

#include "engine/meeting_queue.h"
#include "engine/moving_box.h"
#include "engine/pairs.h"

#include <algorithm>
#include <cmath>

namespace abut {

/// A part of a visit whose boxes are known not to meet before a time.
struct TimedStep {
  PairStep step;
  double from = -std::numeric_limits<double>::infinity();
};
/// A pair of triangles, by their places in their trees' leaf order, that do not meet before a time.
struct TimedPlaces {
  std::uint32_t a, b;
  double from = -std::numeric_limits<double>::infinity();
};

/// A time: `half` before and after its middle.
struct CellOfTime {
  double middle, half;

  /// No later than the time that is said in halves from the middle.
  double before(float part) const {
    const double time = middle + half * static_cast<double>(part);
    return time - 0x1p-51 * (std::abs(middle) + half);
  }
  /// The other way round.
  float part_before(double time) const {
    const double part = (time - middle) / half;
    return part > -1 ? static_cast<float>(std::min(part, 4.0)) - 0x1p-20f : -1;
  }
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
  std::vector<TimedStep> steps;
  std::vector<TimedPlaces> triangles;
  ExpectedMeeting soonest;  ///< of the triangles that were appended last
  MeetingQueue queue;       ///< empty between visits, so that they need not allocate
};

/// Where the parts of a front begin that belong to one time.
struct FrontMark {
  std::size_t steps = 0, triangles = 0;
};

/// Looks what of the front, from one mark to another, may meet or come within the margin in the time of the trees, and
/// appends that. Boxes are opened until they are as small as their motion. Incomplete after more than so many tests.
Visited visit_moving(const MovingTrees& trees, Simd simd, std::uint64_t most_tests, MovingFront& front,
                     const FrontMark& from, const FrontMark& to);

/// How far a look at two trees that move has come.
struct Advanced : Visited {
  double until;     ///< what is left of the front meets no earlier; infinite if nothing is left
  double next;      ///< the same without triangles whose times are known as well as can be, or is asked for
  double expected;  ///< when something may well meet
  bool by_boxes;    ///< did boxes end it that are too small to be opened?
  bool is_known;    ///< triangles are expected to meet whose times are known; what meets later was not looked at
};

/// Looks for what of the front, from one mark to another, may meet first, or come within the margin, in the time of the
/// trees: earlier things first, boxes are opened until they are as small as they are unsure. Triangles whose times are
/// known to within `enough` do not end that, but what meets later is not looked at any more, unless `enough` is
/// infinite. Appends all that may meet, with its times. `complete` is false when it ends after so many tests; what is
/// told holds all the same.
Advanced advance_moving(const MovingTrees& trees, const CellOfTime& time, double enough, Simd simd,
                        std::uint64_t most_tests, MovingFront& front, const FrontMark& from, const FrontMark& to);

}  // namespace abut
