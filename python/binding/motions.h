#pragma once

#include "keywords.h"
#include <abut/motion.h>

namespace abut::python {

/// An abut.Motion: the motion, and the call that made it, by which it is pickled.
struct MadeMotion {
  Motion motion;
  std::string maker;    ///< the function of abut.Motion; empty: the class itself
  py::tuple arguments;  ///< what was read of the arguments, not the caller's own arrays
  py::dict options;
};

/// A motion: an abut.Motion, or a placement, where the model stays; None is the identity.
Motion motion_from(py::handle object, const char* name);

/// One motion for all of a batch, or a list of them.
struct Motions {
  Motions(py::handle object, const char* argument);
  const Motion& operator[](std::size_t index) const { return all[is_many ? index : 0]; }

  std::vector<Motion> all;
  bool is_many = false;
};

/// The option `during`: a tuple (begin, end).
TimeSpan take_during(Keywords& options, const TimeSpan& otherwise);

}  // namespace abut::python
