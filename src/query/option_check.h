#pragma once

#include "math/inner_frame.h"
#include "query/search_goal.h"
#include <abut/collide.h>

#include <cmath>

namespace abut {

// What queries of either house refuse, in words.

/// Throws Error unless it is 0 or more; `what` begins the sentence: "the relative error".
void require_length(double value, const char* what);
/// is_yes() of a query that lids may leave without an answer, though it was complete.
bool is_yes_with_any_lid(Answer answer, bool complete, std::string_view question);
/// Throws Error unless it is a finite length.
void require_margin(double margin);
/// As require_valid() of a placement whose defect is known. What is near to a rotation, and not shifted too far, is
/// valid: a defect below 1 bounds ||L'L - I||, so that L is not singular, and no entry reaches 2.
inline void require_placement(const Placement& at, double defect, const char* what) {
  const double shift = std::abs(at.shift.x) + std::abs(at.shift.y) + std::abs(at.shift.z);
  if (!(defect <= 0.5 && shift <= largest_input)) require_valid(at, what);
}
inline void require_placements(const Placement& at_a, const Placement& at_b, const RigidityDefects& defects) {
  require_placement(at_a, defects.a, "the placement of A");
  require_placement(at_b, defects.b, "the placement of B");
}

/// Is there a contact? A search that found none is sure of it only if it came to its end; a cap of 0 asks for none.
inline Answer answer_of(bool found, const CollideSummary& summary, std::uint64_t max_contacts) {
  if (found) return Answer::yes;
  return summary.complete || max_contacts == 0 ? Answer::no : Answer::unknown;
}

}  // namespace abut
