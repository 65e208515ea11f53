#pragma once

namespace abut {

/// A number in halves of 26 bits, whose products are exact (Veltkamp, Dekker). `Number` is double, or doubles side by
/// side.
template <class Number>
struct Split {
  Number value, high, low;

  Split() = default;
  explicit Split(Number x) : value(x) {
    const Number wide = (0x1p27 + 1) * x;
    high = wide - (wide - x);
    low = x - high;
  }
  /// What rounding takes from a product, which is given rounded.
  Number error_of_product(const Split& other, Number product) const {
    return ((high * other.high - product) + high * other.low + low * other.high) + low * other.low;
  }
};
using SplitNumber = Split<double>;

}  // namespace abut
