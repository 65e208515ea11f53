#pragma once

#include <cstdint>
#include <unordered_set>

namespace abut::classic {

/// Pairs of triangles that were tested already: tiles bring the same pair more than once.
class SeenPairs {
 public:
  /// Only where triangles are tiled are pairs remembered; otherwise every pair is new.
  explicit SeenPairs(bool tiled) : tiled_(tiled) {}

  bool is_new(std::uint32_t a, std::uint32_t b) { return !tiled_ || pairs_.insert(std::uint64_t{a} << 32 | b).second; }

 private:
  bool tiled_;
  std::unordered_set<std::uint64_t> pairs_;
};

}  // namespace abut::classic
