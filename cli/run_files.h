#pragma once

#include "commands.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace abut::cli {

/// Where the results of a run go: to the standard output, or to a file beside which a journal keeps what is done.
struct Destination {
  std::string out;  ///< empty: the standard output
  bool resume = false;

  std::filesystem::path journal() const { return out + ".journal"; }
  /// Throws Error for options that do not go together, and when a file would take one of the inputs away. A silent run
  /// has no results to write.
  void require_usable(bool is_silent, const std::vector<std::string>& inputs) const;
};

/// --out and --resume.
void add_destination(Command& app, Destination& destination);

/// Of the program; what a journal is about depends on them.
void remember_arguments(int count, const char* const* arguments);
/// A number that is another one when the arguments have changed, but for those that do not change results, or the
/// content of a file.
std::uint64_t sum_of_run(const std::vector<std::string>& files);

/// Makes a file's bytes last even if the machine goes. Throws Error when it cannot.
void make_lasting(const std::filesystem::path& file);

}  // namespace abut::cli
