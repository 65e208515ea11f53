#pragma once

#include "leaf/triangle_pair.h"
#include "math/world_frame.h"

namespace abut {

/// Bounds the distances of triangle pairs of two placed models from below in the world's frame and in double, many at a
/// time: any placements, any sizes, however far apart. Made once per query.
struct WorldFilter {
  /// A placed model's triangles in the order of its tree's leaves. All of it outlives the filter.
  struct Side {
    WorldFrame::Side side;
    const Vec3* points;
    const Triangle* triangles;
    const std::uint32_t* order;
    double edge_error = 0;  ///< no side's image is off by more

    /// Nine inner coordinates, corner by corner, each `step` numbers after the last.
    void load_inner(std::uint32_t place, double* to, int step) const {
      const Triangle& triangle = triangles[order[place]];
      for (int k = 0; k < 3; ++k) {
        const Vec3 inner = (points[triangle[k]] - side.centre) * side.over_inner_unit;
        for (int c = 0; c < 3; ++c) to[(3 * k + c) * step] = inner[c];
      }
    }
  };

  /// No point of A or B is farther than `reach` from its inner frame's origin.
  WorldFilter(const WorldFrame& frame, const LeafGeometry& a, const std::uint32_t* order_a, const LeafGeometry& b,
              const std::uint32_t* order_b, const double (&reach)[2]);

  static constexpr bool is_usable() { return true; }

  Side sides[2];
  Vec3 shift;           ///< of B's inner frame
  double offset_error;  ///< the way from a corner of A to one of B is off by no more
};

}  // namespace abut
