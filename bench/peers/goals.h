#pragma once

#include "../experiment.h"

namespace abut::bench::peers {

/// One line of what the fast engine is held to, and what was measured.
struct Goal {
  std::string work;     ///< "torus 5k, first contact"
  std::string measure;  ///< "times FCL's speed", "bytes per triangle"
  double measured = 0;
  double required = 0;   ///< 0: nothing is required
  double aim = 0;        ///< 0: no aim beyond what is required
  bool at_most = false;  ///< smaller is better
};

/// "missed", "met" or "aim reached".
std::string verdict_of(const Goal& goal);

/// Replaces this experiment's lines of goals.csv, leaving those of others, and shows them to the person.
void record_goals(const Surroundings& to, std::string_view experiment, const std::vector<Goal>& goals);

}  // namespace abut::bench::peers
