#pragma once

// Included by .cpp files only, so that Boost stays out of what users compile.

#include <abut/vec3.h>

#include <boost/multiprecision/cpp_int.hpp>

namespace abut {

/// An exact number mantissa * 2^exponent of any size, for the ends of the range where expansions over- or underflow.
class BigNumber {
 public:
  BigNumber() = default;
  /// Exact for every finite value.
  explicit BigNumber(double value);

  /// -1, 0 or 1.
  int sign() const { return mantissa_.sign(); }

  friend BigNumber operator+(const BigNumber& a, const BigNumber& b);
  friend BigNumber operator-(const BigNumber& a, const BigNumber& b);
  friend BigNumber operator*(const BigNumber& a, const BigNumber& b);
  friend BigNumber operator*(const BigNumber& a, double b) { return a * BigNumber(b); }
  friend BigNumber operator-(const BigNumber& a) { return BigNumber() - a; }
  friend BigNumber compressed(const BigNumber& a) { return a; }
  /// The real a / b, b not 0, and the doubles around it: equal when it is one, else neighbours, or but for subnormals
  /// not farther apart than that. Beyond the largest double the upper one is infinite.
  friend Bracket quotient(const BigNumber& a, const BigNumber& b);

 private:
  boost::multiprecision::cpp_int mantissa_ = 0;
  int exponent_ = 0;
};

}  // namespace abut
