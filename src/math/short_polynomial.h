#pragma once

// Included by .cpp files only, so that Boost stays out of what users compile.

#include <array>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

namespace abut {

/// An integer of any size; up to 512 bits it needs no memory of its own.
using BigInteger =
    boost::multiprecision::number<boost::multiprecision::cpp_int_backend<512>, boost::multiprecision::et_off>;

/// a 2^bits. Not to be inlined where g++ 12 knows how long the number is: it then warns of what cannot happen.
BigInteger shifted(const BigInteger& a, int bits);

/// A polynomial of degree 3 or less with integer coefficients.
class ShortPolynomial {
 public:
  static constexpr int most_degree = 3;

  ShortPolynomial() = default;
  /// constant + slope t.
  ShortPolynomial(const BigInteger& constant, const BigInteger& slope) : coefficients_{constant, slope} {}

  /// -1 of the zero polynomial.
  int degree() const {
    int degree = most_degree;
    while (degree >= 0 && coefficients_[degree].is_zero()) --degree;
    return degree;
  }
  bool is_zero() const { return degree() < 0; }
  const BigInteger& operator[](int power) const { return coefficients_[power]; }
  BigInteger& operator[](int power) { return coefficients_[power]; }

  friend ShortPolynomial operator+(const ShortPolynomial& a, const ShortPolynomial& b);
  friend ShortPolynomial operator-(const ShortPolynomial& a, const ShortPolynomial& b);
  /// The degrees sum to 3 or less.
  friend ShortPolynomial operator*(const ShortPolynomial& a, const ShortPolynomial& b);

 private:
  std::array<BigInteger, most_degree + 1> coefficients_;
};

/// A polynomial of the highest degree that divides both, up to a constant factor. Not both are zero.
ShortPolynomial common_divisor(ShortPolynomial a, ShortPolynomial b);
/// A polynomial with the same roots, each of them simple. Not of zero.
ShortPolynomial with_simple_roots(const ShortPolynomial& a);

/// place / 2^scale.
struct Dyadic {
  BigInteger place = 0;
  int scale = 0;
};
int sign_at(const ShortPolynomial& a, const Dyadic& t);

/// Bernstein coefficients over [place, place + 1] / 2^scale times a positive number, as many as the degree and one.
std::array<BigInteger, 4> bernstein(const ShortPolynomial& a, int degree, const Dyadic& place);

}  // namespace abut
