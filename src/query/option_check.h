#pragma once

#include "math/inner_frame.h"
#include "query/search_goal.h"
#include <abut/collide.h>

namespace abut {

// What queries of either house refuse, in words.

/// Throws Error unless it is 0 or more; `what` begins the sentence: "the relative error".
void require_length(double value, const char* what);
/// Throws Error unless it is a finite length.
void require_margin(double margin);
/// As require_valid() of both placements, for which the defects are known.
void require_placements(const Placement& at_a, const Placement& at_b, const RigidityDefects& defects);

/// Is there a contact? A search that found none is sure of it only if it came to its end; a cap of 0 asks for none.
inline Answer answer_of(bool found, const CollideSummary& summary, std::uint64_t max_contacts) {
  if (found) return Answer::yes;
  return summary.complete || max_contacts == 0 ? Answer::no : Answer::unknown;
}

}  // namespace abut
