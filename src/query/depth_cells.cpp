#include "query/depth_cells.h"

#include "leaf/point_triangle.h"
#include "math/rounding.h"
#include "query/best_first.h"
#include "query/convex_cell.h"

#include <cmath>
#include <memory>

namespace abut {

namespace {

struct Depths {
  DepthAt a, b;
  /// Proved of the point, if it is in the overlap; negative otherwise.
  double lower() const { return a.lower >= 0 && b.lower >= 0 ? add_down(a.lower, b.lower) : -1; }
};

Depths depths_at(PlacedSolid& a, PlacedSolid& b, const Vec3& point) { return {a.depth(point), b.depth(point)}; }

bool take(const Depths& depths, const Vec3& point, FoundDepth& best) {
  if (!(depths.lower() > best.depth.lower)) return false;
  best.depth.lower = depths.lower();
  best.point = point;
  best.exit_a = depths.a.closest, best.exit_b = depths.b.closest;
  return true;
}

/// Away from the closest point of the surface, or nothing on it.
Vec3 inwards(const Vec3& point, const DepthAt& depth) {
  const Vec3 way = point - depth.closest;
  const double size = length(way);
  return size > 0 ? way * (1 / size) : Vec3{};
}

/// A triangle's plane and how far it extends: along its longest side, and across.
struct Facet {
  std::array<Vec3, 3> axes;  // unit vectors: along the longest side, across it, normal
  std::array<double, 2> size{};
  double offset = 0;  // of the plane along the normal
  bool is_sliver = true;
};

Facet facet_of(const std::array<Vec3, 3>& corners) {
  Facet facet;
  int longest = 0;
  for (int i = 0; i < 3; ++i)
    if (const double side = length(corners[(i + 1) % 3] - corners[i]); side > facet.size[0])
      facet.size[0] = side, longest = i;
  const Vec3 side = corners[(longest + 1) % 3] - corners[longest];
  const Vec3 normal = cross(side, corners[(longest + 2) % 3] - corners[longest]);
  const double area = length(normal);
  if (!(area > 0x1p-40 * facet.size[0] * facet.size[0])) return facet;
  facet.axes[0] = side * (1 / facet.size[0]);
  facet.axes[2] = normal * (1 / area);
  facet.axes[1] = cross(facet.axes[2], facet.axes[0]);
  facet.size[1] = area / facet.size[0];
  facet.offset = dot(facet.axes[2], corners[longest]);
  facet.is_sliver = false;
  return facet;
}

using Triangles = std::shared_ptr<const std::vector<std::uint32_t>>;

/// A part of space.
struct Cell {
  ConvexCell shape;
  Triangles met_a, met_b;  // all triangles that it may meet, perhaps some more
  Depths at_centre;        // once measured
  Vec3 centre;
  int cuts = 0;
  bool is_measured = false;
};

class CellSearch {
 public:
  CellSearch(PlacedSolid& a, PlacedSolid& b, const DepthGoal& goal, const Spending& spending, FoundDepth& found)
      : a_(a), b_(b), goal_(goal), spending_(spending), found_(found), slack_(a.slack() + b.slack()) {}

  void run() {
    Cell whole;
    whole.shape = ConvexCell({max(a_.bounds().low, b_.bounds().low), min(a_.bounds().high, b_.bounds().high)});
    whole.met_a = all_triangles(a_);
    whole.met_b = all_triangles(b_);
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
  double enough() const { return goal_.enough(found_.depth.lower); }

  static Triangles all_triangles(const PlacedSolid& solid) {
    std::vector<std::uint32_t> all(solid.triangle_count());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    return std::make_shared<const std::vector<std::uint32_t>>(std::move(all));
  }

  void add(Cell cell, double bound) {
    if (bound > enough())
      cells_.push(bound, std::move(cell));
    else
      left_out_ = std::max(left_out_, bound);
  }

  /// Those of the triangles that the cell may meet.
  Triangles met(const PlacedSolid& solid, const Triangles& among, const ConvexCell& shape) const {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t triangle : *among)
      if (!shape.is_beside(solid.corners(triangle), slack_)) result.push_back(triangle);
    return std::make_shared<const std::vector<std::uint32_t>>(std::move(result));
  }

  void measure(Cell cell, double bound) {
    cell.centre = cell.shape.centre();
    cell.at_centre = depths_at(a_, b_, cell.centre);
    cell.is_measured = true;
    const Depths& depths = cell.at_centre;
    if (take(depths, cell.centre, found_)) climb(a_, b_, cell.centre, found_);
    const double radius = cell.shape.radius(cell.centre) * (1 + 8 * unit_roundoff) + slack_;
    // Both depths are 1-Lipschitz: all of the cell is outside of one solid.
    if (depths.a.upper + radius < 0 || depths.b.upper + radius < 0) return;
    bound = std::min({bound, add_up(depths.a.upper, depths.b.upper) + 2 * radius, farthest(cell)});
    if (bound > enough()) {
      // A cell that meets no surface is outside if its centre is.
      cell.met_a = met(a_, cell.met_a, cell.shape);
      if (cell.met_a->empty() && depths.a.upper < 0) return;
      cell.met_b = met(b_, cell.met_b, cell.shape);
      if (cell.met_b->empty() && depths.b.upper < 0) return;
    }
    add(std::move(cell), bound);
  }

