#pragma once

#include "query/placed_solid.h"

#include <cmath>

namespace abut {

/// Balls in which no point is inside of a solid; the radius may be 0, as that of a point of the surface. From a point
/// in the solid it is no farther to the boundary than to any of them. The distance from a ball is convex; large balls
/// beside a round surface see it as almost flat, however many triangles it has.
class OuterBalls {
 public:
  explicit OuterBalls(PlacedSolid& solid) : solid_(solid) {}

  /// A point of the surface.
  std::uint32_t add_point(const Vec3& point) { return add(point, 0); }
  /// Around a point outside of the solid; `at` says how far.
  std::uint32_t add_around(const Vec3& point, const DepthAt& at) { return add(point, -at.upper); }
  /// Beyond the exit of an inner point, about so large; the exit itself where the other side is in the solid.
  std::uint32_t add_beyond(const Vec3& inner, const Vec3& exit, double size) {
    const Vec3 way = exit - inner;
    const double way_length = length(way);
    if (!(way_length > 0)) return add_point(exit);
    const Vec3 centre = exit + way * (size / way_length);
    const DepthAt there = solid_.depth(centre);
    return there.upper < 0 ? add_around(centre, there) : add_point(exit);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(balls_.size()); }
  double radius(std::uint32_t ball) const { return balls_[ball].radius; }
  /// Of a point from a ball, rounded.
  double distance(std::uint32_t ball, const Vec3& point) const {
    return length(point - balls_[ball].centre) - balls_[ball].radius;
  }
  /// Is a point about this close to a ball, or closer?
  bool is_closer(std::uint32_t ball, const Vec3& point, double limit) const {
    const Vec3 way = point - balls_[ball].centre;
    const double reach = limit + balls_[ball].radius;
    return dot(way, way) <= reach * std::abs(reach);
  }

 private:
  struct Ball {
    Vec3 centre;
    double radius = 0;
  };
  std::uint32_t add(const Vec3& centre, double radius) {
    balls_.push_back({centre, radius});
    return static_cast<std::uint32_t>(balls_.size() - 1);
  }

  PlacedSolid& solid_;
  std::vector<Ball> balls_;
};

/// A ball inside of a solid, which tells of other points that they are inside, too.
struct InnerBall {
  Vec3 centre;
  double radius = 0;

  /// What nearest() said of a point, with the right sign. The ball becomes that around the point, if it is inside.
  DepthAt with_side(PlacedSolid& solid, const Vec3& point, DepthAt at) {
    // The last part covers the rounding.
    if (length(point - centre) < 0.99 * radius)
      at.is_inside = at.is_within = true;
    else
      at = solid.with_side(point, at);
    if (at.is_inside) centre = point, radius = at.lower;
    return at;
  }
};

}  // namespace abut
