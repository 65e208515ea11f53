#pragma once

#include <abut/mesh.h>
#include <abut/penetration.h>

namespace abut {

/// Brute force over the triangles of a closed mesh whose shells do not cross, in plain doubles; shares no code with the
/// library's queries.
class DepthOracle {
 public:
  DepthOracle(const Mesh& mesh, const Placement& at);

  /// The distance from the surface, negative outside.
  double depth(const Vec3& point) const;
  const Bounds& bounds() const { return bounds_; }
  std::span<const std::array<Vec3, 3>> triangles() const { return triangles_; }

 private:
  std::vector<std::array<Vec3, 3>> triangles_;
  Bounds bounds_;
};

/// The largest sum of both depths over the overlap: between the largest on a grid of so many points along the longest
/// side of the overlap's box, and what it could be between them.
Bracket sampled_depth(const DepthOracle& a, const DepthOracle& b, int points);
/// The largest depth in `in` of the surface of `of`, or 0, from samples at most `step` from every point of it.
Bracket sampled_reach(const DepthOracle& of, const DepthOracle& in, double step);

/// The shortest way out of two convex polytopes with few faces: along a normal of a face or across two edges.
double shortest_convex_way(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b);

}  // namespace abut
