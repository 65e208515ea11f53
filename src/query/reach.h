#pragma once

#include "query/depth_goal.h"
#include "query/placed_solid.h"

namespace abut {

/// How far a surface gets inside a solid, and how its deepest point gets out.
struct FoundReach {
  Reach reach;  ///< of a surface that is_boundary(), `upper` is proved; infinite otherwise
  Vec3 exit;    ///< the point of the solid's surface closest to reach.point
};

/// A point of a surface, rounded, and its triangle.
struct SurfacePoint {
  Vec3 point;
  std::uint32_t triangle = 0;
};

/// What is known before the search for a reach.
struct ReachStart {
  double upper = std::numeric_limits<double>::infinity();  ///< no point is deeper
  std::span<const SurfacePoint> points;                    ///< that may be deep
};

/// The largest depth in `in` of a point on the surface of `of`, or 0. Branch and bound: from the boxes of the tree to
/// triangles to parts of them, what may be deepest first.
FoundReach find_reach(const PlacedSolid& of, PlacedSolid& in, const DepthGoal& goal, const Spending& spending,
                      const ReachStart& start);
/// The same of some of its triangles.
FoundReach find_reach(const PlacedSolid& of, PlacedSolid& in, const DepthGoal& goal, const Spending& spending,
                      std::span<const std::uint32_t> triangles);

}  // namespace abut
