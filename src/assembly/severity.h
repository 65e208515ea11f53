#pragma once

#include "assembly/body.h"
#include "base/workers.h"
#include <abut/clash.h>

namespace abut {

/// A finding to be measured, and where its parts are.
struct MeasuredPair {
  ClashFinding* finding;
  const Body *a, *b;
  PlacementPair at;
};

/// Measures how badly the parts of each finding are in each other, the worst of them first as far as the options say,
/// and marks parts that are there twice. Brackets hold if the budget ends it. The watch takes what was spent where it
/// limits tests.
void measure(std::vector<MeasuredPair> pairs, const ClashOptions& options, BudgetWatch& watch, Workers& workers,
             ClashReport& report);

/// Takes away the findings that are proved to be smaller than the options ask for, and counts them.
void leave_out_small_ones(const ClashOptions& options, ClashReport& report);

}  // namespace abut
