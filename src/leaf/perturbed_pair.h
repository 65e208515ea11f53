#pragma once

// Two placed triangles, B's thought moved by (e, e^2, e^3) for an e > 0 smaller than any number that matters. Then no
// corner is on the other's plane, no side meets a side, and two triangles that meet do so in a segment, of which either
// end is where a side of one passes through the other.

#include "math/exact_orientation.h"

#include <array>
#include <cstdint>
#include <optional>

namespace abut {

/// A corner of a placed triangle.
struct PlacedCorner {
  Vec3 near;          ///< its image, rounded, in a frame along the world's axes that both triangles share
  PlacedPoint exact;  ///< what it is the image of
};
using PlacedCorners = std::array<PlacedCorner, 3>;

/// Which way ties are decided: 1 as the movement says. Tests set -1 to see that it matters.
struct TieRule {
  int plane = 1;  ///< a corner on the other's plane
  int lines = 1;  ///< sides that meet, or whose lines do
};

/// Decides exactly how pairs of triangles meet when B's are moved. Neither triangle is a segment or a point. Corners
/// turn left seen from a triangle's outer side, in the world.
class PerturbedPair {
 public:
  /// One end of the common segment: where side i, from corner i to the next, of one passes through the other.
  struct End {
    bool of_a = true;
    int side = 0;
  };
  /// The common segment, along (A's normal) x (B's normal): on A it has B's inner side on its left, on B it has A's on
  /// its right.
  struct Meeting {
    End begin, end;
  };

  /// No coordinate of a near corner is off by more than `error`.
  explicit PerturbedPair(double error, const TieRule& rule = {}) : error_(error), rule_(rule) {}

  std::optional<Meeting> meet(const PlacedCorners& a, const PlacedCorners& b);

  /// How a way from p to q, points of A, passes through a triangle of B: 1 from its outer side to its inner, -1 the
  /// other way, 0 not at all.
  int pass(const PlacedCorner& p, const PlacedCorner& q, const PlacedCorners& b);

  /// How many of the signs asked for needed exact arithmetic.
  std::uint64_t exact_tests() const { return exact_tests_; }

 private:
  int side_of_plane(const PlacedCorners& plane, const PlacedCorner& point, int way);
  int side_of_line(const PlacedCorner& p, const PlacedCorner& q, const PlacedCorner& u, const PlacedCorner& v);

  double error_;
  TieRule rule_;
  std::uint64_t exact_tests_ = 0;
};

}  // namespace abut
