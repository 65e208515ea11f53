#pragma once

#include "../experiment.h"

#include <functional>
#include <vector>

namespace abut::bench::peers {

struct RaceRules {
  int rounds = 9;           ///< the first warms up, and counts only if it is the only one
  double seconds_each = 1;  ///< who has used as much is done after two rounds
  /// Quicker runs are repeated until they last as long, and divided. Others have run in between, and their models have
  /// taken the place of ours in the caches: a turn of two milliseconds would be half spent on fetching them again.
  double shortest_seconds = 0.02;
};

/// Those of a run, or short ones for a quick run.
RaceRules rules_for(const Surroundings& to, const RaceRules& rules = {});

/// The time that each contestant needs: the median of its rounds but the first, in seconds of this thread's own clock.
/// Rounds are interleaved, so that a machine that slows down slows down all of them.
std::vector<double> race(const std::vector<std::function<void()>>& contestants, const RaceRules& rules = {});

/// The same by the wall clock, for work on several threads or processes.
std::vector<double> race_by_wall_clock(const std::vector<std::function<void()>>& contestants,
                                       const RaceRules& rules = {});

}  // namespace abut::bench::peers
