#pragma once

#include "commands.h"
#include "interrupt.h"
#include "ranks.h"
#include "run_files.h"

namespace abut::cli {

/// How all queries of a run ended.
struct Answered {
  RunSums sums;

  double microseconds_per_query() const {
    return static_cast<double>(sums.nanoseconds) / 1e3 / static_cast<double>(std::max<std::uint64_t>(1, sums.queries));
  }
  ExitStatus status() const { return sums.any_found ? found : sums.any_unknown ? not_known : not_found; }
};

/// Prints the statistics of a run that asks one model. Where the queries count no tests, `counts_tests` is false.
void print_stats(const Answered& answered, double build_seconds, std::size_t bytes, bool counts_tests = true);

/// What a run is told besides its queries.
struct Asking {
  const char* items = "";  ///< the plural of what is counted: "poses"
  bool shows_progress = true;
  bool verdict_only = false;  ///< the first item that is found ends the run
  Destination destination{};
  std::vector<std::string> files{};  ///< that the results depend on, besides the items
};

/// Works on every item, on this rank or on all, and prints the results in the order of the items as they come, with
/// progress. When the interrupt comes, throws Interrupted after the results so far are printed. Throws Followed on all
/// ranks but the first.
Answered answer(ItemWork& work, int threads, const Asking& asking, Interrupt& interrupt);

}  // namespace abut::cli
