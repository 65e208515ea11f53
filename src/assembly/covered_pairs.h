#pragma once

#include "assembly/part_set.h"

#include <compare>
#include <optional>

namespace abut {

/// The pairs of parts that a list of rules covers. A rule names two sets of parts and covers the pairs with one part of
/// each. Asking for a pair looks at the rules that name its parts alone, 64 of them at once; a set that holds every
/// part costs nothing per part.
class CoveredPairs {
 public:
  /// For parts 0 .. count - 1.
  explicit CoveredPairs(std::size_t count) : rules_of_(count), whole_(count, none) {}

  /// Appends a rule. The sets are not copied.
  void add(const PartSet& a, const PartSet& b);

  bool empty() const { return rules_.empty(); }
  /// Which rule covers the pair: the last one that does.
  std::optional<std::uint32_t> last(std::uint32_t a, std::uint32_t b) const;
  bool covers(std::uint32_t a, std::uint32_t b) const { return last(a, b).has_value(); }

  /// Adds the parts that are covered together with a part; itself may or may not be among them.
  void add_row(std::uint32_t part, PartBits& row) const;
  /// Orders parts so that those with equal rows stand together.
  std::strong_ordering compare_rows(std::uint32_t a, std::uint32_t b) const;

 private:
  static constexpr std::int64_t none = -1;
  /// 64 rules of which at least one is meant.
  struct Word {
    std::uint32_t index = 0;
    std::uint64_t bits = 0;
    friend auto operator<=>(const Word&, const Word&) = default;
  };
  using Words = std::vector<Word>;
  /// The rules whose first set, and whose second one, holds a part.
  struct PartRules {
    Words first, second;
    friend auto operator<=>(const PartRules&, const PartRules&) = default;
  };
  struct Rule {
    const PartSet *a, *b;
  };

  static void append(Words& words, std::uint32_t rule);
  static std::int64_t last_common(const Words& x, const Words& y);
  template <class Visit>
  static void for_each(const Words& words, Visit&& visit);

  std::vector<Rule> rules_;
  std::vector<PartRules> rules_of_;  ///< for each part; rules without a set that holds every part
  std::vector<std::int64_t> whole_;  ///< for each part, the last rule that covers it with every other part
  std::int64_t everything_ = none;   ///< the last rule that covers all pairs
};

}  // namespace abut
