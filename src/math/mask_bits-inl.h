// Which lanes of a vector mask are set, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats.

#if defined(ABUT_MATH_MASK_BITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_MATH_MASK_BITS_INL_H_
#undef ABUT_MATH_MASK_BITS_INL_H_
#else
#define ABUT_MATH_MASK_BITS_INL_H_
#endif

#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The lanes of a mask as bits, the first lane the lowest one; for masks of up to eight lanes.
template <class D, class M>
HWY_INLINE std::uint32_t bits_of(D d, M mask) {
  static_assert(hn::MaxLanes(D()) <= 8);
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  std::uint32_t bits = bytes[0];
#if HWY_COMPILER_GCC_ACTUAL && HWY_ARCH_X86
  // g++ 12 keeps such a number in a mask register of AVX-512, and when it runs out of those writes one byte of it to
  // memory and reads four. In a general register it is whole.
  asm("" : "+r"(bits));
#endif
  return bits;
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
