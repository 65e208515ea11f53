#include "assembly/pair_table.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace abut {

PairTable::PairTable(const PairRules& rules, const Assembly& assembly)
    : parts_(assembly.parts().size()),
      clearance_(rules.clearance),
      largest_(rules.clearance),
      names_(assembly),
      clearances_(parts_),
      only_(parts_),
      ignore_(parts_),
      allowed_(parts_) {
  for (const PairClearance& rule : rules.clearances) {
    add(rule.pairs, clearances_);
    clearance_of_.push_back(rule.clearance);
    largest_ = std::max(largest_, rule.clearance);
  }
  for (const PairPattern& pattern : rules.only) add(pattern, only_);
  for (const PairPattern& pattern : rules.ignore) add(pattern, ignore_);
  for (const PairAllowance& rule : rules.allowed) {
    add(rule.pairs, allowed_);
    depth_of_.push_back(rule.depth);
  }
  make_groups(rules);
}

void PairTable::add(const PairPattern& pattern, CoveredPairs& covered) {
  const PartSet &a = names_.parts(pattern.a), &b = names_.parts(pattern.b);
  covered.add(a, b);
  // A single part that both describe makes no pair.
  bool same = a.size() == 1 && b.size() == 1;
  if (same) a.for_each([&](std::uint32_t part) { same = b.contains(part); });
  if (a.size() == 0 || b.size() == 0 || same) unmatched_.push_back("'" + pattern.a + "' and '" + pattern.b + "'");
}

void PairTable::make_groups(const PairRules& rules) {
  std::set<std::pair<const PartSet*, const PartSet*>> known;
  for (std::size_t i = rules.clearances.size(); i-- > 0;) {
    const PairPattern& pattern = rules.clearances[i].pairs;
    const PartSet *few = &names_.parts(pattern.a), *many = &names_.parts(pattern.b);
    if (few->size() > many->size() || (few->size() == many->size() && few > many)) std::swap(few, many);
    // Pairs that a later line names, too, have its clearance.
    if (few->size() == 0 || !known.emplace(few, many).second) continue;
    groups_.push_back({clearance_of_[i], static_cast<std::uint32_t>(i), few, many});
    if (few->is_everything()) return;
  }
  const PartSet& all = names_.parts("*");
  groups_.push_back({clearance_, std::nullopt, &all, &all});
}

bool PairTable::is_checked(std::size_t a, std::size_t b) const {
  const auto first = static_cast<std::uint32_t>(a), second = static_cast<std::uint32_t>(b);
  return (only_.empty() || only_.covers(first, second)) && !ignore_.covers(first, second);
}

double PairTable::clearance(std::size_t a, std::size_t b) const {
  const auto rule = clearances_.last(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
  return rule ? clearance_of_[*rule] : clearance_;
}

double PairTable::allowed_depth(std::size_t a, std::size_t b) const {
  const auto rule = allowed_.last(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
  return rule ? depth_of_[*rule] : 0;
}

bool PairTable::is_in(const Group& group, std::uint32_t a, std::uint32_t b) const {
  return clearances_.last(a, b) == group.rule && is_checked(a, b);
}

// Row by row; parts of which the same is said share theirs.
std::uint64_t PairTable::checked_pairs(const BudgetWatch& watch) const {
  const std::uint64_t all = std::uint64_t{parts_} * (parts_ - std::min<std::size_t>(1, parts_)) / 2;
  if (only_.empty() && ignore_.empty()) return all;
  std::vector<std::uint32_t> order(parts_);
  std::iota(order.begin(), order.end(), 0u);
  const auto compare = [&](std::uint32_t a, std::uint32_t b) {
    const auto by_only = only_.compare_rows(a, b);
    return by_only != 0 ? by_only : ignore_.compare_rows(a, b);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return compare(a, b) < 0; });
  std::uint64_t twice = 0;
  for (std::size_t first = 0, last; first < parts_; first = last) {
    if (watch.is_over_now()) break;
    for (last = first + 1; last < parts_ && compare(order[first], order[last]) == 0;) ++last;
    twice += checked_with(std::span(order).subspan(first, last - first));
  }
  return twice / 2;
}

/// With how many parts those of one row are checked, all together.
std::uint64_t PairTable::checked_with(std::span<const std::uint32_t> same) const {
  PartBits wanted(parts_), ignored(parts_);
  if (only_.empty())
    groups_.back().many->add_to(wanted);
  else
    only_.add_row(same[0], wanted);
  ignore_.add_row(same[0], ignored);
  std::uint64_t count = wanted.count_without(ignored) * same.size();
  // A part makes no pair with itself.
  for (std::uint32_t part : same) count -= wanted[part] && !ignored[part];
  return count;
}

}  // namespace abut
