#include "query/depth_cells.h"

#include "leaf/point_triangle.h"
#include "math/rounding.h"
#include "query/best_first.h"
#include "query/cell_cut.h"
#include "query/cell_surface.h"
#include "query/depth_climb.h"
#include "query/placed_box.h"

#include <cmath>

namespace abut {

namespace {

/// A part of space.
struct Cell {
  ConvexCell shape;
  Depths at_centre;  // once measured
  Vec3 centre;
  std::optional<std::uint32_t> met_a, met_b;  // triangles that it meets, if the centre is outside
  int cuts = 0;
  bool is_measured = false;
};

class CellSearch {
 public:
  CellSearch(PlacedSolid& a, PlacedSolid& b, const DepthGoal& goal, const Spending& spending, FoundDepth& found)
      : a_(a), b_(b), goal_(goal), spending_(spending), found_(found), slack_(a.slack() + b.slack()) {}

  void run() {
    Cell whole;
    whole.shape = ConvexCell(Bounds{max(a_.bounds().low, b_.bounds().low), min(a_.bounds().high, b_.bounds().high)});
    keep_to_box(a_, whole);
    keep_to_box(b_, whole);
    add(std::move(whole), found_.depth.upper);
    std::uint64_t looked = 0;
    while (!cells_.empty() && cells_.top_bound() > enough() && looked++ < goal_.max_cells && !spending_.is_over()) {
      auto [bound, cell] = cells_.pop();
      if (cell.is_measured)
        split(cell, bound);
      else
        measure(std::move(cell), bound);
    }
    const double upper = std::max({found_.depth.lower, left_out_, cells_.empty() ? 0 : cells_.top_bound()});
    found_.depth.upper = std::min(found_.depth.upper, upper);
  }

 private:
  /// How far outside of a face cells are cut.
  double step() const { return 0.1 * goal_.relative_error * found_.depth.lower + 4 * slack_; }
  double enough() const { return goal_.enough(found_.depth.lower); }

  /// Cuts away what is outside of the box around a solid.
  static void keep_to_box(const PlacedSolid& solid, Cell& cell) {
    const PlacedBox box(solid, 0, 0);
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 normal = cross(box.axes[(axis + 1) % 3], box.axes[(axis + 2) % 3]);
      const double size = length(normal);
      if (!(size > 0)) continue;
      const Vec3 unit = normal * (1 / size);
      const double middle = dot(unit, box.centre), half = std::abs(dot(unit, box.axes[axis])) + 8 * solid.slack();
      if (auto parts = cell.shape.cut(unit, middle + half)) cell.shape = std::move(parts->first), ++cell.cuts;
      if (auto parts = cell.shape.cut(unit, middle - half)) cell.shape = std::move(parts->second), ++cell.cuts;
    }
  }

  void add(Cell cell, double bound) {
    if (bound > enough())
      cells_.push(bound, std::move(cell));
    else
      left_out_ = std::max(left_out_, bound);
  }

  /// On which side of a surface the centre is takes as long to find out as its distance, and mostly does not matter.
  void measure(Cell cell, double bound) {
    cell.centre = cell.shape.centre();
    cell.at_centre = {a_.nearest(cell.centre), b_.nearest(cell.centre)};
    cell.is_measured = true;
    Depths& depths = cell.at_centre;
    const double radius = cell.shape.radius(cell.centre) * (1 + 8 * unit_roundoff) + slack_;
    const auto lipschitz = [&] { return add_up(depths.a.upper, depths.b.upper) + 2 * radius; };
    bound = std::min({bound, lipschitz(), farthest(cell.shape, depths).distance});
    if (bound > enough()) {
      depths.a = a_.with_side(cell.centre, depths.a);
      if (depths.a.upper + radius < 0) return;
      depths.b = b_.with_side(cell.centre, depths.b);
      if (depths.b.upper + radius < 0) return;
      if (take(depths, cell.centre, found_)) climb(a_, b_, cell.centre, found_);
      bound = std::min(bound, lipschitz());
    }
    if (bound > enough() && (is_outside(a_, depths.a, cell, cell.met_a) || is_outside(b_, depths.b, cell, cell.met_b)))
      return;
    add(std::move(cell), bound);
  }

  /// All of it is, if its centre is and it meets no triangle.
  bool is_outside(const PlacedSolid& solid, const DepthAt& at_centre, const Cell& cell,
                  std::optional<std::uint32_t>& met) const {
    if (!(at_centre.upper < 0)) return false;
    met = met_triangle(solid, cell.shape, slack_);
    return !met;
  }

