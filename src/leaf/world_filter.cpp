#include "leaf/world_filter.h"

namespace abut {

// Errors as lengths of vectors; u = 2^-53, e the largest entry of a map, which is given as it stands, s = e reach. The
// image of a vector is at most 3e times as long, and so is that of the magnitudes of its coordinates.
//   An inner corner x is off by u |x|, the way between two of them by 2u reach + 2u reach: 12us in the image. Three
//   products a coordinate, summed: 3.1u of them, 3.1u 3e 2 reach = 18.6us. In all less than 31us.
//   The way between first corners: 3us + 9.3us for each model, their difference and its sum with the shift u each of
//   3s + 3s and the shift: less than 32u (s + s) + 4u |shift|.
// What underflows is below 2^-1060.
WorldFilter::WorldFilter(const WorldFrame& frame, const LeafGeometry& a, const std::uint32_t* order_a,
                         const LeafGeometry& b, const std::uint32_t* order_b, const double (&reach)[2])
    : sides{{frame.sides[0], a.points.data(), a.triangles.data(), order_a},
            {frame.sides[1], b.points.data(), b.triangles.data(), order_b}},
      shift(frame.sides[1].shift) {
  double sizes = 0;
  for (int i = 0; i < 2; ++i) {
    const double size = sides[i].side.entry * reach[i];
    sides[i].edge_error = 0x1p-48 * size + 0x1p-1050;
    sizes += size;
  }
  offset_error = 0x1p-48 * sizes + 0x1p-50 * largest(abs(shift)) + 1.75 * frame.sides[1].shift_error + 0x1p-1050;
}

}  // namespace abut
