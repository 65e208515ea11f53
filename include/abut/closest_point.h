#pragma once

#include <abut/collide.h>

#include <array>
#include <limits>

namespace ABUT_API abut {

struct ClosestPointOptions {
  /// The search ends when upper <= lower (1 + relative_error), or upper <= lower + absolute_error, or the two are
  /// neighbouring doubles. Every complete answer meets one of these. With 0 and 0 the query is exact.
  double relative_error = 0, absolute_error = 0;
  /// An upper bound known in advance, in the world. Nothing farther away is searched; if nothing is closer, `upper`
  /// stays infinite.
  double known_upper = std::numeric_limits<double>::infinity();
  /// For each point. The bracket is valid whatever the budget. At least one triangle is always measured.
  Budget budget{};
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
  /// Number of threads that share the points of a batch (0: all cores).
  int threads = 1;
};

/// The distance of a model from a point: lower <= the distance of its exact image <= upper. Lengths are in the world.
struct ClosestPoint {
  /// `upper` is the length to the point found, rounded up. In a complete query it is 0 if and only if the point lies on
  /// the placed surface. Both are infinite for an empty model.
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  std::uint32_t triangle = 0;
  std::array<double, 3> weights{};  ///< barycentric coordinates of the closest point in its triangle; see point_on()
  Vec3 point;                       ///< the closest point in the world, rounded
  Counters counters;
  bool complete = true;  ///< false when the budget ended the search
};

/// The point of a placed model that is closest to a point of the world. The placement is world <- model. In a complete
/// exact query, upper - lower is at most 64 * 2^-53 * (the longest side of the triangle named + the distance) +
/// 2^-1065, and the triangle named has the smallest id of those with the least `upper`. The answer is the same for
/// every kind of tree, thread count and instruction set. Throws Error for an invalid placement or option, and for a
/// point that is not finite or beyond 2^300.
ClosestPoint closest_point(const Model& model, const Placement& at, const Vec3& point,
                           const ClosestPointOptions& options = {});

/// Many points at once; results in input order, the same for every thread count. Faster than one by one, because each
/// search starts from a neighbour's answer.
std::vector<ClosestPoint> closest_point(const Model& model, const Placement& at, std::span<const Vec3> points,
                                        const ClosestPointOptions& options = {});

}  // namespace abut
