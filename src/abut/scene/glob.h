#pragma once

#include <string>
#include <string_view>

namespace abut {

/// Does the pattern describe the whole text? '*' stands for any run of bytes, '?' for one byte, '\' takes the byte
/// behind it as it is; capitals matter. Takes time of the order of both lengths multiplied, whatever the pattern.
bool matches_glob(std::string_view pattern, std::string_view text);

}  // namespace abut
