#include "query/option_check.h"

#include <abut/error.h>

#include <cmath>

namespace abut {

namespace {

/// A rotation that is not shifted too far is valid.
void require_placement(const Placement& at, double defect, const char* what) {
  const double shift = std::abs(at.shift.x) + std::abs(at.shift.y) + std::abs(at.shift.z);
  if (!(defect <= rigid_defect && shift <= largest_input)) require_valid(at, what);
}

}  // namespace

void require_length(double value, const char* what) {
  if (!(value >= 0)) throw Error(std::string(what) + " must be 0 or more; it is " + std::to_string(value) + ".");
}

void require_valid(const SearchGoal& goal) {
  require_length(goal.relative_error, "the relative error");
  require_length(goal.absolute_error, "the absolute error");
  require_length(goal.known_upper, "the upper bound");
}

bool is_yes(Answer answer, std::string_view question) {
  if (answer == Answer::unknown)
    throw Error("the budget ended the query before it was known whether " + std::string(question) + ".");
  return answer == Answer::yes;
}

void require_margin(double margin) {
  if (!(margin >= 0) || std::isinf(margin))
    throw Error("the margin must be a finite length, 0 or more; it is " + std::to_string(margin) + ".");
}

void require_placements(const Placement& at_a, const Placement& at_b, const RigidityDefects& defects) {
  require_placement(at_a, defects.a, "the placement of A");
  require_placement(at_b, defects.b, "the placement of B");
}

}  // namespace abut
