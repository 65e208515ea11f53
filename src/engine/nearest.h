#pragma once

#include "base/bounded_stack.h"
#include "base/budget_watch.h"
#include "engine/near_front.h"
#include "engine/pairs.h"
#include "leaf/measure_packet.h"
#include "leaf/triangle_pair.h"
#include "math/world_frame.h"
#include <abut/query.h>

#include <array>
#include <limits>

namespace abut {

/// Measures the pairs of triangles that a search for the closest ones comes upon, named by their places in their trees'
/// leaf order.
class NearestSink {
 public:
  virtual ~NearestSink() = default;
  /// What is farther apart than the length returned, in the world, need no longer be looked at; a negative one ends the
  /// search.
  virtual double measure(std::uint32_t a, std::uint32_t b) = 0;
  /// What such a length is when a pair of triangles is known to be no farther apart than this, and none was measured.
  virtual double reach_of(double upper) const = 0;
  /// Several pairs, at most `most`, with these instructions.
  virtual double measure(Simd simd, const std::uint32_t* a, const std::uint32_t* b, int count) = 0;
  static constexpr int most = MeasurePacket::lanes;

  /// A pair, and a weight for each corner of either triangle.
  struct Points {
    NodePair places;
    Weights a, b;
  };
  /// Where the closest pair that was measured is closest, at least one was.
  virtual Points closest() const = 0;
};

struct NearestSearch {
  Simd simd = Simd::best;
  /// What is farther apart than this is not looked at from the beginning, in the world.
  double limit = std::numeric_limits<double>::infinity();
  /// For each tree, a length in the world that the image of its frame's unit has at least, in every direction.
  std::array<double, 2> world{1, 1};
  /// A length in the world that the image of A's unit has at most.
  double most_world = std::numeric_limits<double>::infinity();
  /// Where distances are bounded instead, if the inner frames' are too unlike the world's; and the models themselves.
  const WorldFrame* frame = nullptr;
  LeafGeometry geometry[2]{};
  /// For each tree, a length in the world that no side of its triangles exceeds, and what the limits that the sink
  /// returns are longer by for each unit of the sides of two triangles, summed: shorter ones need not be so close.
  std::array<double, 2> longest_side{0, 0};
  double limit_per_side = 0;
  /// A pair that is likely close, as places; without one the search looks for one.
  const NodePair* seed = nullptr;
  /// A pair that turns out to be farther apart than this, in the world, is none to begin with: the search looks for
  /// one.
  double seed_within = std::numeric_limits<double>::infinity();
  /// Any pair within the limit will do: a close one to begin with is not worth its while.
  bool any_within = false;
  /// Is nothing that is closer than the closest pair measured left out? Otherwise the search is the same, test by test,
  /// on every instruction set, and tells how close what it left out may be.
  bool exact = true;
  /// By how much a pair may be farther apart than the closest one and be good enough: relative to its distance, or as a
  /// length in the world.
  double relative_tolerance = 0, absolute_tolerance = 0;
  /// Where the last search of the same trees ended; only for an exact one.
  NearFront* front = nullptr;
  BudgetWatch watch{};
};

/// Finds the closest triangles of two placed trees: likely pairs first, boxes opened nearest first and larger ones
/// first, as long as they are within the limit that the sink sets.
NearestVisited visit_nearest(const TreePair& pair, const NearestSearch& search, NearestSink& sink);

}  // namespace abut
