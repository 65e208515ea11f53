#include "mesh/flat_point.h"

#include "math/exact_orientation.h"

namespace abut {

int turn_of(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
  if (a == b || b == c || c == a) return 0;
  // Each product is off by at most three roundings and their difference by one more, together below (3 + 16 r) r of the
  // products' sum, with r = 2^-53 (Shewchuk 1997, section 4.2). Below 2^-900 underflow may count.
  const double left = (b.u - a.u) * (c.v - a.v), right = (b.v - a.v) * (c.u - a.u);
  const double turn = left - right, sum = std::abs(left) + std::abs(right), bound = 4 * unit_roundoff * sum;
  if (sum > 0x1p-900 && std::abs(turn) > bound) return turn > 0 ? 1 : -1;
  static constexpr Placement here;
  const Vec3 p{a.u, a.v, 0}, q{b.u, b.v, 0}, r{c.u, c.v, 0};
  return exact_orientation2d({&p, &here}, {&q, &here}, {&r, &here}, 2);
}

}  // namespace abut
