#pragma once

#include "math/short_polynomial.h"
#include <abut/vec3.h>

namespace abut {

/// A real root in [0, 1] of a polynomial, known exactly: a dyadic number, or the only root of a polynomial with simple
/// roots in an open dyadic interval that refine() halves.
class UnitRoot {
 public:
  static UnitRoot at(const Dyadic& number) { return {{}, number, 0}; }
  /// The only root of `of` in (place, place + 1) / 2^scale; the sign is that of `of` just above the interval's lower
  /// end.
  static UnitRoot within(const ShortPolynomial& of, const Dyadic& place, int first_sign) {
    return {of, place, first_sign};
  }

  bool is_dyadic() const { return first_sign_ == 0; }
  /// The sign of a polynomial at the root. Exact. Refines as far as it needs.
  int sign_of(const ShortPolynomial& a);
  /// Halves the interval; does nothing to a dyadic number.
  void refine();
  /// Doubles around it: equal when the root is a double known as such, at best neighbours otherwise.
  Bracket bracket() const;
  /// Refines until the bracket is no wider, or has neighbouring doubles.
  Bracket bracket(double width);

 private:
  UnitRoot(const ShortPolynomial& of, const Dyadic& place, int first_sign)
      : of_(of), place_(place), first_sign_(first_sign) {}

  ShortPolynomial of_;
  Dyadic place_;
  int first_sign_;  // 0: the number place_
};

/// The distinct real roots in [0, 1], ascending. Not of zero.
std::vector<UnitRoot> unit_roots(const ShortPolynomial& a);

}  // namespace abut
