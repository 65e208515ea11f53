#pragma once

#include "replay.h"

namespace abut::bench::pqp {

/// How a row's trees are built, and their name.
struct Trees {
  std::string name;
  any::ModelOptions options;
};
/// The paper's.
Trees named_trees(any::VolumeKind kind);

/// A scenario with the distances of all its questions, and what has been measured on it. The same trees that are asked
/// the same way are measured once in a process: all tables that have the row show one measurement.
class Application {
 public:
  explicit Application(Scenario scenario);

  const Scenario& scenario() const { return *scenario_; }
  std::span<const double> truth() const { return truth_; }
  std::uint64_t questions() const { return truth_.size(); }
  std::uint64_t touching() const;

  /// What it takes the trees to answer all questions. Error when an answer is not the one that follows from the truth.
  const Cost& cost(const Trees& trees, Way way);
  /// Of the trees of both models together.
  std::uint64_t leaves(const Trees& trees) { return built(trees).leaves(); }

 private:
  struct Measured {
    std::string trees;
    Way way;
    Cost cost;
  };

  /// The trees asked last are kept.
  const Replayer& built(const Trees& trees);

  std::unique_ptr<const Scenario> scenario_;  // which the trees that are kept refer to
  std::vector<double> truth_;
  std::vector<std::unique_ptr<const Measured>> measured_;
  std::string built_name_;
  std::optional<Replayer> built_;
};

/// One of each of all_scenarios(), the same for all experiments of a process.
std::vector<Application>& all_applications();

}  // namespace abut::bench::pqp
