#include "math/big_number.h"

#include <algorithm>
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

// The 62 leading bits keep all but 2^-61 of the number; turning them into a double rounds once.
BigNumber::Rounded BigNumber::rounded() const {
  if (sign() == 0) return {0, 0};
  const boost::multiprecision::cpp_int size = abs(mantissa_);
  const int surplus = std::max(0, static_cast<int>(msb(size)) - 61);
  const auto leading = static_cast<double>(static_cast<std::int64_t>(size >> surplus));
  return {sign() < 0 ? -leading : leading, exponent_ + surplus};
}

}  // namespace abut
