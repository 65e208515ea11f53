#include "rounding.h"

#include <array>
#include <charconv>

namespace abut::bench {

namespace {

// Volatile, as g++ 12.2 at -O3 turns pairs of such conversions, there and back, into none.
double as_float(double value) {
  const volatile float nearest = static_cast<float>(value);
  return static_cast<double>(nearest);
}

double with_six_digits(double value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 6).ptr;
  double read = 0;
  std::from_chars(text.data(), end, read);
  return read;
}

}  // namespace

Placement rounded(const Placement& at, Rounding rounding) {
  const auto one = [&](double value) {
    return rounding == Rounding::to_float ? as_float(value) : with_six_digits(value);
  };
  std::array<double, 12> rows;
  for (int i = 0; i < 3; ++i) {
    const auto row = static_cast<std::size_t>(4 * i);
    for (int j = 0; j < 3; ++j) rows[row + static_cast<std::size_t>(j)] = one(at.linear(i, j));
    rows[row + 3] = one(at.shift[i]);
  }
  return Placement::from_rows(rows);
}

std::vector<PlacementPair> rounded(std::span<const PlacementPair> placements, Rounding rounding) {
  std::vector<PlacementPair> result;
  result.reserve(placements.size());
  for (const PlacementPair& at : placements) result.push_back({rounded(at.a, rounding), rounded(at.b, rounding)});
  return result;
}

}  // namespace abut::bench
