#pragma once

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

}  // namespace abut
