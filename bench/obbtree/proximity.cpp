#include "proximity.h"

#include <abut/error.h>

#include <cmath>
#include <cstdio>

namespace abut::bench {

classic::ModelOptions as_in_the_paper(classic::VolumeKind kind) {
  using classic::Split, classic::VolumeKind;
  // The paper only speaks of balls, so they get the rule that serves them best.
  const Split split = kind == VolumeKind::sphere ? Split::surface_area : Split::mean;
  classic::ModelOptions options{.volume = kind, .split = split, .storage = classic::Storage::float64};
  if (kind == VolumeKind::obb) options.fit = classic::Fit::vertex_covariance;
  return options;
}

std::vector<double> falling_gaps(int decades) {
  std::vector<double> gaps;
  for (int k = 0; k <= 10 * decades; ++k) gaps.push_back(std::pow(10, -k / 10.0));
  return gaps;
}

LogFit CostCurve::fit() const {
  const FittedDecade d = decade();
  const std::size_t count = d.last - d.first + 1;
  return fit_logarithms(std::span(gaps).subspan(d.first, count), std::span(volume_tests).subspan(d.first, count));
}

void add_query(CostCurve& curve, double gap, const classic::Model& a, const classic::Model& b, const Placement& at_b) {
  const Contacts contacts = collide(a, {}, b, at_b);
  if (!contacts.pairs.empty()) throw Error("The surfaces touch at a gap of " + cell(gap) + ".");
  curve.gaps.push_back(gap);
  curve.volume_tests.push_back(static_cast<double>(contacts.counters.volume_tests));
  curve.triangle_tests.push_back(static_cast<double>(contacts.counters.triangle_tests));
}

Table points_of(std::span<const CostCurve> curves) {
  Table table({"volume", "gap", "volume_tests", "triangle_tests", "fitted"});
  for (const CostCurve& curve : curves) {
    const FittedDecade decade = curve.decade();
    for (std::size_t i = 0; i < curve.gaps.size(); ++i)
      table.row({std::string(name_of(curve.kind)), cell(curve.gaps[i]), cell(curve.volume_tests[i]),
                 cell(curve.triangle_tests[i]), decade.first <= i && i <= decade.last ? "1" : "0"});
  }
  return table;
}

Table fits_of(std::span<const CostCurve> curves) {
  Table table({"volume", "slope", "r_squared", "points", "gap_from", "gap_to", "level", "intercept"});
  for (const CostCurve& curve : curves) {
    const FittedDecade decade = curve.decade();
    const LogFit fit = curve.fit();
    table.row({std::string(name_of(curve.kind)), cell(fit.slope), cell(fit.r_squared),
               cell(static_cast<std::uint64_t>(fit.points)), cell(curve.gaps[decade.first]),
               cell(curve.gaps[decade.last]), cell(decade.level), cell(fit.intercept)});
  }
  return table;
}

std::string describe(const CostCurve& curve) {
  const FittedDecade decade = curve.decade();
  const LogFit fit = curve.fit();
  char text[160];
  std::snprintf(text, sizeof text, "%s: slope %.3f, R^2 %.4f over %zu gaps %.3g .. %.3g",
                std::string(name_of(curve.kind)).c_str(), fit.slope, fit.r_squared, fit.points,
                curve.gaps[decade.first], curve.gaps[decade.last]);
  return text;
}

}  // namespace abut::bench
