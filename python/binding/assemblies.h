#pragma once

#include "parts.h"

namespace abut::python {

/// An assembly, a dict of names and models, or files to read one from, on `threads` threads.
Assembly assembly_from(py::handle object, int threads);

/// The names of these files; none for what is no file.
std::vector<std::string> input_names(py::handle object);

}  // namespace abut::python
