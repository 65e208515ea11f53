#include "math/unit_root.h"

#include "math/rounding.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

// The signs of Bernstein coefficients over an interval. As many roots are inside as the signs change, or fewer by an
// even number; without a change and with one there is no choice.
struct Signs {
  int first = 0, last = 0;  // of those that are not 0: of the polynomial just inside the lower and the upper end
  int changes = 0;
};

Signs signs_over(const ShortPolynomial& a, int degree, const Dyadic& place) {
  const std::array<BigInteger, 4> coefficients = bernstein(a, degree, place);
  Signs signs;
  for (int i = 0; i <= degree; ++i) {
    const int sign = coefficients[i].sign();
    if (sign == 0) continue;
    if (signs.first == 0) signs.first = sign;
    signs.changes += signs.last * sign < 0;
    signs.last = sign;
  }
  return signs;
}

Dyadic halved(const Dyadic& place, int upper) { return {shifted(place.place, 1) + upper, place.scale + 1}; }

// Appends the roots inside an interval, ascending. Ends: two simple roots are some way apart, and of a small enough
// interval the signs change no more often than there are roots (the two-circle theorem).
void append_roots(const ShortPolynomial& a, int degree, const Dyadic& place, std::vector<UnitRoot>& roots) {
  const Signs signs = signs_over(a, degree, place);
  if (signs.changes == 1) roots.push_back(UnitRoot::within(a, place, signs.first));
  if (signs.changes < 2) return;
  append_roots(a, degree, halved(place, 0), roots);
  const Dyadic middle = halved(place, 1);
  if (sign_at(a, middle) == 0) roots.push_back(UnitRoot::at(middle));
  append_roots(a, degree, middle, roots);
}

// The doubles next to a dyadic number in [0, 1].
Bracket rounded(const Dyadic& number) {
  if (number.place.is_zero()) return {0, 0};
  // Doubles have 53 bits, none below 2^-1074.
  const int cut = std::max({static_cast<int>(msb(number.place)) - 52, number.scale - 1074, 0});
  const BigInteger top = number.place >> cut;
  const double lower = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(top)), cut - number.scale);
  return {lower, shifted(top, cut) == number.place ? lower : next_up(lower)};
}

}  // namespace

std::vector<UnitRoot> unit_roots(const ShortPolynomial& a) {
  // Roots count as often as they are repeated: with one change of sign there is one, and it is simple.
  const bool is_simple = signs_over(a, a.degree(), {0, 0}).changes < 2;
  const ShortPolynomial simple = is_simple ? a : with_simple_roots(a);
  std::vector<UnitRoot> roots;
  if (sign_at(simple, {0, 0}) == 0) roots.push_back(UnitRoot::at({0, 0}));
  append_roots(simple, simple.degree(), {0, 0}, roots);
  if (sign_at(simple, {1, 0}) == 0) roots.push_back(UnitRoot::at({1, 0}));
  return roots;
}

void UnitRoot::refine() {
  if (is_dyadic()) return;
  const Dyadic middle = halved(place_, 1);
  const int sign = sign_at(of_, middle);
  place_ = sign == first_sign_ || sign == 0 ? middle : halved(place_, 0);
  if (sign == 0) first_sign_ = 0;
}

int UnitRoot::sign_of(const ShortPolynomial& a) {
  const int degree = a.degree();
  if (degree < 0) return 0;
  if (degree == 0) return a[0].sign();
  // A root that both have is found out for certain once some halvings have not told a sign.
  constexpr int halvings_before_division = 6;
  for (int halvings = 0;; ++halvings, refine()) {
    if (is_dyadic()) return sign_at(a, place_);
    const Signs signs = signs_over(a, degree, place_);
    if (signs.changes == 0) return signs.first;
    if (halvings != halvings_before_division) continue;
    const ShortPolynomial common = common_divisor(of_, a);
    // It divides a polynomial with one simple root in the interval: its sign changes if and only if it has that root.
    const Signs ends = signs_over(common, common.degree(), place_);
    if (ends.first != ends.last) return 0;
  }
}

Bracket UnitRoot::bracket() const {
  if (is_dyadic()) return rounded(place_);
  return {rounded(place_).lower, rounded({place_.place + 1, place_.scale}).upper};
}

Bracket UnitRoot::bracket(double width) {
  for (;; refine()) {
    const Bracket found = bracket();
    if (found.upper - found.lower <= width || next_up(found.lower) >= found.upper || is_dyadic()) return found;
  }
}

}  // namespace abut
