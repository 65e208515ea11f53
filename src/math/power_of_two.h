#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace abut {

/// A power of two above a positive number, at most twice as large.
inline double power_of_two_at_least(double x) {
  // An ordinary number's exponent, one more: frexp and ldexp take as long as the rest of a bound.
  if (x >= 0x1p-1000 && x <= 0x1p1000)
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(x) & 0x7ff0000000000000u) + 0x0010000000000000u);
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, exponent);
}

}  // namespace abut
