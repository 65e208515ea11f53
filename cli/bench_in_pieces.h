#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace abut::cli {

/// What an experiment leaves behind besides its files.
struct ExperimentRun {
  double seconds = 0;
  std::string report;
};

/// Runs the experiment of an index, which writes its files into a folder.
using RunExperiment = std::function<ExperimentRun(std::size_t, const std::filesystem::path&)>;

/// What is done with one: its index, and the folder with its files.
using TakeExperiment = std::function<void(std::size_t, const ExperimentRun&, const std::filesystem::path&)>;

/// On the first rank: all ranks share the experiments, each of which runs on one, and are taken in their order, with
/// their files in this folder, which goes away each time.
void lead_experiments(std::size_t count, const RunExperiment& run, const std::filesystem::path& folder,
                      const TakeExperiment& take);
/// On the others. Throws Followed at the end.
[[noreturn]] void follow_experiments(std::size_t count, const RunExperiment& run);

}  // namespace abut::cli
