#pragma once

#include "shape/shape_data.h"

#include <array>
#include <limits>

namespace abut {

/// A ball around a slice of a shape, and a ball in the shape about the same centre. In the shape's own frame.
struct CoverBall {
  static constexpr double none = -std::numeric_limits<double>::infinity();

  Vec3 centre;
  double outer = none;  ///< the radius around the slice of the core and what it encloses
  double inner = none;  ///< all points closer than this are inside the core's surface, if that is closed
};

/// Balls that together hold every point of a core and all that it encloses; radii of shapes are not counted.
struct BallCover {
  static constexpr int most = 8;

  std::array<CoverBall, most> balls;
};

/// Nothing for cores that are too small, too large or unbounded. Takes time in proportion to the triangles, most of it
/// for the balls inside.
std::optional<BallCover> cover_of(const Shape& shape, bool with_inner = true);

}  // namespace abut
