#pragma once

#include "experiment.h"

#include <algorithm>
#include <limits>

namespace abut::bench {

/// The shortest of some rounds on this thread's own clock: disturbances only ever make a round longer.
template <class Run>
double least_seconds(int rounds, const Run& run) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < rounds; ++i) {
    const double start = thread_seconds();
    run();
    least = std::min(least, thread_seconds() - start);
  }
  return least;
}

}  // namespace abut::bench
