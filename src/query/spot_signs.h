#pragma once

#include "math/big_number.h"
#include "query/placed_signs.h"

namespace abut {

/// The point x / w, w positive, relative to PlacedSigns::origin(). Exact.
struct HomogeneousPoint {
  std::array<BigNumber, 3> x;
  BigNumber w{1.0};
  bool is_whole = true;  ///< is w 1?
};

/// A corner of a placed model or, where `homogeneous` is set, any other point; its `exact` is then empty.
struct Spot {
  SeenPoint seen;
  const HomogeneousPoint* homogeneous = nullptr;
};
struct SpotLine {
  Spot from, to;
};

/// A part of a line: 0 at its start, 1 at its end. `below` is positive.
struct Fraction {
  BigNumber above, below{1.0};
  /// Rounded, within a few units in the last place.
  double rounded() const;
  friend bool operator<(const Fraction& a, const Fraction& b) {
    return (b.above * a.below - a.above * b.below).sign() > 0;
  }
};
/// A fraction strictly between two others, the simplest that is soon found.
Fraction between(const Fraction& low, const Fraction& high);

/// Exact signs over spots, as those of PlacedSigns.
class SpotSigns {
 public:
  /// The signs outlive these.
  explicit SpotSigns(PlacedSigns& signs);

  Spot spot(const HomogeneousPoint& point) const;
  HomogeneousPoint on_line(const SpotLine& line, const Fraction& t) const;
  HomogeneousPoint exact(const Spot& spot) const;

  int orientation3d(const Spot& a, const Spot& b, const Spot& c, const Spot& d);
  int orientation2d(const Spot& a, const Spot& b, const Spot& c, int dropped);
  /// The sign of r . ((b - a) x (c - a)) for an AxisRay r along the first axis; 0 only for points in one line.
  int turn_about_ray(const Spot& a, const Spot& b, const Spot& c);

  /// Where the line's volume with the triangle is 0, which has different signs at the line's ends.
  Fraction zero_of_volume(const std::array<Spot, 3>& triangle, const SpotLine& line) const;
  /// The same for the area with a segment, seen along an axis.
  Fraction zero_of_area(const SpotLine& segment, const SpotLine& line, int dropped) const;

 private:
  PlacedSigns& signs_;
  std::array<BigNumber, 3> origin_;
};

}  // namespace abut
