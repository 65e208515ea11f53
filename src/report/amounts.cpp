#include "report/amounts.h"

#include <array>

#include <fmt/format.h>

namespace abut {

namespace {

/// Three significant digits with the largest unit that leaves at least 1 before the point.
template <std::size_t n>
std::string with_unit(double value, const std::array<std::string_view, n>& units) {
  std::size_t unit = 0;
  for (; unit + 1 < n && value >= 999.5; ++unit) value /= 1000;
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

}  // namespace

std::string with_commas(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string result;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) result += ',';
    result += digits[i];
  }
  return result;
}

std::string counted_with_commas(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
}

std::string as_memory(std::size_t bytes) {
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  return with_unit(static_cast<double>(bytes) / 1000, std::array<std::string_view, 3>{"kB", "MB", "GB"});
}

std::string as_duration(double seconds) {
  return with_unit(seconds * 1e6, std::array<std::string_view, 3>{"us", "ms", "s"});
}

}  // namespace abut
