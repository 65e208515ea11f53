#pragma once

#include "leaf/triangle_distance.h"
#include "leaf/triangle_triangle.h"

#include <optional>

namespace abut {

/// Decides whether pairs of triangles count as contacts, exactly. Made ready when the first pair asks.
class PairTest {
 public:
  /// The placements must live longer.
  PairTest(const LeafGeometry& a, const Placement& at_a, const LeafGeometry& b, const Placement& at_b, double margin)
      : a_(a), b_(b), at_a_(at_a), at_b_(at_b), margin_(margin) {}

  bool counts(std::uint32_t a, std::uint32_t b) {
    if (margin_ > 0) {
      if (!distance_) distance_.emplace(a_, at_a_, b_, at_b_);
      return distance_->upper(a, b) <= margin_;
    }
    if (!contact_) contact_.emplace(a_, at_a_, b_, at_b_);
    return contact_->touch(a, b);
  }
  std::uint64_t exact_tests() const {
    return distance_ ? distance_->exact_tests() : contact_ ? contact_->exact_tests() : 0;
  }

 private:
  LeafGeometry a_, b_;
  const Placement &at_a_, &at_b_;
  double margin_;
  std::optional<ContactTest> contact_;
  std::optional<DistanceTest> distance_;  // only with a margin
};

}  // namespace abut
