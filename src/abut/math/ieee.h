#pragma once

// Exact decisions rest on IEEE 754 doubles, rounded once per operation, to nearest. Builds that give this up are
// refused here rather than answered wrongly later.

#include <cfloat>
#include <limits>

#if defined(__FAST_MATH__)
#error "abut cannot be built with -ffast-math or -Ofast: its answers rest on IEEE arithmetic."
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "abut cannot be built with -ffinite-math-only: NaN must read as 'maybe'."
#endif
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "abut cannot be built with -funsafe-math-optimizations or its parts: its sums must be added as written."
#endif
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "abut needs doubles computed as doubles: build for SSE2 or better (-mfpmath=sse), not x87."
#endif

namespace abut {

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);

/// Half a unit in the last place of 1: the relative error of one rounded operation is at most this.
inline constexpr double unit_roundoff = 0x1p-53;

/// Coordinates and placement entries may be as large as this; larger ones are refused with an Error.
inline constexpr double largest_input = 0x1p300;

}  // namespace abut
