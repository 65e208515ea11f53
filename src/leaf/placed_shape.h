#pragma once

#include "leaf/triangle_pair.h"
#include "math/split_number.h"

#include <array>

namespace abut {

/// Where a point of a triangle lies: a weight per corner, each >= 0, summing to 1 up to rounding.
using Weights = std::array<double, 3>;

/// The weights of corner i.
constexpr Weights at_corner(int i) {
  Weights weights{};
  weights[i] = 1;
  return weights;
}
/// A part t of the way from corner i to the next.
constexpr Weights on_side(int i, double t) {
  Weights weights{};
  weights[i] = 1 - t;
  weights[i == 2 ? 0 : i + 1] = t;
  return weights;
}

/// A placed triangle by its model's corners; all outlive it.
struct PlacedTriangle {
  std::array<const Vec3*, 3> corners;
  const Placement* at;
};

/// A triangle's image as its corners and sides seen from its corner 0, and where that one lies in the world.
struct PlacedShape {
  TriangleForm form = TriangleForm::point;
  std::array<Vec3, 3> corners;                  ///< the first is 0
  std::array<Vec3, 3> sides;                    ///< from corner i to corner i + 1 mod 3; rounded from the corners
  std::array<double, 3> squares, over_squares;  ///< of the sides' lengths, and their inverses
  double size_square = 0;                       ///< the largest of the squares
  double corner_dot = 0, over_area = 0;         ///< corner 1 times corner 2; one over four times the area's square
  double reach = 0;                             ///< the largest coordinate of a corner
  Vec3 error;                                   ///< no coordinate of a corner is off by more
  Vec3 high, low;                               ///< corner 0 in the world is the sum of both
  double origin_error = 0;                      ///< up to this, per coordinate

  Vec3 at(const Weights& w) const { return corners[1] * w[1] + corners[2] * w[2]; }
  /// Sides that matter to the form are first_side() up to, not including, end_side().
  int first_side() const { return form == TriangleForm::segment_12 ? 1 : form == TriangleForm::segment_20 ? 2 : 0; }
  int end_side() const {
    return form == TriangleForm::triangle ? 3 : form == TriangleForm::point ? 0 : first_side() + 1;
  }
  /// The longest side's number.
  int longest_side() const { return squares[0] == size_square ? 0 : squares[1] == size_square ? 1 : 2; }
  /// The longest side's length, rounded; also where its square would overflow or vanish.
  double size() const;
  /// All lengths times a power of two; the world's corner is left as it is.
  void scale(double factor);
  /// Fills sides and what follows from the corners.
  void measure_sides();
};

/// A placed model whose triangles are measured. Remembers the last one: pairs tend to come with one side the same.
class PlacedSide {
 public:
  PlacedSide(const LeafGeometry& geometry, const Placement& at);

  /// The image of a triangle; valid until the next call.
  const PlacedShape& shape(std::uint32_t triangle) {
    if (triangle != loaded_) load(triangle);
    return shape_;
  }
  PlacedTriangle triangle(std::uint32_t i) const { return {{&point(i, 0), &point(i, 1), &point(i, 2)}, &at_}; }
  const Vec3& point(std::uint32_t triangle, int corner) const {
    return geometry_.points[geometry_.triangles[triangle][corner]];
  }
  const LeafGeometry& geometry() const { return geometry_; }
  const Placement& at() const { return at_; }

 private:
  void load(std::uint32_t triangle);
  void place_origin(const Vec3& corner);
  void place_accurately(std::uint32_t triangle, int corner);

  LeafGeometry geometry_;
  Placement at_;
  Matrix3 magnitudes_;  // of the linear part's entries
  std::array<SplitNumber, 9> linear_;
  std::uint32_t loaded_ = ~std::uint32_t{0};
  PlacedShape shape_;
};

/// The way from a's corner 0 to b's; no coordinate is off by more than that of `error`.
struct PlacedWay {
  Vec3 value, error;
};
/// Both triangles are loaded.
PlacedWay way_between(PlacedSide& a, std::uint32_t triangle_a, PlacedSide& b, std::uint32_t triangle_b);

}  // namespace abut
