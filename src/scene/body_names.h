#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace abut {

/// Names of bodies, and which patterns of allow() they match.
class BodyNames {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  /// The number of the body with a name, or none.
  std::uint32_t find(std::string_view name) const;
  const std::string& operator[](std::uint32_t body) const { return names_[body].name; }
  void add(std::uint32_t body, std::string name);
  void remove(std::uint32_t body);

  void allow(std::string pattern_a, std::string pattern_b);
  /// Those at 2 i and 2 i + 1 are allowed together.
  std::span<const std::string> patterns() const { return patterns_; }
  /// Do two patterns that were allowed together match the two names, in either order?
  bool are_allowed(std::uint32_t a, std::uint32_t b) const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  struct Name {
    std::string name;
    std::vector<std::uint32_t> patterns;  ///< those that match it, sorted
  };

  std::vector<std::string> patterns_;
  std::vector<Name> names_;  ///< by body
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
};

}  // namespace abut
