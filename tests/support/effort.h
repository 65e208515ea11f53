#pragma once

#include <cstdlib>
#include <string_view>

namespace abut {

/// Is this built with a sanitizer? Those look at memory and threads rather than at answers and make everything many
/// times as slow, so the longest comparisons with an oracle are cut short under them.
#ifdef ABUT_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// How many of so many things to try.
constexpr int tries(int count) { return sanitized ? (count + 9) / 10 : count; }

/// Are the longest tests run in full? scripts/campaign_tests asks for it; scripts/test runs a part of them.
inline bool in_full() {
  const char* effort = std::getenv("ABUT_EFFORT");
  return effort && std::string_view(effort) == "full";
}

/// How many of so many things one of the longest tests tries.
inline int long_tries(int count) { return in_full() ? tries(count) : (tries(count) + 2) / 3; }

}  // namespace abut
