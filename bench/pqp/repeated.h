#pragma once

#include <abut/function.h>

#include <cstdint>

namespace abut::bench::pqp {

/// How long something takes, by some runs of it.
struct Timing {
  double seconds = 0;  ///< the median
  double lower_quartile = 0, upper_quartile = 0;
  std::uint64_t runs = 0;
};

/// When to stop repeating.
struct Patience {
  double close_enough = 0.05;  ///< quartiles this close, relative to the median, after at least `least_runs`
  std::uint64_t least_runs = 5;
  std::uint64_t most_runs = 100;
  double seconds = 2;  ///< no run is begun that would end later, by the median; the first one always is
};

/// Repeats a run, which returns its own seconds. What takes long is precise without many repetitions, as the noise is
/// in its short parts: it may be run once.
Timing repeated(const Function<double()>& run, const Patience& patience = {});

}  // namespace abut::bench::pqp
