#include "math/big_number.h"

#include <cmath>
#include <cstdint>

namespace abut {

BigNumber::BigNumber(double value) {
  const double fraction = std::frexp(value, &exponent_);
  mantissa_ = static_cast<std::int64_t>(fraction * 0x1p53);
  exponent_ -= 53;
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

}  // namespace abut
