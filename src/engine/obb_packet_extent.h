#pragma once

#include "engine/obb_packet.h"

#include <cstddef>
#include <span>

namespace abut {

/// Triangles as floats in a model's inner frame: nine a triangle, corner by corner.
struct CornerRun {
  const float* corners;
  std::uint32_t triangles;
};

/// A run of triangles for each lane of a packet; lanes that are not meant have none.
struct PacketRuns {
  const float* corners;  ///< of all triangles, also those in no run; at least one
  std::uint32_t first[ObbPacket::lanes] = {}, count[ObbPacket::lanes] = {};

  CornerRun operator[](int lane) const { return {corners + 9 * std::size_t{first[lane]}, count[lane]}; }
  /// The lanes that have triangles, as bits.
  std::uint32_t lanes() const {
    std::uint32_t bits = 0;
    for (int lane = 0; lane < ObbPacket::lanes; ++lane) bits |= std::uint32_t{count[lane] > 0} << lane;
    return bits;
  }
};

/// Up to four triangles for each lane, side by side. Lanes with fewer repeat their first; what is in lanes without any
/// has no meaning, but is finite and always the same.
struct PacketCorners {
  static constexpr std::uint32_t most_triangles = 4;

  float at[3 * most_triangles][3][ObbPacket::lanes];  ///< [corner][coordinate][lane]
  std::uint32_t count[ObbPacket::lanes];              ///< of triangles
  std::uint32_t triangles;                            ///< the most in any lane

  PacketCorners() = default;
  /// Runs of more than four are taken for empty.
  explicit PacketCorners(const PacketRuns& runs);
};

/// Some boxes of a packet: those whose bits are set.
struct SomeBoxes {
  const ObbPacket* boxes;
  std::uint32_t lanes;
};

/// How far points reach along the axes of each lane's box, from an origin among them.
struct PacketExtents {
  float origin[3][ObbPacket::lanes];
  float low[3][ObbPacket::lanes], high[3][ObbPacket::lanes];

  /// Starts a lane anew, with one point.
  void restart(int lane, const float* point) {
    for (int c = 0; c < 3; ++c) origin[c][lane] = point[c], low[c][lane] = high[c][lane] = 0;
  }
};

/// Grows the extents of one lane, which hold its origin at least, by a run that is not empty.
void grow_extents(const ObbPacket& boxes, int lane, const CornerRun& run, PacketExtents& extents);
/// The same by boxes.
void grow_extents(const ObbPacket& boxes, int lane, std::span<const SomeBoxes> by, PacketExtents& extents);
/// Sets centres and halves of the lanes whose bits are set. Their boxes then bound the points measured and every real
/// point whose coordinates lie within inner_error of doubles that round to those: |coordinates| <= 1.
void store_boxes(const PacketExtents& extents, std::uint32_t lanes, ObbPacket& boxes);

/// Measures a few triangles along the axes of their lanes and sets the boxes of the lanes whose bits are set, as
/// store_boxes does.
void bound_few(const PacketCorners& corners, std::uint32_t lanes, ObbPacket& boxes);
/// Measures the runs along their lanes' axes and sets their boxes, as store_boxes does. Lanes without triangles are
/// left alone.
void bound_runs(const PacketRuns& runs, ObbPacket& boxes);

}  // namespace abut
