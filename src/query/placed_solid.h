#pragma once

#include "query/farthest_point.h"
#include "query/model_point_search.h"
#include "query/solid_search.h"
#include <abut/penetration.h>

namespace abut {

/// What a query of several searches has spent, and may still spend.
struct Spending {
  explicit Spending(const Budget& budget) : watch(budget) {}
  void add(const Counters& more) { counters += more, watch.spend(more); }
  bool is_over() const { return watch.is_over_now(); }

  BudgetWatch watch;
  Counters counters;
};

/// How deep a point is inside a solid: its distance from the boundary, negative outside.
struct DepthAt {
  double lower = 0, upper = 0;
  std::uint32_t triangle = 0;                    ///< the closest one of the surface
  Vec3 closest;                                  ///< the closest point of the surface, rounded
  std::uint32_t place = ClosestSearch::no_seed;  ///< of the triangle, for searches around here
  bool is_inside = false;                        ///< proved; false on the surface, too
  bool is_within = false;                        ///< inside or on the boundary, proved
};

/// A placed solid as the searches for depth see it. Not to be shared between threads.
class PlacedSolid {
 public:
  /// All outlive it, and are valid; the solid is closed and has triangles.
  PlacedSolid(const Solid& solid, const Placement& at, const PenetrationOptions& options, Spending& spending);

  const Solid& solid() const { return solid_; }
  const Placement& at() const { return at_; }
  /// Of a surface that passes through itself `upper` is too small inside: see is_boundary().
  DepthAt depth(const Vec3& point) { return with_side(point, nearest(point)); }
  /// As if the point were inside: its distance from the surface. That bounds the depth from above, wherever it is.
  DepthAt nearest(const Vec3& point);
  /// The same sooner, if something is known of a point close by.
  DepthAt nearest(const Vec3& point, const DepthAt& nearby) {
    if (nearby.place != ClosestSearch::no_seed) closest_.begin_at(nearby.place);
    return nearest(point);
  }
  /// The other one has the same triangles in the same place, and outlives this: what was last asked of it is known.
  void set_twin(const PlacedSolid& other) { twin_ = &other; }
  /// What nearest() said of the point, with the right sign.
  DepthAt with_side(const Vec3& point, const DepthAt& nearest);
  /// Is every triangle part of the solid's boundary? Otherwise a surface may be inside of united shells, and the
  /// distance from it bounds the depth from below only.
  bool is_boundary() const;
  bool is_convex() const;

  /// Of its corners in the world, rounded.
  const FarthestPoint& extremes() const { return extremes_; }
  /// In the world, rounded.
  std::array<Vec3, 3> corners(std::uint32_t triangle) const;
  std::size_t triangle_count() const { return triangles_.size(); }
  /// Around the exact images of all points.
  const Bounds& bounds() const { return bounds_; }
  /// How often a cell may be cut before its corners are off by more than the slack.
  static constexpr int most_cuts = 72;
  /// No rounded point, nor one that lies between some of them and was found by so many cuts, is farther than this from
  /// the real one.
  double slack() const { return slack_; }
  /// An upper bound of the largest distance of the points from one triangle, and which point it is: the distance from a
  /// triangle is convex, so no point between them is farther away.
  struct Farthest {
    double distance = 0;
    int point = 0;
  };
  Farthest farthest(std::span<const Vec3> points, std::uint32_t from_triangle) const;

  const WideTree& tree() const { return solid_.model().data().tree; }
  const InnerFrame& frame() const { return solid_.model().data().frame; }

 private:
  const Solid& solid_;
  const Placement& at_;
  Spending& spending_;
  ModelPointSearch closest_;
  SolidSearch sides_;
  FarthestCorner extremes_;
  std::span<const Triangle> triangles_;
  std::span<const Vec3> points_;  // in the model's frame
  Bounds bounds_;
  double slack_;
  const PlacedSolid* twin_ = nullptr;
  std::optional<std::pair<Vec3, DepthAt>> last_;  // what was last asked, and its answer
};

/// Do both have the same triangles, wherever they are?
bool have_the_same_mesh(const PlacedSolid& a, const PlacedSolid& b);

}  // namespace abut
