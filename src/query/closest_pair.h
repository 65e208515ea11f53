#pragma once

#include "base/bounded_stack.h"
#include "engine/nearest.h"
#include "leaf/triangle_distance.h"
#include "query/competitors.h"
#include "query/distance_memory.h"
#include "query/model_data.h"
#include "query/search_goal.h"

namespace abut {

/// One distance query: two placed models, and what is asked of them.
struct DistanceQuery {
  PlacedBody a, b;
  SearchGoal goal;
  DistanceCache::Memory* memory = nullptr;  ///< of the last query between these models

  /// A pair to begin with, or none.
  const RememberedPair* seed() const { return memory && memory->pair ? &*memory->pair : nullptr; }
};

/// Measures pairs, keeps the closest one, and says how close others must be to matter.
class ClosestPair final : public NearestSink {
 public:
  /// The query lives longer. `enough`: the search ends with the first pair whose upper is at most this; negative for
  /// none.
  ClosestPair(const DistanceQuery& query, double enough);

  double measure(std::uint32_t place_a, std::uint32_t place_b) override;
  double measure(Simd simd, const std::uint32_t* places_a, const std::uint32_t* places_b, int count) override;
  Points closest() const override { return {{places_.a, places_.b}, best_.weights_a, best_.weights_b}; }

  /// After a search to its end: measures those pairs again whose brackets make the answer's wider than distance.h
  /// promises. False when the budget ended that.
  //
  // Once is enough. The size of the pair with the least (upper, a, b) allows a width of T. The pairs with a lower below
  // upper - T are measured again; then their lower is at least that, or at most one step below their upper. If one of
  // them becomes the closest pair, its former bracket was wider than T, so its own size allows more than T, and the new
  // upper is below the old one: the lowers of all others are good enough for it, too.
  bool settle(const BudgetWatch& watch);

  /// The smallest (upper, a, b) of all pairs that were measured.
  const PairDistance& best() const { return best_; }
  const Contact& triangles() const { return triangles_; }
  const RememberedPair& places() const { return places_; }
  /// No pair that was measured is closer.
  double lower() const { return lower_; }
  /// What the search left out is at least so far apart, when it came to its end and no limit was set beforehand.
  double left_out() const { return needed_; }
  /// Nothing within `upper`, nor any pair whose bracket begins there, is farther apart than this.
  double reach_of(double upper) const override { return upper + 2 * DistanceTest::most_width(largest_pair_, upper); }
  /// By how much less that is for pairs whose sides are shorter than any pair's may be, for each unit of that.
  static constexpr double reach_per_side = 2 * DistanceTest::most_width(1, 0) * (1 - 0x1p-40);
  bool measured_any() const { return lower_ < std::numeric_limits<double>::infinity(); }
  std::uint64_t exact_tests() const { return test_ ? test_->exact_tests() : 0; }

 private:
  DistanceTest& test();
  void take(const PairDistance& pair, const NodePair& places);
  void take_if_better(const PairDistance& pair, const NodePair& places);
  double limit() const;
  double lower_to_settle();

  const std::uint32_t *order_a_, *order_b_;
  const DistanceQuery& query_;
  std::optional<DistanceTest> test_;  // made when the first pair asks
  double enough_;
  double largest_pair_;  // the longest sides of both models, summed, if the closest pair is looked for
  double needed_;        // pairs whose lower is at least this cannot make the answer's bracket too wide
  PairDistance best_{0, std::numeric_limits<double>::infinity()};
  double lower_ = std::numeric_limits<double>::infinity();
  Contact triangles_;
  RememberedPair places_{};
  Competitors<NodePair> competitors_;
};

}  // namespace abut
