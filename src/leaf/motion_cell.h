#pragma once

#include "leaf/exact_motion.h"

#include <utility>

// Moving features seen in doubles, with bounds of all rounding. The volume of the four points is a cubic in time, the
// turn of three of them seen along an axis a quadratic. A polynomial whose Bernstein coefficients over a span of time
// are all positive is positive there.

namespace abut {

class MotionVectors;

/// A span of time and the volume over it.
struct MotionCell {
  static constexpr int most_depth = 64;

  double from = 0, to = 1;
  std::array<double, 4> volume{};  ///< Bernstein coefficients, each off by at most MotionVectors::volume_error
  int depth = 0;                   ///< how often time was cut
  bool is_crossed = false;         ///< do the features touch whenever the volume vanishes?

  bool volume_has_one_sign(const MotionVectors& vectors) const;
  bool volume_changes_sign(const MotionVectors& vectors) const;
  std::pair<MotionCell, MotionCell> halves() const;
};

enum class CellVerdict {
  apart,    ///< the features do not touch
  crossed,  ///< they touch whenever the volume vanishes
  unknown,
};

/// The differences between moving points, at both ends of time.
class MotionVectors {
 public:
  MotionVectors(MotionKind kind, const MovingPoints& points);

  MotionCell whole() const;
  /// Bounds the error of a cell's coefficients; see motion_cell.cpp.
  double volume_error(int depth) const { return (96 + 128 * depth) * volume_unit_ + 0x1p-900; }
  /// What the turns of triples say about a span of time.
  CellVerdict look(const MotionCell& cell) const;

 private:
  struct Ends {
    Vec3 at_0, at_1;
    double size = 0;  // no coordinate is larger
    Vec3 at(double t) const { return at_0 * (1 - t) + at_1 * t; }
  };
  using Signs = std::array<int, 3>;
  Ends between(const MovingPoints& points, int i, int j) const;
  static Signs turn_signs(const Ends& a, const Ends& b, const MotionCell& cell);

  MotionKind kind_;
  double scale_ = 1;
  std::array<Ends, 3> from_0_;  // to points 1, 2, 3
  std::array<Ends, 2> from_1_;  // to points 3, 2; for edges
  double volume_unit_ = 0;
};

inline bool MotionCell::volume_has_one_sign(const MotionVectors& vectors) const {
  const double error = vectors.volume_error(depth);
  return (volume[0] > error && volume[1] > error && volume[2] > error && volume[3] > error) ||
         (volume[0] < -error && volume[1] < -error && volume[2] < -error && volume[3] < -error);
}

inline bool MotionCell::volume_changes_sign(const MotionVectors& vectors) const {
  const double error = vectors.volume_error(depth);
  return (volume[0] > error && volume[3] < -error) || (volume[0] < -error && volume[3] > error);
}

}  // namespace abut
