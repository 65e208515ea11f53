#pragma once

namespace abut {

/// The sine and cosine of an angle.
struct SineCosine {
  double sine, cosine;
};

/// Angles beyond this are not taken: more than 160 000 turns.
inline constexpr double largest_angle = 0x1p20;

/// Each within 2^-51 of the real one, and the same bits on every machine, which libm's are not; |angle| is at most
/// largest_angle. Of an angle within pi/4 the sine is also within 2^-51 of itself.
SineCosine sine_and_cosine(double angle);

}  // namespace abut
