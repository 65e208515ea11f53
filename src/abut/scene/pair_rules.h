#pragma once

#include <abut/scene/assembly.h>

#include <string>
#include <string_view>

namespace abut {

/// Names a set of pairs: one part's name is described by one pattern, the other's by the other, in either order. See
/// matches_glob() for patterns.
struct PairPattern {
  std::string a, b;

  /// "bolt*:plate*"; '\:' is a colon of a name. Throws Error when there is not one colon between two patterns.
  static PairPattern from_text(std::string_view text);
};

/// Pairs that may not come closer than `clearance`.
struct PairClearance {
  PairPattern pairs;
  double clearance = 0;
};

/// Which pairs of parts are checked, and how far apart they must be.
struct PairRules {
  double clearance = 0;                   ///< asked for where no other rule says more
  std::vector<PairClearance> clearances;  ///< the last one that matches counts
  std::vector<PairPattern> only;          ///< when there are any, pairs that match none are left out
  std::vector<PairPattern> ignore;        ///< pairs that match one are left out
};

/// Reads pairs, a line each: two patterns; a pattern with blanks stands in double quotes; '#' starts a comment. Throws
/// Error with file and line.
std::vector<PairPattern> read_pairs(const std::filesystem::path& file);
/// Reads clearances, a line each: two patterns and a length of 0 or more.
std::vector<PairClearance> read_clearances(const std::filesystem::path& file);

/// The rules, looked up for an assembly once, so that asking for a pair does not compare names.
class PairTable {
 public:
  PairTable(const PairRules& rules, const Assembly& assembly);

  bool is_checked(std::size_t a, std::size_t b) const;
  double clearance(std::size_t a, std::size_t b) const;
  /// The largest clearance of any rule.
  double largest_clearance() const { return largest_; }
  /// How many pairs of parts are checked.
  std::uint64_t checked_pairs() const;
  /// The patterns that match no pair of parts, in words: "'bolt*:plate*'".
  const std::vector<std::string>& unmatched() const { return unmatched_; }

 private:
  /// For each part, whether either pattern describes it.
  struct Match {
    std::vector<char> a, b;
    double clearance = 0;
    bool covers(std::size_t i, std::size_t j) const { return (a[i] && b[j]) || (a[j] && b[i]); }
  };
  Match match_of(const PairPattern& pattern, const Assembly& assembly);

  std::size_t parts_;
  double clearance_, largest_;
  std::vector<Match> clearances_, only_, ignore_;
  std::vector<std::string> unmatched_;
};

}  // namespace abut
