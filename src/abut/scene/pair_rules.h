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

/// Reads pairs, a line each: two patterns; a pattern with blanks stands in double quotes, in which '\"' is a quote; '#'
/// starts a comment. Throws Error with file and line.
std::vector<PairPattern> read_pairs(const std::filesystem::path& file);
/// Reads clearances, a line each: two patterns and a length of 0 or more.
std::vector<PairClearance> read_clearances(const std::filesystem::path& file);

}  // namespace abut
