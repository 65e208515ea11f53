#include <abut/error.h>
#include <abut/io/text.h>
#include <abut/scene/glob.h>
#include <abut/scene/pair_rules.h>
#include <abut/scene/word_lines.h>

#include <algorithm>

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
                quoted(text) + "; write a name's own colon as '\\:'.");
  return {pieces[0], pieces[1]};
}

std::vector<PairPattern> read_pairs(const std::filesystem::path& file) {
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

std::vector<PairClearance> read_clearances(const std::filesystem::path& file) {
  std::vector<PairClearance> clearances;
  for (WordLines lines(file); lines.next();) {
    const auto& words = lines.words();
    if (words.size() != 3)
      lines.fail("has " + counted(words.size(), "word") +
                 "; a clearance is two names or patterns, in double quotes where they have blanks, and a length.");
    const double clearance = lines.number(words[2], "the clearance");
    if (clearance < 0) lines.fail("the clearance is " + quoted(words[2].text) + "; it cannot be less than 0.");
    clearances.push_back({{std::string(words[0].text), std::string(words[1].text)}, clearance});
  }
  return clearances;
}

PairTable::PairTable(const PairRules& rules, const Assembly& assembly)
    : parts_(assembly.parts().size()), clearance_(rules.clearance), largest_(rules.clearance) {
  for (const PairClearance& rule : rules.clearances) {
    clearances_.push_back(match_of(rule.pairs, assembly));
    clearances_.back().clearance = rule.clearance;
    largest_ = std::max(largest_, rule.clearance);
  }
  for (const PairPattern& pattern : rules.only) only_.push_back(match_of(pattern, assembly));
  for (const PairPattern& pattern : rules.ignore) ignore_.push_back(match_of(pattern, assembly));
}

PairTable::Match PairTable::match_of(const PairPattern& pattern, const Assembly& assembly) {
  Match match;
  std::size_t in_a = 0, in_b = 0, in_both = 0;
  for (const AssemblyPart& part : assembly.parts()) {
    match.a.push_back(matches_glob(pattern.a, part.name));
    match.b.push_back(matches_glob(pattern.b, part.name));
    in_a += match.a.back(), in_b += match.b.back(), in_both += match.a.back() && match.b.back();
  }
  // A single part that both describe makes no pair.
  if (in_a == 0 || in_b == 0 || (in_a == 1 && in_b == 1 && in_both == 1))
    unmatched_.push_back("'" + pattern.a + "' and '" + pattern.b + "'");
  return match;
}

bool PairTable::is_checked(std::size_t a, std::size_t b) const {
  const auto covers = [&](const Match& match) { return match.covers(a, b); };
  if (!only_.empty() && std::none_of(only_.begin(), only_.end(), covers)) return false;
  return std::none_of(ignore_.begin(), ignore_.end(), covers);
}

double PairTable::clearance(std::size_t a, std::size_t b) const {
  for (std::size_t i = clearances_.size(); i-- > 0;)
    if (clearances_[i].covers(a, b)) return clearances_[i].clearance;
  return clearance_;
}

std::uint64_t PairTable::checked_pairs() const {
  if (only_.empty() && ignore_.empty()) return std::uint64_t{parts_} * (parts_ - std::min<std::size_t>(1, parts_)) / 2;
  std::uint64_t count = 0;
  for (std::size_t a = 0; a < parts_; ++a)
    for (std::size_t b = a + 1; b < parts_; ++b) count += is_checked(a, b);
  return count;
}

}  // namespace abut
