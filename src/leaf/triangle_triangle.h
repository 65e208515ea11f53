#pragma once

#include "leaf/triangle_pair.h"

namespace abut {

/// Decides contact of triangle pairs of two placed models. Holds what the pairs of one query have in common; not to be
/// shared between threads.
class ContactTest {
 public:
  /// Placements are world <- model, valid by require_valid.
  ContactTest(const LeafGeometry& a, const Placement& at_a, const LeafGeometry& b, const Placement& at_b)
      : pair_(a, at_a, b, at_b, CommonPlacement::left_out) {}

  /// Do the closed images of the two triangles share a point? Exact, also for segments and points.
  bool touch(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// How many touch() calls needed exact arithmetic.
  std::uint64_t exact_tests() const { return exact_tests_; }

 private:
  TestedPair pair_;
  std::uint64_t exact_tests_ = 0;
};

/// Do the closed images of two triangles surely share a point? Soon said of a single pair, without what ContactTest
/// prepares for many. False also when rounded arithmetic cannot tell, as for touching boundaries, degenerate triangles
/// and models that are far from the origin for their size.
bool surely_touch(const LeafGeometry& a, const Placement& at_a, std::uint32_t triangle_a, const LeafGeometry& b,
                  const Placement& at_b, std::uint32_t triangle_b);

}  // namespace abut
