#pragma once

#include "query/placed_solid.h"
#include <abut/interiors.h>

namespace abut {

/// A translation of B that parts two solids.
struct WayOut {
  Vec3 shift;
  Bracket length;  ///< of the shortest one; `upper` is how far B is moved by this one
};

/// Moves B and asks exactly whether the solids still overlap.
class Parting {
 public:
  Parting(const PlacedSolid& a, const PlacedSolid& b, const PenetrationOptions& options, Spending& spending);

  /// The placement of B after a move.
  Placement moved(const Vec3& shift) const { return {b_.at().linear, b_.at().shift + shift}; }
  /// Whether the interiors meet after the move.
  InteriorsMeeting meeting(const Vec3& shift, const Budget& budget);
  /// Are the solids separate after the move? False also when the budget ends the question.
  bool parts(const Vec3& shift, const Budget& budget) { return meeting(shift, budget).is_apart(); }
  /// An upper bound of how far the exact image of B moves.
  double way(const Vec3& shift) const;

 private:
  const PlacedSolid &a_, &b_;
  const PenetrationOptions& options_;
  Spending& spending_;
};

/// Looks for a short way out of two solids that overlap: along the given directions, if one of them parts the hulls at
/// once, or in which the hulls are parted soonest. No way out is shorter than `least`; the search ends early when it
/// comes close to that. Always finds one, of convex solids the shortest.
WayOut find_hull_way_out(const PlacedSolid& a, const PlacedSolid& b, double least, std::span<const Vec3> directions,
                         const PenetrationOptions& options, Spending& spending);
/// Looks for a shorter one than a known one, along its direction, the given ones and others.
WayOut find_shorter_way_out(const PlacedSolid& a, const PlacedSolid& b, const WayOut& known, double least,
                            std::span<const Vec3> directions, const PenetrationOptions& options, Spending& spending);

}  // namespace abut
