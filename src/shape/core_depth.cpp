#include "shape/core_depth.h"

#include "math/placed_difference.h"
#include "math/rounding.h"
#include "query/expanding_polytope.h"
#include "shape/unit_of.h"
#include <abut/closest_point.h>
#include <abut/interiors.h>
#include <abut/penetration.h>

#include <algorithm>
#include <optional>

namespace abut {

namespace {

/// The points of both cores seen from A's origin.
struct SeenHulls {
  std::vector<Vec3> a, b;
  double slack;

  SeenHulls(const StandingShape& body_a, const StandingShape& body_b) {
    const Vec3 way = body_b.at.shift - body_a.at.shift;
    for (const Vec3& point : body_a.shape.core.mesh().points) a.push_back(body_a.at.linear * point);
    for (const Vec3& point : body_b.shape.core.mesh().points) b.push_back(body_b.at.linear * point + way);
    const auto size = [](const StandingShape& body) {
      return largest_row_sum(body.at.linear) * largest(abs(body.shape.middle) + body.shape.reach);
    };
    // As in convex_gap.cpp: no point of A - B is off by more than 10.8u of the sizes, nor any rounded product of it
    // with a unit vector by more than 20u.
    slack = 0x1p-47 * (size(body_a) + size(body_b) + largest(abs(way)));
  }
  std::optional<HullWay> shortest_way(double relative_error) const {
    const FarthestListed of_a(a), of_b(b);
    return shortest_hull_way({of_a, of_b, slack}, relative_error);
  }
  /// An upper bound of the length of a translation along a unit vector that parts the hulls, rounded up.
  double way_along(const Vec3& unit) const {
    const FarthestListed of_a(a), of_b(b);
    return std::max(0.0, HullPair{of_a, of_b, slack}.way_along(unit) + 2 * slack);
  }
};

/// The best of some directions and of the world's axes.
CoreDepth best_way(const SeenHulls& hulls, std::vector<Vec3> directions) {
  CoreDepth best{{0, std::numeric_limits<double>::infinity()}, {}};
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {1.0, -1.0}) {
      Vec3 unit;
      unit[axis] = sign;
      directions.push_back(unit);
    }
  for (const Vec3& unit : directions) {
    if (unit == Vec3{}) continue;
    // The way is along a vector that is a unit vector but for rounding.
    if (const double way = hulls.way_along(unit) * (1 + 0x1p-48); way < best.length.upper)
      best.length.upper = way, best.normal = unit;
  }
  return best;
}

/// Directions along which a plane may part two hulls that hardly overlap, with B on the far side: across faces of
/// either, across edges of both, across a lone edge.
std::vector<Vec3> parting_directions(const SeenHulls& hulls, const Mesh& mesh_a, const Mesh& mesh_b) {
  std::vector<Vec3> directions, edges[2];
  const auto look_at = [&](const std::vector<Vec3>& points, const Mesh& mesh, double outward,
                           std::vector<Vec3>& along) {
    for (const Triangle& t : mesh.triangles) {
      const Vec3 &p = points[t[0]], &q = points[t[1]], &r = points[t[2]];
      const Vec3 normal = unit_of(cross(q - p, r - p));
      for (const double sign : {outward, -outward}) directions.push_back(normal * sign);
      for (const Vec3& edge : {q - p, r - q, p - r}) {
        const Vec3 unit = unit_of(edge);
        if (unit == Vec3{}) continue;
        along.push_back(unit);
        for (const Vec3& across : {cross(unit, {1, 0, 0}), cross(unit, {0, 1, 0}), cross(unit, normal)})
          for (const double sign : {1.0, -1.0}) directions.push_back(unit_of(across) * sign);
      }
    }
  };
  look_at(hulls.a, mesh_a, 1, edges[0]);
  look_at(hulls.b, mesh_b, -1, edges[1]);
  constexpr std::size_t most_pairs = 4096;
  if (edges[0].size() * edges[1].size() > most_pairs) return directions;
  for (const Vec3& u : edges[0])
    for (const Vec3& v : edges[1])
      for (const double sign : {1.0, -1.0}) directions.push_back(unit_of(cross(u, v)) * sign);
  return directions;
}

/// Is the core all that its points enclose and no more, so that its depth is that of hulls?
bool is_hull(const StandingShape& body) { return body.shape.is_convex() || body.shape.kind == ShapeKind::hull; }

/// How deep a corner of one core, which has no inside, is in the other: no way out is shorter.
struct DeepestCorner {
  double depth = 0;
  Vec3 way;  ///< of the corner to the surface, a unit vector or 0
};

DeepestCorner deepest_corner(const StandingShape& thin, const StandingShape& in) {
  DeepestCorner deepest;
  for (const Vec3& corner : thin.shape.core.mesh().points) {
    // Rounded: what the real corner's depth is short of by at most that.
    const Vec3 point = thin.at * corner;
    const SignedDistance found = signed_distance(*in.shape.solid, in.at, point);
    if (found.side != Containment::inside) continue;
    const Vec3 magnitudes = abs(thin.at.linear) * abs(corner) + abs(thin.at.shift);
    const double depth = found.closest.lower - 8 * unit_roundoff * (magnitudes.x + magnitudes.y + magnitudes.z);
    if (!(depth > deepest.depth)) continue;
    deepest = {depth, unit_of(found.closest.point - point)};
  }
  return deepest;
}

/// Where at most one core has an inside: bounded by its deepest corners and by planes between the hulls.
CoreDepth thin_depth(const StandingShape& a, const StandingShape& b, const Vec3& guess) {
  const SeenHulls hulls(a, b);
  DeepestCorner deepest;
  if (a.shape.solid) deepest = deepest_corner(b, a);
  if (b.shape.solid) {
    deepest = deepest_corner(a, b);
    deepest.way = -deepest.way;  // B leaves the other way
  }
  CoreDepth depth = best_way(hulls, {guess, deepest.way});
  depth.length.lower = std::min(deepest.depth, depth.length.upper);
  return depth;
}

/// Solids that hardly overlap: a short way along the guess parts them, which an exact query confirms.
std::optional<CoreDepth> slight_depth(const StandingShape& a, const StandingShape& b, const Vec3& guess) {
  const double slack = SeenHulls(a, b).slack;
  for (const double way : {2 * slack, 0x1p10 * slack}) {
    const Placement moved{b.at.linear, b.at.shift + guess * way};
    if (interiors_meet(*a.shape.solid, a.at, *b.shape.solid, moved)) continue;
    return CoreDepth{{0, (length(moved.shift - b.at.shift) + slack) * (1 + 0x1p-48)}, guess};
  }
  return std::nullopt;
}

}  // namespace

CoreDepth convex_depth(const StandingShape& a, const StandingShape& b) {
  const SeenHulls hulls(a, b);
  const std::optional<HullWay> way = hulls.shortest_way(0x1p-30);
  if (!way) return best_way(hulls, parting_directions(hulls, a.shape.core.mesh(), b.shape.core.mesh()));
  CoreDepth depth = best_way(hulls, {way->direction});
  depth.length.lower = std::min(std::max(0.0, way->lower - hulls.slack), depth.length.upper);
  return depth;
}

CoreDepth core_depth(const StandingShape& a, const StandingShape& b, const Vec3& guess) {
  if (is_hull(a) && is_hull(b)) return convex_depth(a, b);
  if (!a.shape.solid || !b.shape.solid) return thin_depth(a, b, guess);
  if (const std::optional<CoreDepth> slight = slight_depth(a, b, guess)) return *slight;
  const Penetration found = penetration(*a.shape.solid, a.at, *b.shape.solid, b.at);
  const Vec3 way = unit_of(found.way_out);
  return {found.way_out_length, way == Vec3{} ? guess : way};
}

}  // namespace abut
