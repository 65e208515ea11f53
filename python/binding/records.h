#pragma once

#include "arrays.h"

#include <cstddef>

namespace abut::python {

/// The fields of a struct, as numpy reads them where they are.
class RecordType {
 public:
  RecordType& add(const char* name, const char* format, std::size_t offset);
  /// Those of Counters that begin at `offset`.
  RecordType& add_counters(std::size_t offset);
  py::dtype dtype(std::size_t size) const {
    return py::dtype(names_, formats_, offsets_, static_cast<py::ssize_t>(size));
  }

 private:
  py::list names_, formats_, offsets_;
};

/// The fields of abut.Distance and of abut.Nearness.
RecordType distance_records();
RecordType nearness_records();

/// A record array over the results, without a copy.
template <class Result>
py::object records_of(std::vector<Result> results, const RecordType& type) {
  const auto count = static_cast<py::ssize_t>(results.size());
  const Result* const data = results.data();
  const py::array records(type.dtype(sizeof(Result)), {count}, {static_cast<py::ssize_t>(sizeof(Result))}, data,
                          owner_of(std::move(results)));
  return records.attr("view")(py::module_::import("numpy").attr("recarray"));
}

}  // namespace abut::python
