#pragma once

// Rays against placed triangles in exact arithmetic that shares no code with the library, and by other formulas: points
// of a plane are clipped by the sides' half planes, and shifts that are too small to be measured are real ones.

#include "property/dyadic.h"
#include <abut/ray.h>

#include <optional>

namespace abut {

class RayOracle {
 public:
  struct Hit {
    property::Ratio t;
    std::uint32_t triangle;
    int side;  ///< the sign of direction . normal of the corners' images
  };

  RayOracle(const Mesh& mesh, const Placement& at);

  /// The first point of each closed triangle on the ray, by t and then by triangle.
  std::vector<Hit> hits(const Ray& ray) const;
  /// Crossings of the ray after a shift by (e, e^2, e^3) with e = 2^-1000. Ordinary coordinates are multiples of 2^-180
  /// and more; what is not 0 among their products of three, and t, is above 2^-700, which is more than e.
  Crossings crossings(const Ray& ray) const;
  bool is_mirrored() const { return is_mirrored_; }

 private:
  using Corners = std::array<property::Point, 3>;
  /// A ball around a triangle, in rounded numbers.
  struct Ball {
    std::array<long double, 3> centre;
    long double radius, slack;
  };
  /// Does the ray's line pass the ball by so far that rounding does not matter? Then the triangle is not looked at.
  bool passes_by(const Ray& ray, const Ball& ball) const;

  std::vector<Corners> triangles_;
  std::vector<Ball> balls_;
  bool is_mirrored_;
};

}  // namespace abut
