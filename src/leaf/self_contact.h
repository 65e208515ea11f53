#pragma once

#include "leaf/triangle_triangle.h"

namespace abut {

/// Decides self-contact: pairs of triangles of one model. A corner is common to two triangles when both have a corner
/// at exactly that position; indices do not matter, so a soup with a copy of each point answers as the welded mesh
/// does. Two triangles are in contact when the closed triangles share a point outside the hull of their common corners,
/// or when they are the same set of points. So
/// - neighbours that meet only in their common corner or side are not in contact, at whatever angle;
/// - neighbours folded onto each other, neighbours one of which pierces the other, sides that run along each other and
///   copies are;
/// - without a common corner touching is contact, as everywhere: a T-joint is one.
/// Degenerate triangles are taken as the segments and points that they are. A segment's middle corner counts as a
/// corner, so that a flat triangle which closes a T-joint touches none of its neighbours.
/// Exact. Holds what the pairs of one query have in common; not to be shared between threads.
class SelfContactTest {
 public:
  explicit SelfContactTest(const LeafGeometry& geometry)
      : geometry_(geometry), apart_(geometry, Placement::identity(), geometry, Placement::identity()) {}

  /// The two ids differ. The same answer when they are swapped.
  bool touch(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// How many touch() calls needed exact arithmetic.
  std::uint64_t exact_tests() const { return exact_tests_ + apart_.exact_tests(); }

 private:
  LeafGeometry geometry_;
  ContactTest apart_;  // for pairs without a common corner
  std::uint64_t exact_tests_ = 0;
};

}  // namespace abut
