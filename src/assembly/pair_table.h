#pragma once

#include "assembly/covered_pairs.h"
#include "assembly/name_matches.h"
#include "base/budget_watch.h"
#include <abut/assembly.h>

namespace abut {

/// The rules, looked up for an assembly once: each pattern is compared with the names once, and asking for a pair looks
/// only at the rules that name its parts.
class PairTable {
 public:
  PairTable(const PairRules& rules, const Assembly& assembly);
  PairTable(const PairTable&) = delete;
  PairTable& operator=(const PairTable&) = delete;

  bool is_checked(std::size_t a, std::size_t b) const;
  double clearance(std::size_t a, std::size_t b) const;
  /// How deep in each other they may be.
  double allowed_depth(std::size_t a, std::size_t b) const;
  /// The largest clearance of any rule.
  double largest_clearance() const { return largest_; }
  /// How many pairs of parts are checked; too few when the budget is over meanwhile.
  std::uint64_t checked_pairs(const BudgetWatch& watch = {}) const;
  /// The patterns that match no pair of parts, in words: "'bolt*:plate*'".
  const std::vector<std::string>& unmatched() const { return unmatched_; }

  /// Pairs with one clearance. All pairs of parts are divided among the groups.
  struct Group {
    double clearance = 0;
    /// Which rule gives the clearance; none: no rule does.
    std::optional<std::uint32_t> rule;
    /// Every pair of the group has a part of the first set and one of the second, but not all such pairs are in it.
    const PartSet *few = nullptr, *many = nullptr;
  };
  /// The groups that may have a pair; the last one is about all parts.
  const std::vector<Group>& groups() const { return groups_; }
  /// Is the pair checked, and of this group?
  bool is_in(const Group& group, std::uint32_t a, std::uint32_t b) const;

 private:
  void add(const PairPattern& pattern, CoveredPairs& covered);
  void make_groups(const PairRules& rules);
  std::uint64_t checked_with(std::span<const std::uint32_t> same) const;

  std::size_t parts_;
  double clearance_, largest_;
  NameMatches names_;
  CoveredPairs clearances_, only_, ignore_, allowed_;
  std::vector<double> clearance_of_, depth_of_;  ///< for each rule
  std::vector<Group> groups_;
  std::vector<std::string> unmatched_;
};

}  // namespace abut
