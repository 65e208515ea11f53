#pragma once

#include "experiment.h"

namespace abut::bench::peers {

/// What all experiments of a folder share: each has lines in it.
inline constexpr const char* goals_file = "goals.csv";

/// Does with the lines of an experiment that it has written elsewhere what it would have done here.
void merge_goals(const Surroundings& to, const std::filesystem::path& goals);

}  // namespace abut::bench::peers
