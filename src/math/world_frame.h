#pragma once

#include "math/inner_frame.h"

namespace abut {

/// Two placed models in one frame: the world's directions, seen from A's placed centre. Lengths there are the world's
/// over `unit`, whatever the placements do to them.
struct WorldFrame {
  /// Frame point = linear * inner point + shift.
  struct Side {
    /// As it stands: only entries below 2^-1000 are rounded, by less than 2^-1070. None is above 1.
    Matrix3 linear;
    double entry = 0;            ///< the largest entry's magnitude
    double unlike = 1;           ///< bounds what the map does to one length over what it does to an equal one
    Vec3 shift;                  ///< of the inner frame's origin
    double shift_error = 0;      ///< per coordinate
    Vec3 centre;                 ///< of the inner frame
    double over_inner_unit = 1;  ///< one over its unit

    /// Within 4.1u of its terms, and the shift's error.
    Vec3 placed(const Vec3& inner) const { return linear * inner + shift; }
  };

  Side sides[2];
  double unit = 0;  ///< a power of two; 0 where numbers end, and then nothing here means anything

  bool is_usable() const { return unit > 0; }
};

/// What a map does to one length over what it does to another, at most.
double unlike_of(const Stretch& stretch);

/// `stretches` are those of the placements' linear parts.
WorldFrame world_frame(const InnerFrame& a, const Placement& at_a, const InnerFrame& b, const Placement& at_b,
                       const RelativePlacement& b_in_a, const std::array<Stretch, 2>& stretches);

}  // namespace abut
