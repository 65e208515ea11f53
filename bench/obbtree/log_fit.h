#pragma once

#include <cstddef>
#include <span>

namespace abut::bench {

/// A straight line through log y against log x by least squares: y = e^intercept x^slope.
struct LogFit {
  double slope = 0, intercept = 0, r_squared = 0;
  std::size_t points = 0;
};

/// Pairs with an x or y that is not positive are left out; fewer than two distinct x give a fit of all zeros.
LogFit fit_logarithms(std::span<const double> x, std::span<const double> y);

/// The part of a falling cost curve that is fitted: [first, last] in a list ordered from wide gaps to narrow ones.
struct FittedDecade {
  std::size_t first = 0, last = 0;
  double level = 0;  ///< the height at which the curve levels off: its count at the narrowest gap
};

/// The last entry before counts rise above a share of the level. Gaps fall from entry to entry.
std::size_t last_before_levelling(std::span<const double> counts, double share_of_level);

/// The decade of gaps that ends at the narrowest gap whose count is still at most a quarter of the level: closer to
/// the level every curve bends. `counts` has as many entries as `gaps`.
FittedDecade decade_before_levelling(std::span<const double> gaps, std::span<const double> counts);

}  // namespace abut::bench
