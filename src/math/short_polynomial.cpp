#include "math/short_polynomial.h"

#include <utility>

namespace abut {

BigInteger shifted(const BigInteger& a, int bits) { return a << bits; }

ShortPolynomial operator+(const ShortPolynomial& a, const ShortPolynomial& b) {
  ShortPolynomial result;
  for (int i = 0; i <= ShortPolynomial::most_degree; ++i) result[i] = a[i] + b[i];
  return result;
}

ShortPolynomial operator-(const ShortPolynomial& a, const ShortPolynomial& b) {
  ShortPolynomial result;
  for (int i = 0; i <= ShortPolynomial::most_degree; ++i) result[i] = a[i] - b[i];
  return result;
}

ShortPolynomial operator*(const ShortPolynomial& a, const ShortPolynomial& b) {
  ShortPolynomial result;
  const int degree_a = a.degree(), degree_b = b.degree();
  for (int i = 0; i <= degree_a; ++i)
    for (int j = 0; j <= degree_b; ++j) result[i + j] += a[i] * b[j];
  return result;
}

namespace {

// Numbers grow with every division; a common power of two is taken out, which is quick, rather than all that is common.
void shorten(ShortPolynomial& a) {
  unsigned common = ~0u;
  for (int i = 0; i <= ShortPolynomial::most_degree; ++i)
    if (!a[i].is_zero()) common = std::min(common, lsb(BigInteger(abs(a[i]))));
  if (common == ~0u || common == 0) return;
  for (int i = 0; i <= ShortPolynomial::most_degree; ++i) a[i] /= BigInteger(1) << common;
}

struct PseudoDivision {
  ShortPolynomial quotient, remainder;  // c a = quotient b + remainder with some number c that is not 0
};

PseudoDivision divide(const ShortPolynomial& a, const ShortPolynomial& b) {
  PseudoDivision result{{}, a};
  const int degree = b.degree();
  for (int top; (top = result.remainder.degree()) >= degree;) {
    const BigInteger factor = result.remainder[top];
    ShortPolynomial &rest = result.remainder, &quotient = result.quotient;
    for (int i = 0; i <= ShortPolynomial::most_degree; ++i) rest[i] *= b[degree], quotient[i] *= b[degree];
    for (int i = 0; i <= degree; ++i) rest[top - degree + i] -= factor * b[i];
    quotient[top - degree] += factor;
  }
  return result;
}

}  // namespace

ShortPolynomial common_divisor(ShortPolynomial a, ShortPolynomial b) {
  while (!b.is_zero()) {
    ShortPolynomial rest = divide(a, b).remainder;
    shorten(rest);
    a = std::exchange(b, rest);
  }
  return a;
}

ShortPolynomial with_simple_roots(const ShortPolynomial& a) {
  ShortPolynomial derivative;
  for (int i = 1; i <= ShortPolynomial::most_degree; ++i) derivative[i - 1] = a[i] * i;
  if (derivative.is_zero()) return a;
  const ShortPolynomial repeated = common_divisor(a, derivative);
  if (repeated.degree() == 0) return a;
  ShortPolynomial result = divide(a, repeated).quotient;
  shorten(result);
  return result;
}

int sign_at(const ShortPolynomial& a, const Dyadic& t) {
  // Horner's scheme for a(t) 2^(degree scale).
  const int degree = a.degree();
  if (degree < 0) return 0;
  BigInteger sum = a[degree];
  for (int i = degree - 1; i >= 0; --i) sum = sum * t.place + shifted(a[i], (degree - i) * t.scale);
  return sum.sign();
}

std::array<BigInteger, 4> bernstein(const ShortPolynomial& a, int degree, const Dyadic& t) {
  // Of a((place + s) / 2^scale) 2^(degree scale) in powers of s, by repeated synthetic division.
  std::array<BigInteger, 4> c;
  for (int i = 0; i <= degree; ++i) c[i] = shifted(a[i], (degree - i) * t.scale);
  for (int i = 0; i < degree; ++i)
    for (int j = degree - 1; j >= i; --j) c[j] += t.place * c[j + 1];
  // Coefficient j is the sum of c_i (j over i) / (degree over i); times 3, 2 or 1 all are integers.
  switch (degree) {
    case 3:
      return {c[0] * 3, c[0] * 3 + c[1], c[0] * 3 + c[1] * 2 + c[2], (c[0] + c[1] + c[2] + c[3]) * 3};
    case 2:
      return {c[0] * 2, c[0] * 2 + c[1], (c[0] + c[1] + c[2]) * 2, 0};
    default:
      return {c[0], degree == 1 ? c[0] + c[1] : BigInteger(0), 0, 0};
  }
}

}  // namespace abut
