#pragma once

#include "commands.h"
#include "options.h"
#include "run_files.h"
#include <abut/clash.h>

namespace abut::cli {

struct ClashArguments {
  std::vector<std::string> files, ignore, only;
  std::string clearances, allow, motion, baseline, save, csv, report, fail_on, touch;
  double clearance = 0, tolerance = 0, min_depth = 0, min_volume = 0, deflection = 0;
  int refine = RefineOptions{}.rounds;
  bool estimate_strays = false;
  bool any_size = false, curves = false, outside_files = false, steps_only = false;
  Voice voice;
  std::optional<int> threads;
  std::size_t memory = 0;  ///< in bytes; 0: all that it takes
  Destination destination;
};

void add_arguments(Command& command, ClashArguments& arguments);

/// Throws Error when a file of rules cannot be read.
PairRules rules_of(const ClashArguments& arguments);

/// Refuses outputs that would take an input or each other away. A report may replace the baseline that it is compared
/// with.
void require_separate_files(const ClashArguments& arguments);
/// Files that only their readers know of are inputs, too.
void require_separate_files(const Assembly& assembly, const ClashArguments& arguments);
/// Files that the findings depend on.
std::vector<std::string> files_read(const Assembly& assembly, const ClashArguments& arguments);

}  // namespace abut::cli
