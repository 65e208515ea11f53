#include "query/last_contacts.h"

#include "engine/closed_box.h"

#include <algorithm>
#include <utility>

namespace abut {

namespace {

TriangleFilter::Corners corners_of(const WideTree& tree) {
  return {tree.leaf_triangles(), reach_of(tree.nodes[0].boxes, 0)};
}

/// The places beside this one, first and last.
std::pair<std::uint32_t, std::uint32_t> around(std::uint32_t place, std::size_t size) {
  constexpr std::uint32_t side = 4;
  static_assert(side * side == TriangleFilter::batch);
  const std::uint32_t first = place > 1 ? place - 1 : 0;
  return {first, std::min(first + side, static_cast<std::uint32_t>(size))};
}

}  // namespace

LastContacts::LastContacts(const Query& query, const RelativePlacement& b_in_a, CollideCache::Memory& memory)
    : simd_(query.options.simd),
      order_a_(query.a.data().tree.order),
      order_b_(query.b.data().tree.order),
      memory_(memory),
      filter_(corners_of(query.a.data().tree), corners_of(query.b.data().tree), b_in_a) {}

bool LastContacts::retry(PairSink& sink) {
  const RecentContacts& recent = memory_.recent;
  const std::size_t count = static_cast<std::size_t>(recent.size());
  const PairVerdicts verdicts = decide(simd_, filter_, {recent.a(), count}, {recent.b(), count});
  if (verdicts.touching != 0 && !sink.take(recent.a(), recent.b(), {verdicts.touching, 0})) {
    const int holds = std::countr_zero(verdicts.touching);
    const Pair pair{recent.a()[holds], recent.b()[holds]};
    spread(pair);
    memory_.recent.renew(pair.a, pair.b);
    return true;
  }
  if (verdicts.undecided != 0 && !sink.take(recent.a(), recent.b(), {0, verdicts.undecided})) return true;
  // Where bodies slide on each other, the contact moves on to a neighbour.
  return spread({recent.a()[0], recent.b()[0]}) != 0 && !sink.take(recent.a(), recent.b(), {1, 0});
}

std::uint32_t LastContacts::spread(const Pair& pair) {
  std::uint32_t places_a[TriangleFilter::batch], places_b[TriangleFilter::batch];
  std::size_t count = 0;
  const auto [first_a, last_a] = around(pair.a, order_a_.size());
  const auto [first_b, last_b] = around(pair.b, order_b_.size());
  for (std::uint32_t a = first_a; a < last_a; ++a)
    for (std::uint32_t b = first_b; b < last_b; ++b) {
      places_a[count] = a;
      places_b[count++] = b;
    }
  const PairVerdicts verdicts = decide(simd_, filter_, {places_a, count}, {places_b, count});
  for (std::uint32_t rest = verdicts.touching; rest != 0; rest &= rest - 1)
    memory_.recent.renew(places_a[std::countr_zero(rest)], places_b[std::countr_zero(rest)]);
  return verdicts.touching;
}

}  // namespace abut
