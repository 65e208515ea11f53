#pragma once

#include "keywords.h"

#include <exception>

namespace abut::python {

/// The `consider` that a query was given: a function of one triangle id or two. Python is asked with its lock, so that
/// the query runs on one thread; what Python raises comes out once the query has ended.
template <class... Ids>
class FilterOf {
 public:
  /// Throws TypeError when it cannot be called.
  explicit FilterOf(Keywords& options) {
    const py::handle given = options.take("consider");
    if (!given) return;
    if (!PyCallable_Check(given.ptr()))
      throw py::type_error(std::string("consider must be a function of ") +
                           (sizeof...(Ids) == 2 ? "two triangle ids" : "a triangle's id") + "; it is " +
                           std::string(py::repr(given)) + ".");
    asked_ = py::reinterpret_borrow<py::object>(given);
  }
  FilterOf(const FilterOf&) = delete;
  FilterOf& operator=(const FilterOf&) = delete;

  /// Empty when none was given. Throws Error for more than one thread.
  Function<bool(Ids...)> consider(int threads) {
    if (!asked_) return {};
    if (threads != 1) throw Error("consider is asked on one thread; leave out the option 'threads'.");
    return [this](Ids... ids) {
      if (raised_) return false;
      const py::gil_scoped_acquire lock;
      try {
        return asked_(ids...).template cast<bool>();
      } catch (...) {
        raised_ = std::current_exception();
        return false;
      }
    };
  }
  /// Throws what Python has raised.
  void rethrow() const {
    if (raised_) std::rethrow_exception(raised_);
  }

 private:
  py::object asked_;
  std::exception_ptr raised_;
};

using PairFilter = FilterOf<std::uint32_t, std::uint32_t>;
using HitFilter = FilterOf<std::uint32_t>;

}  // namespace abut::python
