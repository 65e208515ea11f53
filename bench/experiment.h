#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace abut::bench {

/// Where an experiment writes, and how it tells a person what it is doing.
struct Surroundings {
  std::filesystem::path out;                                   ///< CSV files and pictures go here
  std::function<void(std::string_view)> say = [](auto) {};     ///< one line of progress
  std::function<void(std::string_view)> report = [](auto) {};  ///< one line of the result, for a person
  std::filesystem::path before{};                              ///< where files of earlier runs are, if there are any
  bool quick = false;  ///< fewer placements and rounds: to see that all works; the times mean little

  /// The first number, or the second for a quick run.
  template <class Number>
  Number count(Number whole, Number if_quick) const {
    return quick ? if_quick : whole;
  }
};

/// One experiment of a paper, or one comparison with peers.
struct Experiment {
  std::string_view group;  ///< the paper's system: "obbtree"; or "peers"
  std::string_view name;   ///< "fig5", "table3", ...
  std::string_view title;  ///< what it shows, for --help and progress
  void (*run)(const Surroundings&);
};

/// All experiments, in the order of the papers. A new one is a function in a file of its own and its line in
/// experiment.cpp.
std::span<const Experiment> all_experiments();

/// A table that is written as CSV: numbers with 17 significant digits, text quoted where needed.
class Table {
 public:
  explicit Table(std::vector<std::string> columns) : columns_(std::move(columns)) {}
  Table& row(std::vector<std::string> cells);
  void save(const std::filesystem::path& csv) const;

 private:
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};
std::string cell(double value);
std::string cell(std::uint64_t value);

/// Seconds on one thread's own clock, which other processes do not disturb.
double thread_seconds();

}  // namespace abut::bench
