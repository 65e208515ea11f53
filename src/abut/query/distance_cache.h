#pragma once

#include <abut/query/served_model.h>

#include <optional>

namespace abut {

/// What one distance query leaves for the next one between the same two models, a little further on their way: the pair
/// of triangles that was closest, which is measured first and spares the search for a good pair to begin with, unless
/// it is much farther apart than it was. Give one to each pair of models that moves, through DistanceOptions::cache. It
/// changes how long an answer takes, and how wide an approximate one is, never an exact one. Other models or a refit
/// make it begin anew. Serves one query at a time.
class DistanceCache {
 public:
  /// Forgets everything.
  void clear() { pair_.reset(); }

  // For the queries.
  struct Pair {
    std::uint32_t a, b;  ///< as the search of their trees names triangles
    double upper;        ///< how far apart they were
  };
  std::optional<Pair> last(const Model& a, const Model& b) const;
  void remember(const Model& a, const Model& b, Pair pair);

 private:
  ServedModel a_, b_;
  std::optional<Pair> pair_;
};

}  // namespace abut
