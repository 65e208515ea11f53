#include "query/closest_pair.h"

namespace abut {

ClosestPair::ClosestPair(const DistanceQuery& query, double enough)
    : order_a_(query.a.order),
      order_b_(query.b.order),
      query_(query),
      enough_(enough),
      largest_pair_(enough >= 0
                        ? 0
                        : largest_side(query.a.data.frame, query.a.at) + largest_side(query.b.data.frame, query.b.at)),
      needed_(enough >= 0 ? 0 : std::numeric_limits<double>::infinity()) {}

DistanceTest& ClosestPair::test() {
  if (!test_) test_.emplace(query_.a.data.leaf_geometry(), query_.a.at, query_.b.data.leaf_geometry(), query_.b.at);
  return *test_;
}

double ClosestPair::measure(std::uint32_t place_a, std::uint32_t place_b) {
  take(test().measure(order_a_[place_a], order_b_[place_b]), {place_a, place_b});
  return limit();
}

double ClosestPair::measure(Simd simd, const std::uint32_t* places_a, const std::uint32_t* places_b, int count) {
  std::uint32_t triangles_a[most], triangles_b[most];
  for (int i = 0; i < count; ++i) triangles_a[i] = order_a_[places_a[i]], triangles_b[i] = order_b_[places_b[i]];
  PairDistance pairs[most];
  test().measure(simd, triangles_a, triangles_b, count, pairs);
  for (int i = 0; i < count; ++i) take(pairs[i], {places_a[i], places_b[i]});
  return limit();
}

void ClosestPair::take(const PairDistance& pair, const NodePair& places) {
  lower_ = std::min(lower_, pair.lower);
  take_if_better(pair, places);
  if (pair.lower < needed_) competitors_.add({pair.lower, places}, needed_);
}

void ClosestPair::take_if_better(const PairDistance& pair, const NodePair& places) {
  const Contact triangles{order_a_[places.a], order_b_[places.b]};
  if (!(pair.upper < best_.upper || (pair.upper == best_.upper && triangles < triangles_))) return;
  best_ = pair;
  triangles_ = triangles;
  places_ = {places.a, places.b, pair.upper};
  if (enough_ < 0)
    needed_ = query_.goal.is_exact() ? pair.upper
                                     : needed_lower(pair.upper, query_.goal.relative_error, query_.goal.absolute_error);
}

// An exact answer's upper is the least of all pairs', and its lower is the least of all pairs', whatever the search: a
// pair with a lower below that upper has a distance of at most upper + 64u (its size + distance), and is looked at.
double ClosestPair::limit() const {
  if (best_.upper == 0 || best_.upper <= enough_) return -1;
  if (enough_ >= 0) return enough_;
  return query_.goal.is_exact() ? reach_of(needed_) : needed_;
}

double ClosestPair::lower_to_settle() {
  if (!query_.goal.is_exact()) return needed_;
  // The pair's size takes longer to find and mostly does not matter.
  const double at_most = best_.upper - DistanceTest::sure_width(0, best_.lower);
  if (lower_ >= at_most) return at_most;
  return best_.upper - DistanceTest::sure_width(test().size(triangles_.a, triangles_.b), best_.lower);
}

bool ClosestPair::settle(const BudgetWatch& watch) {
  if (best_.upper == 0 || enough_ >= 0 || !measured_any()) return true;
  const double needed = lower_to_settle();
  if (lower_ >= needed) return true;
  const Settled settled = competitors_.settle(needed, watch, [&](const NodePair& places) {
    const PairDistance again = test().measure_again(order_a_[places.a], order_b_[places.b], needed);
    take_if_better(again, places);
    return again.lower;
  });
  // What does not compete is at least as far as needed.
  lower_ = std::min(settled.lower, needed_);
  return settled.complete;
}

}  // namespace abut
