// Signs and powers of two by their bits, one number or many side by side; compiled once per instruction set: include
// from sources that Highway's foreach_target.h repeats, or from others for `One`.

#if defined(ABUT_MATH_FLOOR_ROOT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_MATH_FLOOR_ROOT_INL_H_
#undef ABUT_MATH_FLOOR_ROOT_INL_H_
#else
#define ABUT_MATH_FLOOR_ROOT_INL_H_
#endif

#include "math/lanes-inl.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// a with the sign of b.
HWY_INLINE One<double> copy_sign(One<double> a, One<double> b) { return {std::copysign(a.v, b.v)}; }

/// The power of two p with p <= root(a) < 2 p, and its inverse; a is normal and above 0.
HWY_INLINE One<double> floor_root(One<double> a, One<double>& inverse) {
  constexpr std::uint64_t one = std::uint64_t{1023} << 52, exponent = std::uint64_t{2047} << 52;
  const std::uint64_t floor = ((std::bit_cast<std::uint64_t>(a.v) + one) >> 1) & exponent;
  inverse = {std::bit_cast<double>(2 * one - floor)};
  return {std::bit_cast<double>(floor)};
}

#if HWY_TARGET != HWY_SCALAR
template <int most>
HWY_INLINE Lanes<double, most> copy_sign(const Lanes<double, most>& a, const Lanes<double, most>& b) {
  return {hn::CopySign(a.v, b.v)};
}

template <int most>
HWY_INLINE Lanes<double, most> floor_root(const Lanes<double, most>& a, Lanes<double, most>& inverse) {
  const typename Lanes<double, most>::Tag d;
  const hn::RebindToUnsigned<typename Lanes<double, most>::Tag> bits;
  const auto one = hn::Set(bits, std::uint64_t{1023} << 52), exponent = hn::Set(bits, std::uint64_t{2047} << 52);
  const auto floor = hn::And(hn::ShiftRight<1>(hn::Add(hn::BitCast(bits, a.v), one)), exponent);
  inverse = {hn::BitCast(d, hn::Sub(hn::Add(one, one), floor))};
  return {hn::BitCast(d, floor)};
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
