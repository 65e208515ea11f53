#pragma once

namespace abut {

// A quarter of a turn, pi / 2, in three parts. The first two have 33 bits, so that their products with whole numbers
// below 2^20 are doubles; what the third leaves out is below 2^-119.
inline constexpr double quarter_1 = 0x1.921fb544p+0, quarter_2 = 0x1.0b4611a6p-34, quarter_3 = 0x1.3198a2e037073p-69;
inline constexpr double quarters_per_angle = 0x1.45f306dc9c883p-1;

}  // namespace abut
