#pragma once

#include "leaf/measure_packet.h"
#include "leaf/placed_shape.h"
#include "leaf/triangle_triangle.h"

#include <optional>

namespace abut {

class ShapeGap;

/// Closest points of one pair of triangles.
struct PairDistance {
  /// lower <= distance of the exact images in the world <= upper; upper is 0 if and only if they touch.
  double lower = 0, upper = 0;
  /// Two points, a weight per corner: each >= 0, summing to 1 up to rounding. Taken as v0 + w1 (v1 - v0) + w2 (v2 - v0)
  /// they are `upper` apart, up to rounding by the pair's size; of triangles that touch, a common point.
  Weights weights_a{}, weights_b{};
};

/// Measures triangle pairs of two placed models in the world. Holds what the pairs of one query have in common; not to
/// be shared between threads. Every answer is a function of the pair and its placements alone, and the same bits when a
/// and b are swapped.
class DistanceTest {
 public:
  /// Placements are world <- model, valid by require_valid.
  DistanceTest(const LeafGeometry& a, const Placement& at_a, const LeafGeometry& b, const Placement& at_b);

  /// The bracket is no wider than most_width of the images' longest sides, summed, and the distance.
  PairDistance measure(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// Several pairs, at most MeasurePacket::lanes, to the same bits, and faster than one by one.
  void measure(Simd simd, const std::uint32_t* triangles_a, const std::uint32_t* triangles_b, int count,
               PairDistance* distances);

  /// The same for a pair that is known to touch.
  PairDistance measure_touching(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// The same pair to the last digit: lower and upper are the doubles next to the real distance. Ten microseconds or
  /// more.
  PairDistance measure_exactly(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// The same pair with a lower of at least `needed`, if that can be shown in a microsecond, or to the last digit.
  PairDistance measure_again(std::uint32_t triangle_a, std::uint32_t triangle_b, double needed);

  /// The images' longest sides, summed, rounded.
  double size(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// measure().upper.
  double upper(std::uint32_t triangle_a, std::uint32_t triangle_b) { return measure(triangle_a, triangle_b).upper; }

  /// Bounds the width of every bracket: 64 * 2^-53 of the pair's size and distance, and what placements lose that bring
  /// numbers among the subnormal ones.
  static constexpr double most_width(double size, double distance) {
    return 64 * unit_roundoff * (size + distance) + 0x1p-1065;
  }

  /// A width that keeps that promise whatever rounding took from a pair's size, distance and this very sum.
  static constexpr double sure_width(double size, double lower) {
    return 63 * unit_roundoff * (size + lower) + 0x1p-1066;
  }

  /// How many calls needed exact arithmetic or more digits than a double has.
  std::uint64_t exact_tests() const { return exact_tests_; }

 private:
  PairDistance exact_after(const PairDistance& rough, std::uint32_t triangle_a, std::uint32_t triangle_b);
  int order_of_pair(std::uint32_t triangle_a, std::uint32_t triangle_b) const;
  using WayToMeasure = PairDistance (DistanceTest::*)(PlacedSide&, std::uint32_t, PlacedSide&, std::uint32_t);
  PairDistance measure_by(WayToMeasure way, std::uint32_t triangle_a, std::uint32_t triangle_b);
  PairDistance common_in_order(PlacedSide& first, std::uint32_t i, PlacedSide& second, std::uint32_t j);
  PairDistance measure_in_order(PlacedSide& first, std::uint32_t i, PlacedSide& second, std::uint32_t j);
  PairDistance measure_scaled(PlacedSide& first, std::uint32_t i, PlacedSide& second, std::uint32_t j,
                              const PlacedWay& way, double reach);
  PairDistance measure_slowly(const PlacedSide& first, std::uint32_t i, const PlacedSide& second, std::uint32_t j,
                              const ShapeGap& gap, bool apart, int exponent);

  void set_corners(int place, const PlacedSide& side, const std::uint32_t* triangles, int count);
  ContactTest& contact();

  std::optional<ContactTest> contact_;  // made when the first pair asks
  std::optional<MeasurePacket> packet_;
  std::optional<PacketPlacement> packed_[2];
  PlacedSide a_, b_;
  int order_;  // of the placements: -1 when a's comes first, 1 when b's does, 0 when they are equal
  std::uint64_t exact_tests_ = 0;
};

}  // namespace abut
