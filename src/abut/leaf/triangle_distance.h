#pragma once

#include <abut/leaf/triangle_triangle.h>

namespace abut {

/// Measures triangle pairs of two placed models in the world. Holds what the pairs of one query have in common; not to
/// be shared between threads.
class DistanceTest {
 public:
  /// Placements are world <- model, valid by require_valid.
  DistanceTest(const LeafGeometry& a, const Placement& at_a, const LeafGeometry& b, const Placement& at_b)
      : contact_(a, at_a, b, at_b), a_{a, at_a}, b_{b, at_b} {}

  /// The length between two nearly closest points of the two triangles' images, rounded up: never below the real
  /// distance, and 0 if and only if they touch. Above the real distance by at most
  /// 64 * 2^-53 * (pair size + distance), where the pair's size is the sum of the images' longest sides, and by 2^-1065
  /// where placements bring numbers among the subnormal ones. The same bits when a and b are swapped.
  double upper(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// How many upper() calls needed exact arithmetic.
  std::uint64_t exact_tests() const { return contact_.exact_tests(); }

 private:
  struct Side {
    LeafGeometry geometry;
    Placement at;
  };

  ContactTest contact_;
  Side a_, b_;
};

}  // namespace abut
