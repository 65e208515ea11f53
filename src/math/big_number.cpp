#include "math/big_number.h"

#include "math/rounding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace abut {

BigNumber::BigNumber(double value) {
  const double fraction = std::frexp(value, &exponent_);
  const auto mantissa = static_cast<std::int64_t>(fraction * 0x1p53);
  exponent_ -= 53;
  if (mantissa == 0) return;
  // Short numbers stay short, and so do their products.
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(mantissa));
  mantissa_ = mantissa / (std::int64_t{1} << zeros);
  exponent_ += zeros;
}

BigNumber operator+(const BigNumber& a, const BigNumber& b) {
  if (a.sign() == 0) return b;
  if (b.sign() == 0) return a;
  const BigNumber &high = a.exponent_ >= b.exponent_ ? a : b, &low = a.exponent_ >= b.exponent_ ? b : a;
  BigNumber result = low;
  result.mantissa_ += high.mantissa_ << (high.exponent_ - low.exponent_);
  return result;
}

BigNumber operator-(const BigNumber& a, const BigNumber& b) {
  BigNumber negated = b;
  negated.mantissa_ = -negated.mantissa_;
  return a + negated;
}

BigNumber operator*(const BigNumber& a, const BigNumber& b) {
  BigNumber result;
  result.mantissa_ = a.mantissa_ * b.mantissa_;
  result.exponent_ = a.exponent_ + b.exponent_;
  return result;
}

Bracket quotient(const BigNumber& a, const BigNumber& b) {
  if (a.sign() == 0) return {0, 0};
  if (a.sign() < 0) {
    const Bracket positive = quotient(-a, b);
    return {-positive.upper, -positive.lower};
  }
  if (b.sign() < 0) {
    const Bracket positive = quotient(a, -b);
    return {-positive.upper, -positive.lower};
  }
  // A quotient of 64 bits at least, of which the first 53 count.
  const int shift = 65 + static_cast<int>(msb(b.mantissa_)) - static_cast<int>(msb(a.mantissa_));
  boost::multiprecision::cpp_int above = a.mantissa_, below = b.mantissa_, rest;
  if (shift > 0)
    above <<= shift;
  else
    below <<= -shift;
  boost::multiprecision::cpp_int digits = above / below;
  const int dropped = static_cast<int>(msb(digits)) - 52;
  digits >>= dropped;
  rest = digits;
  rest <<= dropped;
  rest *= below;
  const bool exact = rest == above;
  const auto whole = static_cast<std::int64_t>(digits);
  const int exponent = a.exponent_ - b.exponent_ - shift + dropped;
  const double lower = std::ldexp(static_cast<double>(whole), exponent);
  const double upper = std::ldexp(static_cast<double>(exact ? whole : whole + 1), exponent);
  // ldexp rounds where numbers are subnormal.
  if (lower < std::numeric_limits<double>::min()) return {lower > 0 ? next_down(lower) : 0, next_up(upper)};
  return {std::min(lower, std::numeric_limits<double>::max()), upper};
}

// The 62 leading bits keep all but 2^-61 of the number; turning them into a double rounds once.
BigNumber::Rounded BigNumber::rounded() const {
  if (sign() == 0) return {0, 0};
  const boost::multiprecision::cpp_int size = abs(mantissa_);
  const int surplus = std::max(0, static_cast<int>(msb(size)) - 61);
  const auto leading = static_cast<double>(static_cast<std::int64_t>(size >> surplus));
  return {sign() < 0 ? -leading : leading, exponent_ + surplus};
}

}  // namespace abut
