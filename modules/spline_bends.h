#pragma once

#include <optional>
#include <vector>

#include <BRepAdaptor_Curve.hxx>
#include <BRepAdaptor_Surface.hxx>

namespace abut {

/// Bounds of the lengths of a surface's second derivatives by its parameters.
struct Bends {
  double uu = 0, uv = 0, vv = 0;

  /// How far the surface may be from the linear interpolation between the corners of a triangle of parameters that is
  /// so wide along each. With e_i the vectors from a point to the corners, Taylor's theorem gives half the sum of their
  /// shares times (uu e_u^2 + 2 uv |e_u e_v| + vv e_v^2), and the variance of numbers in an interval is a quarter of
  /// the square of its width at most.
  double off(double wide_u, double wide_v) const {
    return (uu * wide_u * wide_u + 2 * uv * wide_u * wide_v + vv * wide_v * wide_v) / 8;
  }
};

/// The second derivatives of a spline surface, piece by piece.
class SplineBends {
 public:
  /// None for surfaces that are neither B-splines nor Bezier surfaces, and for those with a kink.
  static std::optional<SplineBends> of(const BRepAdaptor_Surface& surface);
  /// Over a rectangle of parameters, from its least to its largest corner; none where it is not on the surface.
  std::optional<Bends> over(const gp_Pnt2d& least, const gp_Pnt2d& largest) const;

 private:
  std::vector<double> knots_u_, knots_v_;
  std::vector<Bends> pieces_;  ///< v runs first
};

/// A bound of the length of the second derivative of an edge's curve between two parameters; none for curves of which
/// nothing is known.
std::optional<double> bend_between(const BRepAdaptor_Curve& curve, double begin, double end);

}  // namespace abut
