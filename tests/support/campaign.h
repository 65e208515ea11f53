#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace abut {

/// What every campaign can be told: a seed, the number of threads, a file for its report.
struct CampaignOptions {
  std::uint64_t seed = 1;
  unsigned threads = 2;
  std::string out;
};

/// Reads the whole text as a number; false when it is none.
template <class Number>
bool read_number(std::string_view text, Number& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size();
}

/// Reads "--seed S --threads T --out FILE" and the one option of a campaign's own, which says how much it does. False
/// when the arguments are wrong.
template <class Count>
bool read_campaign(int count, char** arguments, std::string_view own, Count& amount, CampaignOptions& options) {
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = arguments[i], value = arguments[i + 1];
    const bool good = name == own           ? read_number(value, amount) && amount > 0
                      : name == "--seed"    ? read_number(value, options.seed)
                      : name == "--threads" ? read_number(value, options.threads) && options.threads > 0
                                            : name == "--out" && !(options.out = value).empty();
    if (!good) return false;
  }
  return count % 2 == 1;
}

/// Prints a report, and writes it where the options say; false, with a sentence on the standard error, when it cannot.
bool tell(const std::string& report, const CampaignOptions& options, const char* campaign);

}  // namespace abut
