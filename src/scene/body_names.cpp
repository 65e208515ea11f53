#include "scene/body_names.h"

#include "assembly/glob.h"

#include <algorithm>

namespace abut {

std::uint32_t BodyNames::find(std::string_view name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? none : found->second;
}

void BodyNames::add(std::uint32_t body, std::string name) {
  if (names_.size() <= body) names_.resize(body + 1);
  Name& entry = names_[body];
  entry.patterns.clear();
  for (std::uint32_t i = 0; i < patterns_.size(); ++i)
    if (matches_glob(patterns_[i], name)) entry.patterns.push_back(i);
  numbers_.emplace(name, body);
  entry.name = std::move(name);
}

void BodyNames::remove(std::uint32_t body) {
  numbers_.erase(names_[body].name);
  names_[body] = {};
}

void BodyNames::allow(std::string pattern_a, std::string pattern_b) {
  for (std::string* pattern : {&pattern_a, &pattern_b}) {
    const auto number = static_cast<std::uint32_t>(patterns_.size());
    for (const auto& [name, body] : numbers_)
      if (matches_glob(*pattern, name)) names_[body].patterns.push_back(number);
    patterns_.push_back(std::move(*pattern));
  }
}

bool BodyNames::are_allowed(std::uint32_t a, std::uint32_t b) const {
  if (patterns_.empty()) return false;
  const std::vector<std::uint32_t>&of_a = names_[a].patterns, &of_b = names_[b].patterns;
  if (of_a.empty() || of_b.empty()) return false;
  return std::any_of(of_a.begin(), of_a.end(),
                     [&](std::uint32_t pattern) { return std::binary_search(of_b.begin(), of_b.end(), pattern ^ 1); });
}

}  // namespace abut
