#pragma once

#include "query/filtered_pairs.h"

namespace abut {

/// Finds a contact among the last ones and their neighbours.
class LastContacts {
 public:
  LastContacts(const Query& query, const RelativePlacement& b_in_a, CollideCache::Memory& memory);

  /// Hands the last contacts that still are, or may be, to the sink, sure ones first, then those beside the newest
  /// one. True when the sink ends the search.
  bool retry(PairSink& sink);

  /// Adds the contacts beside the newest one.
  void spread() { spread({memory_.recent.a()[0], memory_.recent.b()[0]}); }

 private:
  struct Pair {
    std::uint32_t a, b;
  };
  /// Adds the sure contacts between a few triangles beside these in leaf order, which are close to them in space, too.
  /// Returns which there are; the newest is one of them.
  std::uint32_t spread(const Pair& pair);

  Simd simd_;
  const Stored<std::uint32_t>&order_a_, &order_b_;
  CollideCache::Memory& memory_;
  TriangleFilter filter_;
};

}  // namespace abut
