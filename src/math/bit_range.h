#pragma once

#include <abut/vec3.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace abut {

/// Nonzero numbers that were included are multiples of 2^low and smaller than 2^high.
struct BitRange {
  int low = 1 << 20;
  int high = -(1 << 20);

  void include(double x) {
    if (x == 0) return;
    const int exponent = std::max(1, static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff));
    low = std::min(low, exponent - 1075);
    high = std::max(high, exponent - 1022);
  }
  void include(const Vec3& v) { include(v.x), include(v.y), include(v.z); }
  void include(const Matrix3& m) {
    for (double entry : m.entries) include(entry);
  }
  void include(const BitRange& other) { low = std::min(low, other.low), high = std::max(high, other.high); }
  bool empty() const { return low > high; }
};

}  // namespace abut
