#pragma once

#include "choices.h"
#include "classic/any_model.h"

namespace abut::python {

/// Errors and budgets, which the options of all measuring queries have.
struct Accuracy {
  double relative_error = 0, absolute_error = 0;
  Count max_tests;
  std::optional<double> max_seconds;
};

template <class Options>
Options options_from(const Accuracy& accuracy) {
  Options options;
  options.relative_error = accuracy.relative_error;
  options.absolute_error = accuracy.absolute_error;
  options.max_tests = limit_from(accuracy.max_tests, "max_tests");
  options.max_seconds = accuracy.max_seconds.value_or(options.max_seconds);
  return options;
}

/// The ways in which classic trees are searched: words, or None.
struct SearchWords {
  Word search, descent;
  Count queue_size;
};

inline any::DistanceOptions options_from(const Accuracy& accuracy, const SearchWords& words) {
  any::DistanceOptions options = options_from<any::DistanceOptions>(accuracy);
  options.search = chosen(classic::all_searches, words.search, "search");
  options.descent = chosen(classic::all_descents, words.descent, "descent");
  if (words.queue_size) options.queue_size = limit_from(words.queue_size, "queue_size");
  return options;
}

}  // namespace abut::python
