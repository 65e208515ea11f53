#pragma once

// What any lids make of a mesh with holes, in rational numbers and by definition: no walk, no hull, no tree. Shares no
// code with the library. For small meshes: it tries all simplices of a rim's points.

#include "math/random.h"
#include <abut/mesh.h>
#include <abut/placement.h>

#include <map>
#include <set>

#include <boost/multiprecision/gmp.hpp>

namespace abut {

class LidOracle {
 public:
  using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
  using Point = std::array<Rational, 3>;
  using Face = std::array<Point, 3>;

  LidOracle(const Mesh& mesh, const Placement& at);

  /// How many pieces the rim has: no single corner parts the edges of one of them.
  std::size_t rims() const { return rims_.size(); }
  /// The corners of each piece, by position in the mesh.
  std::vector<std::vector<Vec3>> rim_points() const;
  /// Does the surface hang together through edges and pieces of the rim?
  bool is_one_shell() const { return is_one_shell_; }

  bool is_on_surface(const Vec3& point) const;
  /// Is it in the convex hull of a piece of the rim?
  bool is_in_hull(const Vec3& point) const;
  /// Of one shell, for a point on no triangle, with lids chosen at random: does the surface wind around the point? If
  /// it is not wound consistently: is the number of crossings odd?
  bool is_inside_with_some_lids(const Vec3& point, Random& random) const;

 private:
  using Corner = std::array<double, 3>;
  using EdgeKey = std::pair<Corner, Corner>;  // the smaller one first
  struct OpenEdge {
    Point from, to;  // as most triangles run
  };

  Point image(const Vec3& p) const;
  std::vector<Face> some_lids(Random& random) const;

  Placement at_;
  std::map<Corner, Point> images_;
  std::vector<Face> faces_;                      // those with three corners in three places
  std::vector<Face> all_faces_;                  // the others as well
  std::vector<std::vector<EdgeKey>> rim_edges_;  // of each piece
  std::vector<std::vector<OpenEdge>> rims_;
  bool is_one_shell_ = false, is_wound_ = true;
};

}  // namespace abut
