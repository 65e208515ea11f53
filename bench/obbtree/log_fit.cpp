#include "log_fit.h"

#include <cmath>

namespace abut::bench {

LogFit fit_logarithms(std::span<const double> x, std::span<const double> y) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(x[i] > 0) || !(y[i] > 0)) continue;
    const double u = std::log(x[i]), v = std::log(y[i]);
    n += 1, sx += u, sy += v, sxx += u * u, sxy += u * v, syy += v * v;
  }
  if (n < 2) return {};
  const double xx = sxx - sx * sx / n, xy = sxy - sx * sy / n, yy = syy - sy * sy / n;
  if (!(xx > 0)) return {};
  const double slope = xy / xx;
  return {slope, (sy - slope * sx) / n, yy > 0 ? xy * xy / (xx * yy) : 1, static_cast<std::size_t>(n)};
}

std::size_t last_before_levelling(std::span<const double> counts, double share_of_level) {
  std::size_t last = 0;
  while (last + 1 < counts.size() && counts[last + 1] <= counts.back() * share_of_level) ++last;
  return last;
}

FittedDecade decade_before_levelling(std::span<const double> gaps, std::span<const double> counts) {
  if (gaps.empty()) return {};
  FittedDecade result{0, last_before_levelling(counts, 0.25), counts.back()};
  // The gaps come from powers of ten and are rounded: a hair more than a decade keeps its first point.
  while (gaps[result.first] > gaps[result.last] * 10.001) ++result.first;
  return result;
}

}  // namespace abut::bench
