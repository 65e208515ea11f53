#pragma once

#include "assembly/deepest_step.h"
#include "base/workers.h"
#include <abut/clash.h>

#include <functional>

namespace abut {

/// A finding to be measured, and where its parts are.
struct MeasuredPair {
  ClashFinding* finding;
  const Body *a, *b;
  PlacementPair at;
};

/// The steps at which the kind of a finding is what it is at the worst one; that comes first.
using StepsOf = std::function<std::vector<PlacedStep>(const ClashFinding&)>;

/// Measures how badly the parts of each finding are in each other, the worst of them first as far as the options say,
/// at the step at which they are the deepest: that becomes the worst one. Marks parts that are there twice. Brackets
/// hold if the budget ends it. The watch takes what was spent where it limits tests.
void measure(std::vector<MeasuredPair> pairs, const StepsOf& steps_of, const ClashOptions& options, BudgetWatch& watch,
             Workers& workers, ClashReport& report);

/// Takes away the findings that are proved to be smaller than the options ask for, and counts them.
void leave_out_small_ones(const ClashOptions& options, ClashReport& report);

}  // namespace abut
