#include "assembly/covered_pairs.h"

namespace abut {

void CoveredPairs::append(Words& words, std::uint32_t rule) {
  if (words.empty() || words.back().index != rule / 64) words.push_back({rule / 64, 0});
  words.back().bits |= std::uint64_t{1} << (rule % 64);
}

std::int64_t CoveredPairs::last_common(const Words& x, const Words& y) {
  for (std::size_t i = x.size(), j = y.size(); i > 0 && j > 0;) {
    const Word &of_x = x[i - 1], &of_y = y[j - 1];
    if (of_x.index == of_y.index && (of_x.bits & of_y.bits) != 0)
      return 64 * std::int64_t{of_x.index} + 63 - std::countl_zero(of_x.bits & of_y.bits);
    i -= of_x.index >= of_y.index;
    j -= of_y.index >= of_x.index;
  }
  return none;
}

template <class Visit>
void CoveredPairs::for_each(const Words& words, Visit&& visit) {
  for (const Word& word : words)
    for (std::uint64_t rest = word.bits; rest != 0; rest &= rest - 1)
      visit(64 * std::size_t{word.index} + static_cast<std::size_t>(std::countr_zero(rest)));
}

void CoveredPairs::add(const PartSet& a, const PartSet& b) {
  const auto rule = static_cast<std::uint32_t>(rules_.size());
  rules_.push_back({&a, &b});
  if (a.is_everything() && b.is_everything()) {
    everything_ = rule;
  } else if (a.is_everything() || b.is_everything()) {
    (a.is_everything() ? b : a).for_each([&](std::uint32_t part) { whole_[part] = rule; });
  } else {
    a.for_each([&](std::uint32_t part) { append(rules_of_[part].first, rule); });
    b.for_each([&](std::uint32_t part) { append(rules_of_[part].second, rule); });
  }
}

std::optional<std::uint32_t> CoveredPairs::last(std::uint32_t a, std::uint32_t b) const {
  if (rules_.empty()) return std::nullopt;
  const PartRules &of_a = rules_of_[a], &of_b = rules_of_[b];
  const std::int64_t last = std::max(
      {everything_, whole_[a], whole_[b], last_common(of_a.first, of_b.second), last_common(of_a.second, of_b.first)});
  return last == none ? std::nullopt : std::optional(static_cast<std::uint32_t>(last));
}

void CoveredPairs::add_row(std::uint32_t part, PartBits& row) const {
  const bool is_whole = everything_ != none || whole_[part] != none;
  for (std::uint32_t other = 0; other < whole_.size(); ++other)
    if (is_whole || whole_[other] != none) row.set(other);
  if (is_whole) return;
  for_each(rules_of_[part].first, [&](std::size_t rule) { rules_[rule].b->add_to(row); });
  for_each(rules_of_[part].second, [&](std::size_t rule) { rules_[rule].a->add_to(row); });
}

std::strong_ordering CoveredPairs::compare_rows(std::uint32_t a, std::uint32_t b) const {
  const auto by_whole = (whole_[a] != none) <=> (whole_[b] != none);
  return by_whole != 0 ? by_whole : rules_of_[a] <=> rules_of_[b];
}

}  // namespace abut
