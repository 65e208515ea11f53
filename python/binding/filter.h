#pragma once

#include "keywords.h"

#include <exception>

namespace abut::python {

/// The `consider` that a query was given. Python is asked pair by pair, with its lock, so that the query runs on one
/// thread; what Python raises comes out once the query has ended.
class Filter {
 public:
  /// Throws TypeError when it cannot be called.
  explicit Filter(Keywords& options);
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  /// Empty when none was given. Throws Error for more than one thread.
  Function<bool(std::uint32_t, std::uint32_t)> consider(int threads);
  /// Throws what Python has raised.
  void rethrow() const {
    if (raised_) std::rethrow_exception(raised_);
  }

 private:
  py::object asked_;
  std::exception_ptr raised_;
};

}  // namespace abut::python
