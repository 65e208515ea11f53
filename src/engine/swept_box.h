#pragma once

#include "engine/obb_packet.h"
#include <abut/vec3.h>

#include <array>

namespace abut {

/// A box that moves: it holds its points at time 0, at time 1, and, as all of them move straight, in between. For each
/// end and axis the negated low side and the high side, so that the larger of two numbers holds both. Coordinates are
/// within [-1, 1].
struct SweptBox {
  static constexpr int sides = 12;
  static constexpr int low(int end, int axis) { return 3 * end + axis; }
  static constexpr int high(int end, int axis) { return 6 + 3 * end + axis; }

  std::array<float, sides> side;
};

/// Eight of them side by side.
struct alignas(32) SweptPacket {
  static constexpr int lanes = ObbPacket::lanes;
  float side[SweptBox::sides][lanes];

  SweptBox lane(std::uint32_t i) const {
    SweptBox box;
    for (int k = 0; k < SweptBox::sides; ++k) box.side[k] = side[k][i];
    return box;
  }
};

/// The points of a leaf's triangles, each once, and a slab that holds them, at both ends of time. The slab is across
/// the mean of the triangles' normals; where surfaces are nearly parallel it tells more than a box.
struct SweptLeaf {
  static constexpr int most_points = 8;

  alignas(32) float at[2][3][most_points];  ///< by end and axis; the first point fills the rest
  float normal[3];                          ///< zero: no slab
  float low[2], high[2];                    ///< of the points along the normal
};

/// A time at which boxes that never meet are said to do so.
inline constexpr float never = 2;

/// Two moving boxes do not meet before this time.
float meeting_time(const SweptBox& a, const SweptBox& b);
/// The same for eight boxes, by the machine's best instructions; the same bits.
void meeting_times(const SweptBox& a, const SweptPacket& b, float (&from)[SweptPacket::lanes]);

/// Are the triangles of two leaves apart from time 0 to `until`? Tries the slabs of both. Errs to no. By the machine's
/// best instructions, with the same answer on all.
bool slabs_apart(const SweptLeaf& a, const SweptLeaf& b, float until);

/// The slab of a leaf whose points are set, across this direction.
void set_slab(SweptLeaf& leaf, const Vec3& direction);

}  // namespace abut
