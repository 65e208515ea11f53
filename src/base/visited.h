#pragma once

#include <cstdint>

namespace abut {

/// How a visit of one tree or two went.
struct Visited {
  std::uint64_t volume_tests = 0, triangle_tests = 0;
  bool complete = true;  ///< false when the sink, a flag or a budget ended it
};

}  // namespace abut
