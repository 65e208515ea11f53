#pragma once

#include "parts.h"

namespace abut::python {

/// An assembly, a dict of names and models, or files to read one from, on `threads` threads.
Assembly assembly_from(py::handle object, int threads);

}  // namespace abut::python
