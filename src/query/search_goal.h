#pragma once

#include <abut/query.h>

namespace abut {

/// What is asked of a search for the closest triangles, in either house; see DistanceOptions and ClosestPointOptions.
struct SearchGoal {
  double relative_error = 0, absolute_error = 0;
  double known_upper = std::numeric_limits<double>::infinity();
  Budget budget{};
  bool smallest_touching = false;  ///< of two models

  bool is_exact() const { return relative_error == 0 && absolute_error == 0; }
  /// Then the search is the same, test by test, on every instruction set: what a number of tests leads to must not
  /// depend on that.
  bool counts_tests() const { return budget.tests != Budget::no_limit; }
};

/// Of the options of a query that has such a goal.
template <class Options>
SearchGoal goal_of(const Options& options) {
  SearchGoal goal{options.relative_error, options.absolute_error, options.known_upper, options.budget};
  if constexpr (requires { options.smallest_touching; }) goal.smallest_touching = options.smallest_touching;
  return goal;
}

/// Throws Error for errors and bounds that no search can serve.
void require_valid(const SearchGoal& goal);

}  // namespace abut
