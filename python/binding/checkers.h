#pragma once

#include <abut/edge.h>

#include <memory>
#include <optional>

#include <pybind11/pybind11.h>

namespace abut::python {

namespace py = pybind11;

/// A checker and what it was made from.
struct BoundChecker {
  explicit BoundChecker(CheckerSetup from) : setup(std::move(from)), checker(setup) {}

  CheckerSetup setup;
  Checker checker;
  std::optional<EdgeChecker> edges{};  ///< made when it is first asked for

  const EdgeChecker& edge_checker() {
    if (!edges) edges.emplace(checker);
    return *edges;
  }
  py::tuple names(CheckedPair pair) const { return py::make_tuple(checker.names()[pair.a], checker.names()[pair.b]); }
};

/// An answer about an edge or a curve, which can still be asked for its clearance.
struct Edge {
  std::shared_ptr<BoundChecker> checker;
  std::vector<double> from, to;
  EdgeAnswer answer;
  std::optional<EdgeClearance> clearance{};
  std::optional<JointCurve> curve{};
};

struct NamedDistance {
  std::string a, b;
  CheckedDistance found;
};

}  // namespace abut::python
