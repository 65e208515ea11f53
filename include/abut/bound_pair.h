#pragma once

#include <abut/collide.h>
#include <abut/distance.h>

namespace ABUT_API abut {

struct BoundPairOptions {
  /// For touches and collide. Its cache must be null: see `coherent`.
  CollideOptions collide{};
  /// For distance; within() takes its budget and instructions. Its cache must be null.
  DistanceOptions distance{};
  /// Keeps a CollideCache and a DistanceCache of its own, for models that move a little between queries.
  bool coherent = false;
};

/// Two models, bound once and asked many times with placements alone: options are checked once, results are used again,
/// and no query allocates memory once the largest result has been seen. The answers are those of the functions of the
/// same names. The models are not owned and must outlive it; a refit between queries is seen. It serves one query at a
/// time: give each thread its own.
class BoundPair {
 public:
  /// Throws Error for an invalid option.
  BoundPair(const Model& a, const Model& b, const BoundPairOptions& options = {});

  const Model& a() const { return *a_; }
  const Model& b() const { return *b_; }

  /// Throws Error for an invalid placement, and when the budget ended the search before the answer was known.
  bool touches(const Placement& at_a, const Placement& at_b);
  /// The result is valid until the next call.
  const Contacts& collide(const Placement& at_a, const Placement& at_b);
  Distance distance(const Placement& at_a, const Placement& at_b);
  Nearness within(const Placement& at_a, const Placement& at_b, double limit);

  // The same at many placements, one after the other on the calling thread. Throws Error unless there is room for as
  // many answers as there are placements; answers before an invalid placement are there then.
  void touches(std::span<const PlacementPair> at, std::span<bool> answers);
  void distance(std::span<const PlacementPair> at, std::span<Distance> answers);
  void within(std::span<const PlacementPair> at, double limit, std::span<Nearness> answers);

 private:
  const Model *a_, *b_;
  BoundPairOptions options_;
  Contacts contacts_;
  CollideCache collide_cache_;
  DistanceCache distance_cache_;
};

}  // namespace abut
