#include "assembly/glob.h"

namespace abut {

namespace {

/// How many bytes the character at the front of a text has that is not empty (RFC 3629); 1 where it is not UTF-8.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0xc2 || first > 0xf4) return 1;
  const std::size_t size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (text.size() < size) return 1;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 1;
  // Longer forms than needed, halves of UTF-16 pairs, and what is beyond U+10FFFF.
  if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) || (first == 0xf0 && byte(1) < 0x90) ||
      (first == 0xf4 && byte(1) > 0x8f))
    return 1;
  return size;
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view text) {
  constexpr std::size_t none = std::string_view::npos;
  std::size_t p = 0, t = 0;
  // Where the last star stands and how far its run reaches: only the last one ever needs to grow.
  std::size_t star = none, reached = 0;
  while (t < text.size()) {
    const bool escaped = p + 1 < pattern.size() && pattern[p] == '\\';
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      reached = t;
    } else if (p < pattern.size() && pattern[p] == '?') {
      ++p;
      t += character_size(text.substr(t));
    } else if (p < pattern.size() && pattern[escaped ? p + 1 : p] == text[t]) {
      p += escaped ? 2 : 1;
      ++t;
    } else if (star != none) {
      p = star + 1;
      t = reached += character_size(text.substr(reached));
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

GlobStart start_of_glob(std::string_view pattern) {
  GlobStart start;
  std::size_t p = 0;
  for (; p < pattern.size() && pattern[p] != '*' && pattern[p] != '?'; ++p) {
    if (pattern[p] == '\\' && p + 1 < pattern.size()) ++p;
    start.text += pattern[p];
  }
  start.is_all = p == pattern.size();
  start.star_ends = !start.is_all && pattern.find_first_not_of('*', p) == pattern.npos;
  return start;
}

}  // namespace abut
