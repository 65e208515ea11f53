#pragma once

#include "../experiment.h"

namespace abut::bench::peers {

/// Which table a goal belongs to: the first one, about well-made placements, or "no cliffs", about the data people
/// have.
enum class GoalTable { first, no_cliffs };

/// One line of what the fast engine is held to, and what was measured.
struct Goal {
  std::string work;     ///< "torus 5k, first contact"
  std::string measure;  ///< "times FCL's speed", "bytes per triangle"
  double measured = 0;
  double required = 0;   ///< 0: nothing is required
  double aim = 0;        ///< 0: no aim beyond what is required
  bool at_most = false;  ///< smaller is better
  GoalTable table = GoalTable::first;
};

/// "missed by 12 %" or "missed by a factor of 3", "met", "aim reached"; where only an aim is given, "aim missed", and
/// without either "nothing asked".
std::string verdict_of(const Goal& goal);

/// The measured values of several works, of which the worst is held to the goal.
class WorstOf {
 public:
  /// `goal.work` says what they have in common; the work that does worst is added to it.
  explicit WorstOf(Goal goal) : goal_(std::move(goal)) {}
  void add(const std::string& work, double measured);
  /// Adds the goal, unless nothing was measured.
  void add_to(std::vector<Goal>& goals) const;

 private:
  Goal goal_;
  std::string worst_;
};

/// Replaces this experiment's lines of goals.csv, leaving those of others, and shows them to the person.
void record_goals(const Surroundings& to, std::string_view experiment, const std::vector<Goal>& goals);

}  // namespace abut::bench::peers
