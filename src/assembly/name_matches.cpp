#include "assembly/name_matches.h"

#include "assembly/glob.h"

#include <algorithm>
#include <numeric>

namespace abut {

const PartSet& NameMatches::parts(const std::string& pattern) {
  const auto known = sets_.find(pattern);
  if (known != sets_.end()) return known->second;
  return sets_.emplace(pattern, PartSet(matches_of(pattern), assembly_.parts().size())).first->second;
}

std::vector<std::uint32_t> NameMatches::matches_of(const std::string& pattern) {
  const GlobStart start = start_of_glob(pattern);
  std::vector<std::uint32_t> matches;
  if (start.is_all) {
    if (const auto part = assembly_.find(start.text)) matches.push_back(static_cast<std::uint32_t>(*part));
    return matches;
  }
  const auto name = [&](std::uint32_t part) -> std::string_view { return assembly_.parts()[part].name; };
  if (by_name_.empty()) {
    by_name_.resize(assembly_.parts().size());
    std::iota(by_name_.begin(), by_name_.end(), 0u);
    std::sort(by_name_.begin(), by_name_.end(), [&](std::uint32_t a, std::uint32_t b) { return name(a) < name(b); });
  }
  const auto beginning = [&](std::uint32_t part) { return name(part).substr(0, start.text.size()); };
  const auto first = std::partition_point(by_name_.begin(), by_name_.end(),
                                          [&](std::uint32_t part) { return beginning(part) < start.text; });
  const auto last =
      std::partition_point(first, by_name_.end(), [&](std::uint32_t part) { return beginning(part) == start.text; });
  std::copy_if(first, last, std::back_inserter(matches),
               [&](std::uint32_t part) { return start.star_ends || matches_glob(pattern, name(part)); });
  std::sort(matches.begin(), matches.end());
  return matches;
}

}  // namespace abut
