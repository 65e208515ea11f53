#include "io/text.h"
#include "io/word_lines.h"
#include <abut/assembly.h>
#include <abut/error.h>

namespace abut {

PairPattern PairPattern::from_text(std::string_view text) {
  std::vector<std::string> pieces(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      pieces.back() += text[i++];
      pieces.back() += text[i];
    } else if (text[i] == ':') {
      pieces.emplace_back();
    } else {
      pieces.back() += text[i];
    }
  }
  if (pieces.size() != 2 || pieces[0].empty() || pieces[1].empty())
    throw Error("a pair of names is two patterns with a colon between them, such as 'bolt*:plate*', but it is " +
                in_quotes(text) + "; write a name's own colon as '\\:'.");
  return {pieces[0], pieces[1]};
}

std::vector<PairPattern> read_pairs(const std::string& file) {
  std::vector<PairPattern> pairs;
  for (WordLines lines(file); lines.next();) {
    const auto& words = lines.words();
    if (words.size() != 2)
      lines.fail("has " + counted(words.size(), "word") +
                 "; a pair is two names or patterns, in double quotes where they have blanks.");
    pairs.push_back({std::string(words[0].text), std::string(words[1].text)});
  }
  return pairs;
}

AllowedPairs read_allowed(const std::string& file) {
  AllowedPairs allowed;
  for (WordLines lines(file); lines.next();) {
    const auto& words = lines.words();
    if (words.size() != 2 && words.size() != 3)
      lines.fail("has " + counted(words.size(), "word") +
                 "; a pair that may clash is two names or patterns, in double quotes where they have blanks, and the "
                 "depth up to which it may, if there is one.");
    PairPattern pairs{std::string(words[0].text), std::string(words[1].text)};
    if (words.size() == 2) {
      allowed.entirely.push_back(std::move(pairs));
      continue;
    }
    const double depth = lines.number(words[2], "the depth");
    if (depth < 0) lines.fail("the depth is " + in_quotes(words[2].text) + "; it cannot be less than 0.");
    allowed.up_to_depth.push_back({std::move(pairs), depth});
  }
  return allowed;
}

std::vector<PairClearance> read_clearances(const std::string& file) {
  std::vector<PairClearance> clearances;
  for (WordLines lines(file); lines.next();) {
    const auto& words = lines.words();
    if (words.size() != 3)
      lines.fail("has " + counted(words.size(), "word") +
                 "; a clearance is two names or patterns, in double quotes where they have blanks, and a length.");
    const double clearance = lines.number(words[2], "the clearance");
    if (clearance < 0) lines.fail("the clearance is " + in_quotes(words[2].text) + "; it cannot be less than 0.");
    clearances.push_back({{std::string(words[0].text), std::string(words[1].text)}, clearance});
  }
  return clearances;
}

}  // namespace abut
