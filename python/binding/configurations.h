#pragma once

#include "parts.h"

namespace abut::python {

/// Configurations that stay where numpy has them: one, or one a row.
struct Configurations {
  Doubles array;
  std::size_t dof = 0, count = 0;
  bool is_single = false;

  std::span<const double> all() const { return {array.data(), static_cast<std::size_t>(array.size())}; }
  std::span<const double> operator[](std::size_t i) const;
};
/// From the shape (dof,) or (N, dof), without a copy where they are doubles in C order. Error otherwise.
Configurations configurations_from(py::handle given, std::size_t dof, const char* name);

}  // namespace abut::python
