#pragma once

#include "math/random.h"
#include <abut/vec3.h>

#include <cstdint>
#include <string>
#include <vector>

namespace abut::bench {

/// Some boxes that change together.
struct CrowdFrame {
  std::vector<std::uint32_t> numbers;
  std::vector<Bounds> boxes;
};

/// Boxes of side 1 in a cube, of which a tenth moves in each frame, and what is special about them.
struct MovingCrowd {
  enum class Kind {
    usual,       ///< any tenth, by up to a fifth of their side
    same_tenth,  ///< always the same ones
    teleports,   ///< any tenth, to anywhere
    one_giant,   ///< beside one box around all
    one_spot,    ///< all boxes touch each other
  };
  static constexpr Kind all_kinds[] = {Kind::usual, Kind::same_tenth, Kind::teleports, Kind::one_giant, Kind::one_spot};

  Kind kind = Kind::usual;
  std::string name;
  std::vector<Bounds> boxes;
  std::vector<CrowdFrame> frames;

  /// So many boxes, which touch one other box each on average.
  MovingCrowd(Kind kind, std::size_t count, int frames, std::uint64_t seed);
  /// Where the boxes are after the last frame.
  std::vector<Bounds> last() const;
};

/// How many pairs of boxes touch: a sweep along x.
std::size_t count_touching(const std::vector<Bounds>& boxes);

}  // namespace abut::bench
