#pragma once

#include "leaf/triangle_triangle.h"

#include <optional>

namespace abut {

/// A direction along an axis of the world, turned by nothing that can be measured: (1, e, e^2) for an e > 0 smaller
/// than any number that matters, its coordinates taken from `axis` on in turn, the first negated when `backwards`. A
/// ray that leaves a point in it meets no corner and no side of any triangle that the point is not on.
struct AxisRay {
  int axis = 0;
  bool backwards = false;
};

/// How a ray and a triangle meet: not at all, through the triangle's front, from which its corners are seen to turn
/// left, or through its back, or already at its start.
enum class Crossing { none, through_front, through_back, starts_on };

/// Decides exactly how rays from one placed point cross triangles of a placed model. Holds what they have in common;
/// not to be shared between threads.
class RayCrossingTest {
 public:
  /// The rays start at corner 0 of the one triangle of `start`, which is a point (see LonePoint). Placements are world
  /// <- model, valid by require_valid; all outlive the test.
  RayCrossingTest(const LeafGeometry& geometry, const Placement& at, const LeafGeometry& start,
                  const Placement& at_start)
      : geometry_(geometry),
        at_(at),
        start_(start),
        at_start_(at_start),
        pair_(geometry, at, start, at_start, CommonPlacement::kept) {}

  Crossing cross(std::uint32_t triangle, const AxisRay& ray);

  /// The solid angle, signed, of the triangle whose corners are corners 0 and 1 of the given one, seen from the start,
  /// and the point at infinity against the ray; by its sign exact, otherwise rounded: off by some 2^-50, more only when
  /// the start is nearly on the side. Positive when that triangle's back is seen. Not on the side itself.
  double angle_of_side(std::uint32_t triangle, const AxisRay& ray);

  /// How many calls needed exact arithmetic.
  std::uint64_t exact_tests() const { return exact_tests_; }

 private:
  int turn(int i, int j, const AxisRay& ray);
  Vec3 way_to(std::uint32_t triangle, int corner) const;
  // Nothing when the start is in the triangle's plane and not ruled out.
  std::optional<Crossing> crossing_off_the_plane(const AxisRay& ray);

  const LeafGeometry geometry_;
  const Placement& at_;
  const LeafGeometry start_;
  const Placement& at_start_;
  TestedPair pair_;
  std::optional<ContactTest> contact_;  // for triangles in whose plane the start is
  std::uint64_t exact_tests_ = 0;
};

}  // namespace abut
