// Sines and cosines side by side, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats. N is Lanes or One of doubles that are not fused: the bits are those of math/sine.h
// everywhere.

#if defined(ABUT_MATH_SINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_MATH_SINES_INL_H_
#undef ABUT_MATH_SINES_INL_H_
#else
#define ABUT_MATH_SINES_INL_H_
#endif

#include "math/lanes-inl.h"
#include "math/quarter_turns.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

// Step by step as in math/sine.cpp, which says why.
template <class N>
HWY_INLINE N sine_of_small(const N& r) {
  const N minus_s = -(r * r);
  N sum = N::all(0);
  for (int n = 16; n >= 2; n -= 2) sum = (N::all(1) + sum) * (minus_s * N::all(1.0 / (n * (n + 1))));
  return r + r * sum;
}
template <class N>
HWY_INLINE N cosine_of_small(const N& r) {
  const N s = r * r;
  N sum = N::all(0);
  for (int n = 15; n >= 3; n -= 2) sum = (N::all(1) + sum) * (-s * N::all(1.0 / (n * (n + 1))));
  return N::all(1) - (s * N::all(0.5)) * (N::all(1) + sum);
}

/// sine_and_cosine() of several angles.
template <class N>
HWY_INLINE void sines_and_cosines(const N& angle, N& sine, N& cosine) {
  const N k = nearest_whole(angle * N::all(quarters_per_angle));
  const N r = ((angle - k * N::all(quarter_1)) - k * N::all(quarter_2)) - k * N::all(quarter_3);
  const N s = sine_of_small(r), c = cosine_of_small(r);
  const N turn = k - N::all(4) * floor(k * N::all(0.25));
  const auto is_odd = (turn == N::all(1)) | (turn == N::all(3));
  const N sine_size = select(is_odd, c, s), cosine_size = select(is_odd, s, c);
  sine = select(turn < N::all(2), sine_size, -sine_size);
  cosine = select((turn == N::all(1)) | (turn == N::all(2)), -cosine_size, cosine_size);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
