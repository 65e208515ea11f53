#pragma once

#include <cstdint>

namespace abut::cli {

/// What all threads of the program have worked so far; other programs on the machine do not count.
std::int64_t worked_nanoseconds();

}  // namespace abut::cli
