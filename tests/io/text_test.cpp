#include "io/text.h"

#include "math/random.h"

#include <bit>
#include <charconv>

#include <gtest/gtest.h>

namespace abut {

namespace {

/// None unless all of the text is a number.
std::optional<double> from_chars(const std::string& text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

void expect_the_same(const std::string& text) {
  const std::optional<double> value = short_decimal(text);
  if (!value) return;
  const std::optional<double> expected = from_chars(text);
  ASSERT_TRUE(expected) << text;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(*value), std::bit_cast<std::uint64_t>(*expected)) << text;
}

}  // namespace

TEST(ShortDecimal, IsWhatFromCharsGives) {
  Random random(7);
  std::size_t taken = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text = random.below(2) ? "-" : "";
    const std::size_t digits = 1 + random.below(17), point = random.below(20);
    for (std::size_t digit = 0; digit < digits; ++digit) {
      if (digit == point && digit > 0) text += '.';
      text += static_cast<char>('0' + (random.below(3) ? random.below(10) : 9 * random.below(2)));
    }
    expect_the_same(text);
    taken += short_decimal(text).has_value();
  }
  EXPECT_GT(taken, 150'000u);
  for (const char* text : {"0", "-0", "-0.0", "999999999999999", "0.00000000000001", "-99999999999999.9"}) {
    EXPECT_TRUE(short_decimal(text)) << text;
    expect_the_same(text);
  }
}

TEST(ShortDecimal, LeavesAllElseToOthers) {
  for (const char* text : {"", "-", "+1", "--1", ".5", "5.", "-.5", ".", "1.2.3", "1e3", "nan", "inf", "0x1", "1,5",
                           "1 ", "1234567890123456", "1.5-", "1/2"})
    EXPECT_FALSE(short_decimal(text)) << text;
}

}  // namespace abut
