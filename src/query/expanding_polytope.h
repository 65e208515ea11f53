#pragma once

#include "query/farthest_point.h"

#include <optional>
#include <vector>

namespace abut {

/// The points of A's and B's hulls, and by how much each may be off.
struct HullPair {
  const FarthestPoint &a, &b;
  double slack;

  /// How far B must move along the unit vector so that a plane across it parts the hulls, rounded.
  double way_along(const Vec3& unit) const;
};

/// How two hulls are parted by the shortest translation.
struct HullWay {
  Vec3 direction;    ///< a unit vector along which B moves
  double lower = 0;  ///< no translation shorter than this parts the hulls
  double upper = 0;  ///< how far B moves along the direction, rounded
};

/// The shortest way out of two convex hulls, by a polytope that grows within their Minkowski difference (G. van den
/// Bergen, "Proximity queries and penetration depth computation on 3D game objects", 2001). Ends when upper <= lower (1
/// + relative_error), or the same with `least`, which no way is shorter than, or after many steps. Nothing when the
/// hulls do not overlap, or hardly.
std::optional<HullWay> shortest_hull_way(const HullPair& hulls, double relative_error, double least = 0);

}  // namespace abut
