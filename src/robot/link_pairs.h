#pragma once

#include <abut/robot.h>

#include <map>

namespace abut {

/// Pairs of links that may touch.
class LinkPairs {
 public:
  explicit LinkPairs(std::size_t links) : links_(links) {}

  /// In either order; a link and itself are no pair.
  void allow(std::size_t a, std::size_t b, const std::string& reason);
  void forbid(std::size_t a, std::size_t b);
  /// Sorted.
  std::vector<AllowedLinks> list() const;

 private:
  std::size_t key(std::size_t a, std::size_t b) const { return std::min(a, b) * links_ + std::max(a, b); }

  std::size_t links_;
  std::map<std::size_t, std::string> reasons_;
};

/// Allows neighbours: a link with shapes and the next link with shapes above it.
void allow_neighbours(const Figure& figure, LinkPairs& pairs);

}  // namespace abut
