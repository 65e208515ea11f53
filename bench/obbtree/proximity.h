#pragma once

#include "experiment.h"
#include "log_fit.h"
#include <abut/classic.h>

namespace abut::bench {

/// Trees as section 6 of the OBBTree paper builds them: covariance of the vertices, split at the mean, one triangle per
/// leaf, boxes in double; axis-aligned ones by the same process with the identity for the axes. Balls, which the paper
/// only speaks of, are split by surface area.
classic::ModelOptions as_in_the_paper(classic::VolumeKind kind);

/// Gaps 10^(-k / 10), from 1 down to 10^-decades.
std::vector<double> falling_gaps(int decades);

/// What one kind of tree costs as two surfaces come closer.
struct CostCurve {
  classic::VolumeKind kind;
  std::vector<double> gaps, volume_tests, triangle_tests;

  FittedDecade decade() const { return decade_before_levelling(gaps, volume_tests); }
  LogFit fit() const;
};

/// Throws Error when the surfaces touch: the experiments are about near misses.
void add_query(CostCurve& curve, double gap, const classic::Model& a, const classic::Model& b, const Placement& at_b);

/// The points of all curves; and their fits, a row each.
Table points_of(std::span<const CostCurve> curves);
Table fits_of(std::span<const CostCurve> curves);
/// "obb: slope -1.07, R^2 0.9996 over gaps 0.005 .. 0.0005".
std::string describe(const CostCurve& curve);

}  // namespace abut::bench
