#pragma once

#include "assembly/part_set.h"
#include <abut/assembly.h>

#include <unordered_map>

namespace abut {

/// Which parts of an assembly some patterns describe. Equal patterns are compared with the names once, and a pattern
/// only with names that begin as it does.
class NameMatches {
 public:
  explicit NameMatches(const Assembly& assembly) : assembly_(assembly) {}

  /// What a pattern describes; equal patterns have the same set, which stays where it is.
  const PartSet& parts(const std::string& pattern);

 private:
  std::vector<std::uint32_t> matches_of(const std::string& pattern);

  const Assembly& assembly_;
  std::vector<std::uint32_t> by_name_;  ///< the parts in the order of their names; made for the first that asks
  std::unordered_map<std::string, PartSet> sets_;
};

}  // namespace abut
