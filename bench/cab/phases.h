#pragma once

#include "cab/recordings.h"

namespace abut::bench::cab {

/// What a way costs over a recording.
struct Cost {
  std::uint64_t tested = 0, touching = 0;  ///< pairs of links: the paper's #coll, and those that touch
  std::uint64_t box_tests = 0, boxes_fitted = 0;
  double update = 0, test = 0;  ///< seconds
  double query = 0;             ///< do the pairs touch?
  double distances = 0;         ///< how far apart are they, and where? from a part of the frames
  std::uint64_t false_alarms() const { return tested - touching; }
};

/// Plays a recording. Each phase is timed for some frames together, so that reading the clock does not count, and the
/// best of `rounds` is taken.
Cost play(const Recording& recording, classic::figure::Way way, int rounds);

}  // namespace abut::bench::cab
