#pragma once

#include <abut/figure.h>

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace abut::cli {

/// Configurations one after the other, and when each of them is, if the file says so.
struct GivenConfigurations {
  std::string file;  ///< as messages call it
  std::vector<double> numbers, times;
  std::vector<std::size_t> lines;  ///< where the times stand, counted from 1

  /// Throws Error, with the line, unless each time is after the one before it.
  void require_ascending_times() const;
};

/// Reads configurations, one per line: a number for each of the figure's, with commas or blanks between them. '#'
/// starts a comment, empty lines do not count. The first line may be a head with the names of the numbers; then they
/// may be in any order, and there may be a column `time`, if no joint is called so. The file may be a pipe; "-" is the
/// standard input. Throws Error with file and line for anything else, for configurations that the figure refuses, and
/// for a file without one.
GivenConfigurations read_configurations(const std::filesystem::path& file, const Figure& figure);

/// Configurations lie one after the other in memory: an item is where one begins.
using Configuration = const double*;
/// All of them as items, but the last `more`, which belong to those before them.
std::vector<Configuration> configuration_items(std::span<const double> numbers, std::size_t dof, std::size_t more);

// The same as bytes, for other ranks: items that lie one after the other, and `more` after them.
struct UnpackedConfigurations {
  std::vector<double> numbers;
  std::vector<Configuration> items;

  UnpackedConfigurations(std::string_view bytes, std::size_t dof, std::size_t more);
};
std::string packed_configurations(std::span<const Configuration> items, std::size_t dof, std::size_t more);

}  // namespace abut::cli
