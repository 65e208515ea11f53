#include "query/option_check.h"

#include <abut/error.h>

#include <cmath>

namespace abut {

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

bool is_yes_with_any_lid(Answer answer, bool complete, std::string_view question) {
  if (answer == Answer::unknown && complete)
    throw Error("it depends on what closes the holes of an open solid whether " + std::string(question) + ".");
  return is_yes(answer, question);
}

void require_margin(double margin) {
  if (!(margin >= 0) || std::isinf(margin))
    throw Error("the margin must be a finite length, 0 or more; it is " + std::to_string(margin) + ".");
}

}  // namespace abut
