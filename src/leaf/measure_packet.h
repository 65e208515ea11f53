#pragma once

#include "leaf/placed_shape.h"
#include <abut/query.h>

#include <cstdint>

namespace abut {

/// A placement as pairs of triangles are placed by it: its linear part's entries in halves of 26 bits, too.
struct PacketPlacement {
  explicit PacketPlacement(const Placement& at);

  Placement at;
  double high[9], low[9];
};

/// Pairs of triangles of two placed models, side by side, and their distances.
struct MeasurePacket {
  static constexpr int lanes = 8;

  double corners[2][9][lanes];  ///< of the first and of the second triangle, in their models' frames
  // Found:
  double lower[lanes], upper[lanes];  ///< as PairDistance has them
  double weights[2][3][lanes];
};

/// Measures the first `count` pairs the way DistanceTest does most pairs, to the same bits on every instruction set. A
/// bit for each pair that could be measured so; the others need more. Triangles must not be degenerate.
std::uint32_t measure_packet(Simd simd, const PacketPlacement& first, const PacketPlacement& second, int count,
                             MeasurePacket& packet);

}  // namespace abut
