#pragma once

#include "keywords.h"

namespace abut::python {

/// What queries cost that return an array or a truth value: Python passes one as `counters`.
struct Tally : Counters {
  std::uint64_t queries = 0;
  bool complete = true;
};

/// The tally that a query was given, if any.
class TallyInUse {
 public:
  /// Throws TypeError when it is none.
  explicit TallyInUse(Keywords& options);

  /// Counts a query. Throws Error when its budget ended it and nobody would be told otherwise.
  void add(const Counters& counters, bool complete) const;

 private:
  py::object held_;
  Tally* tally_ = nullptr;
};

}  // namespace abut::python
