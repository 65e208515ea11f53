#pragma once

#include "assembly/clash_pieces.h"
#include "clash_report.h"

#include <chrono>
#include <mutex>
#include <optional>

#include <pybind11/pybind11.h>

namespace abut::python {

namespace py = pybind11;

/// What clash() was asked. The report of the run is not there yet.
struct ClashTask {
  ClashRun run;
  PairRules rules;
  ClashOptions options;
};

/// What clash() returns, once the report is there; warns of what is doubtful.
SharedRun finished(ClashRun run, ClashReport report, std::chrono::steady_clock::time_point start);

/// A clash whose pairs several processes check: each has one of these, by a pickle.
class SharedClash {
 public:
  SharedClash(ClashTask task, std::chrono::steady_clock::time_point start) : task_(std::move(task)), start_(start) {}

  const ClashTask& task() const { return task_; }

  /// With pairs checked by check(pairs) and findings measured by measure(findings, what), functions of Python that have
  /// it done by the functions below.
  SharedRun run(const py::function& check, const py::function& measure) const;
  /// For pairs of the shape (N, 2): the state of a ClashPiece.
  py::object check(const py::object& pairs);
  /// For states of findings: those of their severities. what: 'depth' or 'volume'.
  py::list measure(const py::list& findings, const std::string& what);

 private:
  ClashPieces& pieces();

  ClashTask task_;
  std::chrono::steady_clock::time_point start_;
  std::optional<ClashPieces> pieces_;  ///< made when it is first asked for
  std::mutex mutex_;
};

void add_shared_clash(py::module_& module);

}  // namespace abut::python
