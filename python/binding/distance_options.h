#pragma once

#include "choices.h"
#include <abut/classic.h>

namespace abut::python {

/// Errors and budgets, which the options of all measuring queries have.
struct Accuracy {
  double relative_error = 0, absolute_error = 0;
  Count max_tests;
  Seconds max_seconds;
};

template <class Options>
Options options_from(const Accuracy& accuracy) {
  Options options;
  options.relative_error = accuracy.relative_error;
  options.absolute_error = accuracy.absolute_error;
  options.budget = budget_from(accuracy.max_tests, accuracy.max_seconds);
  return options;
}

/// The ways in which classic trees are searched: words, or None.
struct SearchWords {
  Word search, descent;
  Count queue_size;
};

inline classic::DistanceMethod method_from(const SearchWords& words) {
  classic::DistanceMethod method;
  method.search = chosen(classic::all_searches, words.search, "search");
  method.descent = chosen(classic::all_descents, words.descent, "descent");
  if (words.queue_size) method.queue_size = limit_from(words.queue_size, "queue_size");
  return method;
}

}  // namespace abut::python
