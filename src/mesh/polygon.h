#pragma once

#include "mesh/flat_point.h"
#include <abut/mesh.h>

namespace abut {

/// Cuts polygons into triangles. A polygon of n corners gives n - 2, which cover what it bounds, also where it is
/// concave or touches itself. A fan around the first corner stays a fan wherever it does that, as it does for every
/// convex polygon, unless the polygon has more than `largest_fan` corners: so many triangles are not put on one corner.
///
/// The corners need not lie in a plane. They are looked at along the axis that the polygon faces most, and where its
/// sides seem to cross, along the others that it faces; what is decided there is decided exactly. A polygon whose sides
/// cross in all of them cannot be cut; where they cross by no more than 2^-20 of its size, which is rounding, it mostly
/// can.
class PolygonCutter {
 public:
  static constexpr std::size_t largest_fan = 128;

  /// `fan` are the n - 2 triangles of the fan around a polygon's first corner, as points' indices; cuts the polygon
  /// anew where the fan is not right. False, with the fan as it was, when the polygon crosses itself.
  bool cut(std::span<const Vec3> points, std::span<Triangle> fan);

 private:
  enum class Outcome { done, flat, crosses };
  Outcome cut_along(int axis, bool mirrored, std::span<Triangle> fan);

  std::vector<std::uint32_t> indices_;
  std::vector<Vec3> corners_;
  std::vector<FlatPoint> flat_;
};

}  // namespace abut
