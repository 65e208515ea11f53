#pragma once

#include "assembly/body.h"
#include <abut/penetration.h>

namespace abut {

/// Where two parts are at a step.
struct PlacedStep {
  std::size_t step = 0;
  PlacementPair at;
};

/// The step at which two parts are deepest in each other, and how deep.
struct DeepestStep {
  std::size_t index = 0;  ///< in the steps asked about
  Penetration penetration;
  Counters counters;  ///< of all steps measured
};

/// Looks for the deepest of some steps, at least one; the first one is measured in any case. Others are no deeper than
/// a step already measured plus what the parts move between the two, against each other, if they move as rigid bodies;
/// those that may be deeper by more than options.relative_error are measured, the likeliest first, `most` at most, or
/// until the budget of all is over.
DeepestStep find_deepest_step(const Body& a, const Body& b, std::span<const PlacedStep> steps,
                              const PenetrationOptions& options, std::size_t most);

}  // namespace abut
