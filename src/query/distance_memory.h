#pragma once

#include "engine/near_front.h"
#include <abut/distance.h>

#include <optional>

namespace abut {

/// The closest pair of the last query: triangles as the search of the trees names them, and how far apart they were.
struct RememberedPair {
  std::uint32_t a, b;
  double upper;
};

struct DistanceCache::Memory {
  /// Forgets everything unless it is about these very models.
  void serve(std::uint64_t stamp_a, std::uint64_t stamp_b);

  std::optional<RememberedPair> pair;
  NearFront front;

 private:
  std::uint64_t a_ = 0, b_ = 0;  ///< stamps
};

}  // namespace abut
