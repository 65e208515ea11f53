#pragma once

#include "engine/obb_packet.h"
#include <abut/vec3.h>

namespace abut {

/// How the coordinates of a tree at one end of time become those of a query, all within [-1, 1]: scale * x + offset.
struct SweptCoordinates {
  float scale = 1;  ///< a power of two, at most 1
  float offset[3] = {};

  void place(const float (&inner)[3], float (&placed)[3]) const {
    for (int c = 0; c < 3; ++c) placed[c] = inner[c] * scale + offset[c];
  }
};

/// Eight boxes that move: each holds its points at time 0, at time 1, and, as all of them move straight and its axes
/// stay, in between.
struct SweptPacket {
  const ObbPacket* at[2];  ///< by end; the axes are the same
  const SweptCoordinates* coordinates[2];
};

/// How large one of them is at the start, to be compared with others.
inline float size_of(const SweptPacket& boxes, std::uint32_t lane) {
  const auto& half = boxes.at[0]->half;
  return (half[0][lane] + half[1][lane] + half[2][lane]) * boxes.coordinates[0]->scale;
}

/// One of them in the coordinates of the query.
struct SweptBox {
  float axes[3][3];
  float centre[2][3], half[2][3];  ///< by end

  static SweptBox lane_of(const SweptPacket& boxes, std::uint32_t lane);
};

/// The points of a leaf's triangles, each once, and a slab that holds them, at both ends of time. The slab is across
/// the mean of the triangles' normals; it tells more than boxes, as it sees the other leaf's points.
struct SweptLeaf {
  static constexpr int most_points = 4;

  alignas(32) float at[3][2 * most_points];  ///< by axis: at time 0, then at time 1; the first point fills the rest
  float normal[3];                           ///< zero: no slab
  float low[2], high[2];                     ///< of the points along the normal, by end
  bool has_points;                           ///< else there are too many, and nothing is known of it
};

/// A time at which boxes that never meet are said to do so.
inline constexpr float never = 2;

/// A bit for each of eight moving boxes that another may meet until a time, and when they meet at the earliest: the six
/// face axes. By the machine's best instructions; the same bits on all. What it says of lanes that hold no box means
/// nothing.
std::uint32_t meeting_times(const SweptBox& a, const SweptPacket& b, float until, float (&from)[ObbPacket::lanes]);

/// The triangles of two leaves do not meet before this time: tries the slabs of both. By the machine's best
/// instructions; the same bits on all.
float meeting_time(const SweptLeaf& a, const SweptLeaf& b);

/// The slab of a leaf whose points are set, across this direction.
void set_slab(SweptLeaf& leaf, const Vec3& direction);

}  // namespace abut
