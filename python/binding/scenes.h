#pragma once

#include <pybind11/pybind11.h>

namespace abut::python {

/// abut.Scene and what it returns.
void add_scenes(pybind11::module_& module);

}  // namespace abut::python
