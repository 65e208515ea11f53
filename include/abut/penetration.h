#pragma once

#include <abut/distance.h>
#include <abut/solid.h>

namespace ABUT_API abut {

struct PenetrationOptions {
  /// The searches for the depth and the reaches end when upper <= lower (1 + relative_error), or upper <= lower +
  /// absolute_error; those for the reaches also when upper <= lower + relative_error^2 times the depth, as of a part
  /// that is almost where another one is. Error when negative or not a number.
  double relative_error = 0.01, absolute_error = 0;
  /// A search for the depth looks at no more than so many cells of space, and one for a reach at no more than so many
  /// pieces of a surface. Brackets are valid whatever the limit.
  std::uint64_t max_cells = 1 << 15;
  /// Of each pair. Brackets are valid whatever the budget.
  Budget budget{};
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// Number of threads that share the queries of a batch (0: all cores). One query runs on one thread.
  int threads = 1;
};

/// How far the surface of one solid gets inside another: the largest distance of its points from the other's boundary.
struct Reach {
  Bracket length;              ///< 0 when no point of the surface is inside
  Vec3 point;                  ///< a point of the surface that is at least `length.lower` deep, in the world, rounded
  std::uint32_t triangle = 0;  ///< where it is
};

/// How deep two solids are in each other. Lengths are in the world. For a point x let d(x) be its distance from a
/// solid's boundary, where surfaces that are inside of united shells do not count. Surfaces belong to their solids,
/// also where they have no inside, as a triangle and its back: two solids are separate when nothing of one is in the
/// other's interior (InteriorsMeeting::is_apart).
struct Penetration {
  /// The largest d_A(x) + d_B(x) over the points x of the overlap. Two faces that are pressed into each other by s have
  /// depth s; a part placed twice has twice the radius of its largest ball; a sheet of no thickness is as deep in a
  /// solid as its surface gets. 0 when they are separate, and never more than any translation that separates them.
  Bracket depth;
  Vec3 deepest;            ///< a point of the overlap that is at least `depth.lower` deep, in the world, rounded
  Reach reach_a, reach_b;  ///< of A's surface in B, and of B's surface in A
  /// The length of the shortest translation of B after which the solids are separate. `upper` is the length of
  /// `way_out`, rounded up. For two convex solids they are at most about 1 % apart, whatever the errors asked for;
  /// otherwise `lower` is that of the depth.
  Bracket way_out_length;
  /// A translation of B that separates: with Placement{at_b.linear, at_b.shift + way_out} the solids are separate,
  /// which an exact query confirmed. 0 when they are separate anyway.
  Vec3 way_out;
  Counters counters;
  /// Do the depth and both reaches meet the errors asked for, or are too small to be told from rounding (some 2^-39 of
  /// the largest coordinate)? Not when the budget or `max_cells` ended a search, nor, mostly, when surfaces pass
  /// through each other within one solid: then only the way out bounds its depths from above.
  bool complete = true;
};

/// How deep two placed solids are in each other, how far their surfaces get, and a way to part them. Placements are
/// world <- model. Answers do not depend on the instructions. Throws Error for an invalid placement or option, and for
/// a solid that is not closed.
Penetration penetration(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                        const PenetrationOptions& options = {});
/// Many placements at once; results in input order, the same for every thread count.
std::vector<Penetration> penetration(const Solid& a, const Solid& b, std::span<const PlacementPair> placements,
                                     const PenetrationOptions& options = {});

/// How far apart two solids are, or how deep in each other.
struct SignedGap {
  /// Of solids that are separate the distance is at least `lower` and at most `upper`, both 0 if they touch. Of
  /// others, `lower` is minus the length of a way out and `upper` minus the depth that is proved.
  double lower = 0, upper = 0;
  bool overlaps = false;    ///< may they be in each other? Otherwise it is proved that they are separate
  Distance distance;        ///< if they do not overlap
  Penetration penetration;  ///< if they do
  Counters counters;
  bool complete = true;
};

/// The distance of two placed solids, negative where they overlap: there it lies between minus the length of a verified
/// way out and minus the depth. The errors are those of the depth; a distance is exact, as distance() gives it. Throws
/// Error as penetration() does.
SignedGap signed_distance(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                          const PenetrationOptions& options = {});
/// Many placements at once; results in input order, the same for every thread count.
std::vector<SignedGap> signed_distance(const Solid& a, const Solid& b, std::span<const PlacementPair> placements,
                                       const PenetrationOptions& options = {});

}  // namespace abut
