#pragma once

namespace abut {

/// The float nearest to x, for code that looks at how far it is from x. GCC 12 with -O3 takes a vectorised
/// double(float(x)) for x itself, so that the difference is 0 and what is rounded outward by it is rounded inward.
inline float nearest_float(double x) {
  auto nearest = static_cast<float>(x);
#if defined(__GNUC__) && !defined(__clang__)
  // Says that the number may have been changed here, which it is not.
#if defined(__SSE__)
  asm("" : "+x"(nearest));
#else
  asm("" : "+m"(nearest));
#endif
#endif
  return nearest;
}

}  // namespace abut
