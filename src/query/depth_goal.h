#pragma once

#include <abut/penetration.h>

#include <algorithm>

namespace abut {

/// When a search for a largest length has found it well enough.
struct DepthGoal {
  double relative_error = 0, absolute_error = 0;
  double least = 0;  ///< smaller lengths cannot be told from rounding
  std::uint64_t max_cells = 0;

  /// With `lower` found, what is at most so large need not be looked at.
  double enough(double lower) const { return std::max({lower * (1 + relative_error), lower + absolute_error, least}); }
  bool is_met(const Bracket& found) const { return found.upper <= enough(found.lower); }
};

}  // namespace abut