  /// An upper bound of the sum of the distances from the triangles closest to the centre, and its corner.
  double farthest(const Cell& cell) {
    const std::array<Vec3, 3> of_a = a_.corners(cell.at_centre.a.triangle),
                              of_b = b_.corners(cell.at_centre.b.triangle);
    double most = 0;
    for (const Vec3& corner : cell.shape.corners())
      most = std::max(most, distance_to_triangle(corner, of_a) + distance_to_triangle(corner, of_b));
    return most * (1 + 16 * unit_roundoff) + 4 * slack_;
  }

  struct CutPlane {
    Vec3 direction;
    double offset = 0;
    double weight = 0;
  };

  /// Across a direction in which the cell is too large beside what it is near: a facet, or the depth itself.
  CutPlane across(const Cell& cell, std::span<const Facet> facets) const {
    CutPlane best;
    const double least = std::max(found_.depth.lower, goal_.least);
    const auto consider = [&](const Vec3& direction, double size) {
      const auto [low, high] = cell.shape.extent(direction);
      if (const double weight = (high - low) / std::max(size, least); weight > best.weight)
        best = {direction, low + (high - low) * 0.5, weight};
    };
    for (const Facet& facet : facets)
      for (int i = 0; i < 3; ++i)
        if (!facet.is_sliver) consider(facet.axes[i], i < 2 ? facet.size[i] : 0);
    if (best.weight == 0)
      for (int i = 0; i < 3; ++i) consider(Matrix3{}.column(i), 0);
    return best;
  }

  /// Along a facet, a little outside of it, if much of the cell is beyond.
  CutPlane along(const Cell& cell, const Facet& facet, bool centre_is_inside) const {
    CutPlane plane;
    if (facet.is_sliver) return plane;
    const double step = 0.1 * goal_.relative_error * std::max(found_.depth.lower, goal_.least) + 8 * slack_;
    const double centre = dot(facet.axes[2], cell.centre) - facet.offset;
    const bool outside_is_above = (centre > 0) != centre_is_inside;
    const auto [low, high] = cell.shape.extent(facet.axes[2]);
    const double beyond = outside_is_above ? high - facet.offset : facet.offset - low;
    const double within = outside_is_above ? facet.offset - low : high - facet.offset;
    if (!(beyond > 2 * step) || !(within > -step)) return plane;
    return {facet.axes[2], facet.offset + (outside_is_above ? step : -step), beyond};
  }

  void split(const Cell& cell, double bound) {
    const std::array facets{facet_of(a_.corners(cell.at_centre.a.triangle)),
                            facet_of(b_.corners(cell.at_centre.b.triangle))};
    CutPlane plane = across(cell, facets);
    if (plane.weight <= 2) {
      const CutPlane along_a = along(cell, facets[0], cell.at_centre.a.is_inside);
      const CutPlane along_b = along(cell, facets[1], cell.at_centre.b.is_inside);
      const CutPlane& deeper = along_a.weight >= along_b.weight ? along_a : along_b;
      if (deeper.weight > 0) plane = deeper;
    }
    // After more cuts than this the corners may be off by more than the slack.
    constexpr int most_cuts = 64;
    std::optional<std::pair<ConvexCell, ConvexCell>> parts;
    if (cell.cuts < most_cuts) parts = cell.shape.cut(plane.direction, plane.offset);
    // Too small, or with too many planes.
    if (!parts) {
      left_out_ = std::max(left_out_, bound);
      return;
    }
    for (ConvexCell* part : {&parts->first, &parts->second}) {
      Cell child;
      child.shape = std::move(*part);
      child.met_a = cell.met_a, child.met_b = cell.met_b;
      child.at_centre = cell.at_centre;
      child.cuts = cell.cuts + 1;
      const double farthest_corner = farthest(child);
      add(std::move(child), std::min(bound, farthest_corner));
    }
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

void climb(PlacedSolid& a, PlacedSolid& b, const Vec3& from, FoundDepth& best) {
  Vec3 point = from;
  Depths depths = depths_at(a, b, point);
  take(depths, point, best);
  double step = 0.5 * std::max({depths.a.upper, depths.b.upper, 0.0});
  for (int i = 0; i < 12 && step > 0; ++i) {
    const Vec3 uphill = inwards(point, depths.a) * (depths.a.lower >= 0 ? 1.0 : -1.0) +
                        inwards(point, depths.b) * (depths.b.lower >= 0 ? 1.0 : -1.0);
    // At rest between two faces.
    if (dot(uphill, uphill) < 1e-6) break;
    const Vec3 next = point + uphill * step;
    const Depths there = depths_at(a, b, next);
    const bool is_higher = there.lower() > depths.lower() * (1 + 1e-3);
    take(there, next, best);
    if (is_higher)
      point = next, depths = there, step *= 1.5;
    else
      step *= 0.4;
  }
}

void search_cells(PlacedSolid& a, PlacedSolid& b, const DepthGoal& goal, const Spending& spending, FoundDepth& found) {
  CellSearch(a, b, goal, spending, found).run();
}

}  // namespace abut
