#pragma once

#include <abut/leaf/triangle_distance.h>
#include <abut/query/distance.h>
#include <abut/query/tree_holder.h>
#include <abut/traverse/wide_nearest.h>

namespace abut {

/// One distance query: two placed models, and what is asked of them.
struct DistanceQuery {
  const Model& a;
  const Placement& at_a;
  const Model& b;
  const Placement& at_b;
  const DistanceOptions& options;
};

/// Measures pairs, keeps the closest one, and says how close others must be to matter.
class ClosestPair final : public NearestSink {
 public:
  /// `enough`: the search ends with the first pair whose upper is at most this; negative for none.
  ClosestPair(const DistanceQuery& query, double enough);

  double measure(std::uint32_t place_a, std::uint32_t place_b) override;

  /// The smallest (upper, a, b) of all pairs that were measured.
  const PairDistance& best() const { return best_; }
  const Contact& triangles() const { return triangles_; }
  const DistanceCache::Pair& places() const { return places_; }
  /// No pair that was measured is closer.
  double lower() const { return lower_; }
  bool measured_any() const { return lower_ < std::numeric_limits<double>::infinity(); }
  std::uint64_t exact_tests() const { return test_.exact_tests(); }

 private:
  double limit() const;

  const DistanceOptions& options_;
  const std::uint32_t *order_a_, *order_b_;
  DistanceTest test_;
  double enough_, largest_pair_;
  PairDistance best_{0, std::numeric_limits<double>::infinity()};
  double lower_ = std::numeric_limits<double>::infinity();
  Contact triangles_;
  DistanceCache::Pair places_{};
};

}  // namespace abut
