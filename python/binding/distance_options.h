#pragma once

#include "choices.h"

namespace abut::python {

/// Errors and budgets, which the options of all measuring queries have.
struct Accuracy {
  double relative_error = 0, absolute_error = 0;
  std::optional<std::int64_t> max_tests;
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

}  // namespace abut::python
