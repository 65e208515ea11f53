#pragma once

#include "math/inner_frame.h"
#include <abut/query.h>

namespace abut {

// What queries of either house refuse, in words.

/// Throws Error unless it is 0 or more; `what` begins the sentence: "the time budget".
void require_length(double value, const char* what);
/// Throws Error unless it is a finite length.
void require_margin(double margin);
/// As require_valid() of both placements, for which the defects are known.
void require_placements(const Placement& at_a, const Placement& at_b, const RigidityDefects& defects);

}  // namespace abut
