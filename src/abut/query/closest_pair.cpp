#include <abut/query/closest_pair.h>

namespace abut {

ClosestPair::ClosestPair(const DistanceQuery& query, double enough)
    : options_(query.options),
      order_a_(query.a.tree().order().data()),
      order_b_(query.b.tree().order().data()),
      test_(query.a.leaf_geometry(), query.at_a, query.b.leaf_geometry(), query.at_b),
      enough_(enough),
      largest_pair_(largest_side(query.a.frame(), query.at_a) + largest_side(query.b.frame(), query.at_b)) {}

double ClosestPair::measure(std::uint32_t place_a, std::uint32_t place_b) {
  const Contact triangles{order_a_[place_a], order_b_[place_b]};
  const PairDistance pair = test_.measure(triangles.a, triangles.b);
  lower_ = std::min(lower_, pair.lower);
  if (pair.upper < best_.upper || (pair.upper == best_.upper && triangles < triangles_)) {
    best_ = pair;
    triangles_ = triangles;
    places_ = {place_a, place_b, pair.upper};
  }
  return limit();
}

// An exact answer's upper is the least of all pairs', and its lower is the least of all pairs', whatever the search: a
// pair with a lower below that upper has a distance of at most upper + 64u (its size + distance), and is looked at.
double ClosestPair::limit() const {
  if (best_.upper == 0 || best_.upper <= enough_) return -1;
  if (enough_ >= 0) return enough_;
  if (options_.relative_error > 0 || options_.absolute_error > 0)
    return std::max(0.0, std::min(best_.upper / (1 + options_.relative_error), best_.upper - options_.absolute_error));
  return best_.upper + 2 * DistanceTest::most_width(largest_pair_, best_.upper);
}

}  // namespace abut
