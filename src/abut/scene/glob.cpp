#include <abut/scene/glob.h>

namespace abut {

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
    } else if (p < pattern.size() &&
               (escaped ? pattern[p + 1] == text[t] : pattern[p] == '?' || pattern[p] == text[t])) {
      p += escaped ? 2 : 1;
      ++t;
    } else if (star != none) {
      p = star + 1;
      t = ++reached;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace abut
