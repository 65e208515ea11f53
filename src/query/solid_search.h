#pragma once

#include "base/budget_watch.h"
#include "base/shared_data.h"
#include "engine/stab.h"
#include "leaf/point_distance.h"
#include "leaf/ray_crossing.h"
#include "math/inner_point.h"
#include "mesh/shells.h"
#include "query/lids.h"
#include "query/model_data.h"
#include "query/proper_surface.h"
#include "query/surface_kind.h"
#include <abut/solid.h>

#include <memory>
#include <mutex>

namespace abut {

struct Solid::Data : detail::SharedData {
  Data(Model&& m, const SolidOptions& o);
  /// Of a closed mesh that is divided as is said; `closedness` is that of its edges.
  static Solid with(Model model, Shells shells, std::vector<std::uint32_t> groups);

  /// Sides at which the windings do not cancel out, each as a segment: a triangle whose corner 1 is its corner 2.
  LeafGeometry rim() const { return {rim_points, rim_sides, rim_forms, model.data().frame.centre}; }

  /// Is a point of the space around a closed mesh inside? Given which shells a way out crosses, and which way: 1 when
  /// it leaves through the triangle's back, -1 through its front. Sorts them.
  using ShellCrossings = std::vector<std::pair<std::uint32_t, int>>;
  bool is_inside(ShellCrossings& crossed) const { return groups_around(shells_around(crossed), groups) % 2 == 1; }
  /// The shells that the point is in.
  std::vector<std::uint32_t> shells_around(ShellCrossings& crossed) const;
  /// How many groups these belong to.
  static std::size_t groups_around(std::vector<std::uint32_t> shells, std::span<const std::uint32_t> groups);

  /// Of a closed mesh; found out when it is first asked for.
  const ProperSurface& proper_surface() const;

  Model model;
  SolidOptions options;
  Closedness closedness;
  Shells shells;                      ///< of a closed mesh
  std::vector<std::uint32_t> groups;  ///< for each shell the first one of those that it crosses, see groups_of()
  Vec3 half;  ///< how far the points reach from the frame\'s centre along its axes, in inner units, either way
  std::vector<std::uint32_t> without_area;  ///< the triangles that are segments or points
  std::vector<Vec3> rim_points;
  std::vector<Triangle> rim_sides;
  std::vector<TriangleForm> rim_forms;
  std::vector<std::int32_t> rim_balance;
  std::unique_ptr<const Lids> lids;  ///< of a mesh with holes that any lid closes

 private:
  Data(Model&& m, Shells&& s, std::vector<std::uint32_t>&& g);
  void measure();
  friend const SurfaceKind& surface_kind_of(const Solid& solid);
  mutable std::once_flag is_kind_known_;
  mutable SurfaceKind surface_kind_;
  mutable std::once_flag is_proper_known_;
  mutable ProperSurface proper_surface_;
};

/// Asks where points are relative to one placed solid; holds what they have in common. Not to be shared between
/// threads.
class SolidSearch {
 public:
  /// All outlive the search; the placement is valid.
  SolidSearch(const Solid& solid, const Placement& at, Simd simd);

  Located where(const Vec3& world_point, const BudgetWatch& watch) const;
  /// Of the image of a point under another placement, which need not be a double.
  Located where(const Vec3& point, const Placement& at_point, const BudgetWatch& watch) const;
  /// Of a mesh with holes that any lid closes: is the point inside or on the hull of a rim?
  Located where_in_hulls(const Vec3& point, const Placement& at_point, const BudgetWatch& watch) const;
  double winding_number(const Vec3& world_point) const;

 private:
  /// A point, as one triangle, and where its model stands.
  struct Asked {
    LeafGeometry geometry;
    const Placement& at;
    Vec3 world;        // where it is, rounded,
    double error = 0;  // and how far each coordinate may be off
  };
  /// The same with what the solid's frames see of it.
  struct Start {
    LeafGeometry geometry;
    const Placement& at;
    InnerPoint seen;
  };
  /// The image of a point, which outlives it.
  static Asked asked(const LonePoint& point, const Placement& at_point);
  Start start(const Asked& asked) const {
    return {asked.geometry, asked.at, frames_.carried(asked.world, asked.error)};
  }
  struct Crossings {
    AxisRay ray;
    bool on_surface = false;
    bool complete = true;  // false when the budget ended the search, unless the point is on the surface
    Counters counters;
    std::uint64_t count = 0;
    std::int64_t balance = 0;  // out minus in
    // One by one where there are several shells: which one is crossed, and which way.
    Solid::Data::ShellCrossings of_shells;
  };
  class Counting;

  Located where(const Asked& asked, const BudgetWatch& watch) const;
  /// Of a mesh with holes that any lid closes.
  Located where_open(const Asked& asked, BudgetWatch watch) const;
  /// Of a closed mesh: is the point in a shell, whatever the groups, or on one?
  Located where_in_shells(const Asked& asked, const BudgetWatch& watch) const;
  Crossings crossings(const Start& start, const BudgetWatch& watch) const;
  bool is_inside(Crossings& found) const;
  int axis_beyond(const InnerPoint& point) const;
  AxisRay shortest_ray(const InnerPoint& point) const;
  double fraction_of_rim(const Start& start, const AxisRay& ray) const;

  const Solid::Data& solid_;
  const Placement& at_;
  Simd simd_;
  InnerPoints frames_;
  std::unique_ptr<const SolidSearch> lidded_, hulls_;  // where any lid closes the holes
};

}  // namespace abut
