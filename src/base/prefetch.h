#pragma once

#include <cstddef>

#include <hwy/base.h>
#include <hwy/cache_control.h>

namespace abut {

/// Has all cache lines that hold `size` bytes fetched from memory, if they begin with a line.
HWY_INLINE void prefetch_lines(const void* from, std::size_t size) {
  for (std::size_t line = 0; line < size; line += 64) hwy::Prefetch(static_cast<const char*>(from) + line);
}

}  // namespace abut
