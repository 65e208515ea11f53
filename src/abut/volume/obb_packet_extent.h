#pragma once

#include <abut/volume/obb_packet.h>

namespace abut {

/// Triangles as floats in a model's inner frame: nine a triangle, corner by corner. None: an empty run.
struct CornerRun {
  const float* corners = nullptr;
  std::uint32_t triangles = 0;
};

/// Up to four triangles for each lane, at least one in some lane, side by side. Lanes with fewer repeat their first; an
/// empty one is all zero.
struct PacketCorners {
  static constexpr int most_triangles = 4;

  float at[3 * most_triangles][3][ObbPacket::lanes];  ///< [corner][coordinate][lane]
  int triangles;                                      ///< the most in any lane
  std::uint32_t count[ObbPacket::lanes];

  PacketCorners() = default;
  explicit PacketCorners(const CornerRun (&runs)[ObbPacket::lanes]);
};

/// How far points reach along the axes of each lane's box, from an origin among them.
struct PacketExtents {
  float origin[3][ObbPacket::lanes] = {};
  float low[3][ObbPacket::lanes] = {}, high[3][ObbPacket::lanes] = {};

  void set_origin(int lane, const float* point) {
    for (int c = 0; c < 3; ++c) origin[c][lane] = point[c];
  }
};

/// Grows the extents of one lane, which hold its origin at least, by a run that is not empty.
void grow_extents(const ObbPacket& boxes, int lane, const CornerRun& run, PacketExtents& extents);
/// The same by boxes of another packet: those whose bits are set.
void grow_extents(const ObbPacket& boxes, int lane, const ObbPacket& by, std::uint32_t by_lanes,
                  PacketExtents& extents);
/// Sets centres and halves of the lanes whose bits are set. Their boxes then bound the points measured and every real
/// point whose coordinates lie within inner_error of doubles that round to those: |coordinates| <= 1.
void store_boxes(const PacketExtents& extents, std::uint32_t lanes, ObbPacket& boxes);

/// Measures the runs along their lanes' axes and sets their boxes, as store_boxes does. Lanes without triangles are
/// left alone.
void bound_runs(const CornerRun (&runs)[ObbPacket::lanes], ObbPacket& boxes);

}  // namespace abut
