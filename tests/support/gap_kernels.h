#pragma once

#include "engine/gap_box.h"
#include "engine/world_gap.h"
#include <abut/query.h>

namespace abut {

/// The gaps that a search asks for on an instruction set that is available: squares, and a bit for every lane whose
/// square is not above the limit. `scalar` stands for the definition.
struct PacketGapsOn {
  Simd simd;
  bool fused;

  std::uint32_t near_lanes(const GapBox& closed, const ObbPacket& opened, double limit, double* squares) const;
  std::uint32_t near_lanes(const WorldGapFrame& frame, const WorldGapBox& closed, const ObbPacket& opened, double limit,
                           double* squares) const;
  /// The same of a closed box that is its centre alone.
  std::uint32_t near_lanes_of_point(const WorldGapFrame& frame, const WorldGapBox& point, const ObbPacket& opened,
                                    double limit, double* squares) const;
  std::uint32_t near_lanes(const Vec3& point, const ObbPacket& boxes, double limit, double* squares) const;
};

}  // namespace abut
