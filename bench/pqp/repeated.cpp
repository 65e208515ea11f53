#include "repeated.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace abut::bench::pqp {

namespace {

/// Between the two nearest of sorted values.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto before = static_cast<std::size_t>(place);
  const std::size_t after = std::min(before + 1, sorted.size() - 1);
  return std::lerp(sorted[before], sorted[after], place - static_cast<double>(before));
}

Timing summary(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {quantile(seconds, 0.5), quantile(seconds, 0.25), quantile(seconds, 0.75), seconds.size()};
}

}  // namespace

Timing repeated(const Function<double()>& run, const Patience& patience) {
  std::vector<double> seconds{run()};
  double spent = seconds[0];
  Timing timing = summary(seconds);
  const auto is_settled = [&] {
    return timing.runs >= patience.least_runs &&
           timing.upper_quartile - timing.lower_quartile <= patience.close_enough * timing.seconds;
  };
  while (timing.runs < patience.most_runs && spent + timing.seconds <= patience.seconds && !is_settled()) {
    seconds.push_back(run());
    spent += seconds.back();
    timing = summary(seconds);
  }
  return timing;
}

}  // namespace abut::bench::pqp