  struct Farthest {
    double distance = 0;
    Vec3 corner;
  };

  /// An upper bound of the sum of the distances from the triangles closest to the centre, and the corner that sets it.
  Farthest farthest(const ConvexCell& shape, const Depths& nearest) const {
    const std::array<Vec3, 3> of_a = a_.corners(nearest.a.triangle), of_b = b_.corners(nearest.b.triangle);
    Farthest most{-1, {}};
    for (const Vec3& corner : shape.corners()) {
      const double sum = distance_to_triangle(corner, of_a) + distance_to_triangle(corner, of_b);
      if (sum > most.distance) most = {sum, corner};
    }
    most.distance = most.distance * (1 + 16 * unit_roundoff) + 4 * slack_;
    return most;
  }

  /// Between the facets that are nearest to the centre and those nearest to the corner.
  std::optional<CellCut> cut_towards(const Vec3& worst, const Cell& cell, std::span<const Facet, 2> facets,
                                     double least) {
    const Depths there = depths_at(a_, b_, worst);
    take(there, worst, found_);
    const Depths& here = cell.at_centre;
    std::optional<CellCut> cut;
    if (there.a.triangle != here.a.triangle)
      cut = cut_between(cell.shape, facets[0], Facet(a_.corners(there.a.triangle), worst, there.a.lower >= 0), least,
                        step());
    if (!cut && there.b.triangle != here.b.triangle)
      cut = cut_between(cell.shape, facets[1], Facet(b_.corners(there.b.triangle), worst, there.b.lower >= 0), least,
                        step());
    return cut;
  }

  /// What is left of a cell that is outside but for a face that it lies on.
  std::optional<ConvexCell> without_outside(const Cell& cell, const PlacedSolid& solid,
                                            const std::optional<std::uint32_t>& met) const {
    if (!met || cell.cuts == PlacedSolid::most_cuts) return std::nullopt;
    const Facet facet(solid.corners(*met), cell.centre, false);
    const auto cut = cut_off_behind(cell.shape, facet, step());
    auto parts = cut ? cell.shape.cut(cut->direction, cut->offset) : std::nullopt;
    if (!parts) return std::nullopt;
    auto& [behind, before] = *parts;
    if (!facet.outside_is_above) std::swap(behind, before);
    if (met_triangle(solid, before, slack_)) return std::nullopt;
    return std::move(behind);
  }

  CellCut cut_of(const Cell& cell, double bound) {
    const Depths& depths = cell.at_centre;
    const std::array facets{Facet(a_.corners(depths.a.triangle), cell.centre, depths.a.is_inside),
                            Facet(b_.corners(depths.b.triangle), cell.centre, depths.b.is_inside)};
    const double least = std::max({found_.depth.lower, goal_.least, bound / 32});
    const Vec3 worst = farthest(cell.shape, depths).corner;
    const CellCut cut = choose_cut(cell.shape, worst, facets, least, step());
    return cut.is_bisection ? cut_towards(worst, cell, facets, least).value_or(cut) : cut;
  }

  void split(const Cell& cell, double bound) {
    auto rest = without_outside(cell, a_, cell.met_a);
    if (!rest) rest = without_outside(cell, b_, cell.met_b);
    if (rest) return add_part(std::move(*rest), cell, bound);
    const CellCut plane = cut_of(cell, bound);
    std::optional<std::pair<ConvexCell, ConvexCell>> parts;
    if (cell.cuts < PlacedSolid::most_cuts) parts = cell.shape.cut(plane.direction, plane.offset);
    // Too small, or with too many planes.
    if (!parts) {
      left_out_ = std::max(left_out_, bound);
      return;
    }
    for (ConvexCell* part : {&parts->first, &parts->second}) add_part(std::move(*part), cell, bound);
  }

  void add_part(ConvexCell shape, const Cell& whole, double bound) {
    Cell part;
    part.shape = std::move(shape);
    part.cuts = whole.cuts + 1;
    const double limit = std::min(bound, farthest(part.shape, whole.at_centre).distance);
    add(std::move(part), limit);
  }

  PlacedSolid &a_, &b_;
  DepthGoal goal_;
  const Spending& spending_;
  FoundDepth& found_;
  double slack_;
  double left_out_ = 0;
  BestFirst<Cell> cells_;
};

}  // namespace

void search_cells(PlacedSolid& a, PlacedSolid& b, const DepthGoal& goal, const Spending& spending, FoundDepth& found) {
  CellSearch(a, b, goal, spending, found).run();
}

}  // namespace abut
