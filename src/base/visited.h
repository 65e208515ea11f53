#pragma once

#include <cstdint>
#include <limits>

namespace abut {

/// How a visit of one tree or two went.
struct Visited {
  std::uint64_t volume_tests = 0, triangle_tests = 0;
  bool complete = true;  ///< false when the sink or the budget ended it
};

/// How a search for the closest triangles went.
struct NearestVisited : Visited {
  /// No pair that was not measured is closer than this, in the world; infinite after an exact search to the end.
  double lower = std::numeric_limits<double>::infinity();
};

}  // namespace abut
