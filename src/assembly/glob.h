#pragma once

#include <string>
#include <string_view>

namespace abut {

/// Does the pattern describe the whole text? '*' stands for any run of characters, '?' for one, '\' takes the character
/// behind it as it is; capitals matter. A character is one of UTF-8; where the text is not UTF-8, each byte is one.
/// Takes time of the order of both lengths multiplied, whatever the pattern.
bool matches_glob(std::string_view pattern, std::string_view text);

/// What every text that a pattern describes begins with.
struct GlobStart {
  std::string text;
  bool is_all = false;     ///< the pattern has no '*' and no '?': it describes this text alone
  bool star_ends = false;  ///< behind it comes a '*' and nothing else: all texts that begin like this are described
};
GlobStart start_of_glob(std::string_view pattern);

}  // namespace abut
