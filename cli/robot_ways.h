#pragma once

#include "configurations.h"
#include "in_pieces.h"
#include "options.h"
#include <abut/checker.h>

#include <optional>

namespace abut::cli {

struct RobotArguments {
  std::string urdf, srdf, scene, configurations, report;
  std::vector<std::string> packages;
  bool edges = false, spline = false, surfaces = false, stats = false;
  double margin = 0, padding = 0;
  Budget budget;
  Voice voice;
  std::optional<int> threads;
  Destination destination;

  bool checks_ways() const { return edges || spline; }
  bool is_silent() const { return voice.quiet && !voice.json; }
  /// The times of --stats are those of one thread.
  int thread_count() const { return threads.value_or(stats ? 1 : default_threads()); }
  Asking asking(const char* items, const std::vector<std::string>& files) const {
    return {items, !voice.quiet, is_silent(), destination, files};
  }
};

std::string names_of(const Checker& checker, CheckedPair pair);
Json names_as_json(const Checker& checker, CheckedPair pair);

/// What is known of the ways between configurations: straight ones, or pieces of the spline through all of them. Adds
/// to `prepared` what it takes to get ready. Throws Error for fewer than two configurations, and for a spline that
/// leaves the limits of a joint.
Answered ask_ways(const RobotArguments& arguments, const Checker& checker, const GivenConfigurations& configurations,
                  const std::vector<std::string>& files, Interrupt& interrupt, std::int64_t& prepared);

}  // namespace abut::cli
