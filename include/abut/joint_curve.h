#pragma once

#include <abut/api.h>

#include <cstddef>
#include <span>
#include <vector>

namespace ABUT_API abut {

/// A curve of configurations over time, such as a spline: polynomials, one after the other, each by its Bezier points.
/// Every number of a configuration is what the polynomials say: angles do not wrap. A value.
//
// A polynomial of degree n over the time from 0 to 1 is the sum of binomial(n, i) t^i (1 - t)^(n - i) times its i-th
// point, so that it stays in the convex hull of its points, and its points after a cut are averages of those before.
class JointCurve {
 public:
  /// Pieces of one degree, from 1 to 7. The last point of a piece is the first of the next: `degree` times the number
  /// of pieces and one more configuration of `dof` numbers, one after the other. `times` is when pieces begin and end;
  /// if empty: 0, 1, 2 and so on. Throws Error for other numbers of points or times, for times that do not ascend, and
  /// for numbers that are not finite or beyond 2^300.
  JointCurve(std::size_t dof, std::size_t degree, std::vector<double> points, std::vector<double> times = {});

  /// The cubic spline through configurations that begins and ends at rest: velocities and accelerations do not jump.
  /// Throws Error as the constructor does, and for fewer than two configurations.
  static JointCurve through(std::size_t dof, std::span<const double> configurations,
                            std::span<const double> times = {});
  /// Cubic pieces through configurations with these velocities, as trajectories have them.
  static JointCurve with_velocities(std::size_t dof, std::span<const double> configurations,
                                    std::span<const double> velocities, std::span<const double> times = {});

  std::size_t dof() const { return dof_; }
  std::size_t degree() const { return degree_; }
  std::size_t pieces() const { return times_.size() - 1; }
  /// When pieces begin and end: one more than there are pieces.
  std::span<const double> times() const { return times_; }
  double begin() const { return times_.front(); }
  double end() const { return times_.back(); }
  /// The Bezier points of a piece, configuration after configuration.
  std::span<const double> points(std::size_t piece) const;
  /// The configuration at a time, within rounding. Throws Error for times before the beginning or after the end.
  std::vector<double> at(double time) const;

 private:
  std::size_t dof_ = 0, degree_ = 1;
  std::vector<double> points_, times_;
};

}  // namespace abut
