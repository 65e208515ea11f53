#pragma once

#include "leaf/triangle_distance.h"
#include "math/seen_motion.h"

namespace abut {

/// Measures pairs of triangles of two models in the middle of a time, and says whether they stay apart during all of
/// it. Not to be shared between threads.
class MovingTriangles {
 public:
  /// The placements are those of the middle; A is seen by B, and B by A. All must outlive the test.
  MovingTriangles(const LeafGeometry& a, const Placement& at_a, const LeafGeometry& b, const Placement& at_b,
                  const SeenMotion& a_seen, const SeenMotion& b_seen, double margin)
      : a_(a),
        b_(b),
        at_a_(at_a),
        at_b_(at_b),
        a_seen_(a_seen),
        b_seen_(b_seen),
        margin_(margin),
        test_(a, at_a, b, at_b) {}

  struct Meeting {
    bool apart;    ///< during all of the time, by more than the margin
    double upper;  ///< the distance in the middle, rounded up
    /// When they are expected to meet, seen from the middle, in halves of the time, also after it; infinite if they do
    /// not approach.
    double expected = std::numeric_limits<double>::infinity();
    double around = 0;  ///< how unsure that is
  };
  Meeting meet(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// Are they surely no farther apart than the margin during all of the time? Yes if they are much closer, if a side
  /// of A's goes through B's all the time, or if a point of A's slides on B's, or close to it.
  bool stay_within(std::uint32_t triangle_a, std::uint32_t triangle_b);

  std::uint64_t exact_tests() const { return test_.exact_tests(); }

 private:
  const LeafGeometry a_, b_;
  const Placement &at_a_, &at_b_;
  const SeenMotion &a_seen_, &b_seen_;
  double margin_;
  DistanceTest test_;
};

}  // namespace abut
