#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Amounts as people read them.

namespace abut {

/// "1 contact", "12,345 contacts".
std::string counted_with_commas(std::uint64_t count, std::string_view noun);
/// "12,345".
std::string with_commas(std::uint64_t number);
/// "734 bytes", "12.3 kB", "4.56 MB": three digits, powers of 1000.
std::string as_memory(std::size_t bytes);
/// "83.1 us", "12.0 ms", "3.45 s": three digits.
std::string as_duration(double seconds);

}  // namespace abut
