#pragma once

#include "base/budget_watch.h"
#include "base/visited.h"
#include "engine/tree.h"
#include "math/inner_point.h"
#include <abut/query.h>

namespace abut {

/// Measures the triangles that a search for the closest one to a point comes upon, named by their places in the tree's
/// leaf order.
class ClosestSink {
 public:
  virtual ~ClosestSink() = default;
  /// What is farther away than the length returned, in the world, need no longer be looked at; a negative one ends the
  /// search.
  virtual double measure(std::uint32_t place) = 0;
  /// The same length when it is known that some triangle's distance is at most `upper`, but not yet which; only in
  /// exact searches.
  virtual double limit_after(double upper) const = 0;
};

struct ClosestSearch {
  Simd simd = Simd::best;
  /// What is farther away than this is not looked at from the beginning, in the world.
  double limit = std::numeric_limits<double>::infinity();
  /// Is nothing that is closer than the closest triangle measured left out? Otherwise the search is the same, test by
  /// test, on every instruction set, and tells how close what it left out may be.
  bool exact = true;
  /// The place of a triangle that is likely close; without one the search begins at the top. For exact searches.
  static constexpr std::uint32_t no_seed = ~std::uint32_t{0};
  std::uint32_t seed = no_seed;
  BudgetWatch watch{};
};

/// Finds the triangles of a placed tree that are closest to a point: boxes are opened nearest first as long as they are
/// within the limit, triangles are first looked at in float.
NearestVisited visit_closest(const WideTree& tree, const InnerPoints& frames, const InnerPoint& point,
                             const ClosestSearch& search, ClosestSink& sink);

}  // namespace abut
