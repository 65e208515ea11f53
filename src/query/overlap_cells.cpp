#include "query/overlap_cells.h"

#include "leaf/cell_triangle.h"
#include "math/cube_cut.h"
#include "math/measured_wide.h"
#include "math/power_of_two.h"
#include "math/rounding.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace abut {

namespace {

// Cells are counted in a frame with the overlap's origin in which the first one is [-1/2, 1/2] along each axis, and the
// unit of each axis is a power of two. So their corners are exact.
constexpr int deepest = 40;
constexpr std::size_t most_cells = std::size_t{1} << 20, most_listed = std::size_t{1} << 28;

struct Cell {
  int depth = 0;
  std::array<std::uint32_t, 3> place{};  ///< on the grid of that depth
  /// The triangles of either solid that may touch it, as a run of the list. Of a cell inside the solid: none.
  std::array<std::uint32_t, 2> first{}, count{};
  double inside = 0, undecided = 1;  ///< parts of it; at least, and at most

  double size() const { return std::ldexp(1.0, -depth); }
  double volume() const { return std::ldexp(1.0, -3 * depth); }
  Vec3 centre() const {
    const auto middle = [&](int axis) { return (place[axis] + 0.5) * size() - 0.5; };
    return {middle(0), middle(1), middle(2)};
  }
  bool is_decided() const { return count[0] == 0 && count[1] == 0; }
};

/// What is surely inside and surely outside of a solid in a cell that its triangles touch, as parts of the cell.
struct Sides {
  double inside = 0, outside = 0;
};

class CellSearch {
 public:
  CellSearch(const std::array<const Solid*, 2>& solids, const std::array<const Placement*, 2>& placements,
             const OverlapFrame& frame, const OverlapOptions& options)
      : frame_(frame), options_(options), watch_(options.budget) {
    Vec3 over_unit;
    for (int axis = 0; axis < 3; ++axis) {
      const double low = frame.box.low[axis], high = frame.box.high[axis], middle = frame.origin[axis];
      const double reach = std::max(subtract_up(high, middle), subtract_up(middle, low));
      unit_[axis] = std::max(power_of_two_at_least(2 * reach), frame.unit * 0x1p-40);
      to_world_.linear(axis, axis) = unit_[axis], over_unit[axis] = 1 / unit_[axis];
    }
    to_world_.shift = frame.origin;
    for (int i = 0; i < 2; ++i) {
      searches_.emplace_back(*solids[i], *placements[i], options.simd);
      const NearPoints near(*solids[i], *placements[i], frame.origin, over_unit);
      const Mesh& mesh = solids[i]->model().mesh();
      for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [a, b, c] = mesh.corners(t);
        triangles_[i].emplace_back(near(a), near(b), near(c), near.error());
      }
    }
  }

  Overlap run() {
    begin();
    while (!waiting_.empty() && !is_surely_narrow() && !is_over()) {
      Cell& largest = cells_[waiting_.top().second];
      waiting_.pop();
      const Cell cell = std::exchange(largest, Cell{.undecided = 0});
      inside_ -= cell.inside * cell.volume(), undecided_ -= cell.undecided * cell.volume();
      divide(cell, 8);
    }
    return result();
  }

 private:
  using Children = std::array<Cell, 8>;

  /// The cell around all, as the only child of a larger one.
  void begin() {
    Cell above{.depth = -1};
    for (int i = 0; i < 2; ++i) {
      above.first[i] = static_cast<std::uint32_t>(list_.size());
      above.count[i] = static_cast<std::uint32_t>(triangles_[i].size());
      for (std::uint32_t t = 0; t < above.count[i]; ++t) list_.push_back(t);
    }
    divide(above, 1);
  }

  /// Keeps the first children of a cell that are not outside of either solid.
  void divide(const Cell& cell, int count) {
    Children children;
    for (int i = 0; i < 8; ++i) {
      children[i].depth = cell.depth + 1;
      for (int axis = 0; axis < 3; ++axis) children[i].place[axis] = 2 * cell.place[axis] + (i >> axis & 1);
    }
    unsigned left = (1u << count) - 1;  // a bit for each child that is not outside of a solid
    for (int solid = 0; solid < 2; ++solid)
      if (cell.count[solid] > 0) left = distribute(cell, solid, left, children);
    counters_.volume_tests += static_cast<std::uint64_t>(count);
    for (int i = 0; i < count; ++i)
      if (left >> i & 1) keep(children[i]);
  }

  /// Gives each child the solid's triangles that may touch it. Children without are inside or outside; cells that share
  /// a face are on the same side. The children that are left.
  unsigned distribute(const Cell& cell, int solid, unsigned left, Children& children) {
    const double half = 0.5 * children[0].size();
    unsigned empty = 0;
    for (int i = 0; i < 8; ++i) {
      if (!(left >> i & 1)) continue;
      Cell& child = children[i];
      child.first[solid] = static_cast<std::uint32_t>(list_.size());
      for (std::uint32_t k = cell.first[solid]; k < cell.first[solid] + cell.count[solid]; ++k)
        if (triangles_[solid][list_[k]].may_touch(child.centre(), {half, half, half})) list_.push_back(list_[k]);
      child.count[solid] = static_cast<std::uint32_t>(list_.size()) - child.first[solid];
      if (child.count[solid] == 0) empty |= 1u << i;
      counters_.triangle_tests += cell.count[solid];
    }
    for (int i = 0; empty != 0; ++i) {
      if (!(empty >> i & 1)) continue;
      const unsigned together = joined(1u << i, empty);
      if (!is_inside(solid, children[i].centre())) left &= ~together;
      empty &= ~together;
    }
    return left;
  }

  /// The cells of `among` that hang together with the first ones through faces.
  static unsigned joined(unsigned first, unsigned among) {
    for (unsigned all = first;; first = all) {
      // Neighbours along an axis differ in one bit of their numbers.
      all |= (all & 0x55) << 1 | (all & 0xaa) >> 1;
      all |= (all & 0x33) << 2 | (all & 0xcc) >> 2;
      all |= (all & 0x0f) << 4 | (all & 0xf0) >> 4;
      all &= among;
      if (all == first) return all;
    }
  }

  bool is_inside(int solid, const Vec3& point) {
    const Located located = searches_[static_cast<std::size_t>(solid)].where(point, to_world_, {});
    counters_ += located.counters;
    return located.side == Containment::inside;
  }

  void keep(Cell& cell) {
    if (cell.is_decided()) {
      cell.inside = 1, cell.undecided = 0;
    } else {
      // A direction for both surfaces tells much where they lie on each other, one for each where they cross.
      const std::array<bool, 2> is_met{cell.count[0] > 0, cell.count[1] > 0};
      Sides sides = beside_surface(cell, is_met);
      if (is_met[0] && is_met[1])
        for (const bool first : {true, false})
          sides.outside = std::max(sides.outside, beside_surface(cell, {first, !first}).outside);
      cell.inside = sides.inside, cell.undecided = std::max(0.0, 1 - sides.inside - sides.outside);
      waiting_.push({cell.undecided * cell.volume(), cells_.size()});
    }
    inside_ += cell.inside * cell.volume(), undecided_ += cell.undecided * cell.volume();
    cells_.push_back(cell);
  }

  /// Of one solid, or of two: what is inside both and outside of either. All triangles in the cell lie between two
  /// planes across a direction. What is below the lower one is convex and free of triangles, so it is all inside or all
  /// outside, and so is what is above the upper one. What is said to be inside means nothing if the other solid's
  /// triangles are there, too.
  Sides beside_surface(const Cell& cell, const std::array<bool, 2>& of) {
    constexpr std::uint32_t most_triangles = 32;
    Sides sides;
    here_.clear();
    for (int solid = 0; solid < 2; ++solid)
      for (std::uint32_t i = 0; of[solid] && i < cell.count[solid]; ++i) {
        if (here_.size() == most_triangles) return sides;
        here_.push_back(&triangles_[solid][list_[cell.first[solid] + i]]);
      }
    Vec3 sum;
    for (const CellTriangle* triangle : here_) {
      const Vec3 normal = triangle->normal();
      if (const double most = largest(abs(normal)); most > 0) sum += normal * ((dot(sum, normal) < 0 ? -1 : 1) / most);
    }
    const CubeCut cut(sum);
    const double half = 0.5 * cell.size();
    const Vec3 centre = cell.centre(), halves{half, half, half};
    Bracket reach{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const CellTriangle* triangle : here_) {
      const Bracket one = triangle->reach_along(cut.direction(), centre, halves);
      reach = {std::min(reach.lower, one.lower), std::max(reach.upper, one.upper)};
    }
    counters_.triangle_tests += here_.size();
    for (const bool above : {false, true}) {
      // What is above a height is below the opposite one in the opposite direction.
      const double part = cut.part_below((above ? -reach.upper : reach.lower) / half);
      if (!(part > 0x1p-6)) continue;
      const Vec3 point = centre + cut.farthest(above) * half;
      const bool is_in = (!of[0] || is_inside(0, point)) && (!of[1] || is_inside(1, point));
      (is_in ? sides.inside : sides.outside) += part;
    }
    return sides;
  }

  bool is_narrow(double inside, double undecided) const {
    return undecided <= options_.relative_error * (inside + undecided);
  }
  /// The same of rounded sums, which are off by less than 2^-20 of what is undecided or by next to nothing.
  bool is_surely_narrow() const { return is_narrow(inside_, undecided_ * (1 + 0x1p-20) + 0x1p-40 * inside_); }
  bool is_over() {
    const std::size_t first = waiting_.top().second;
    if (cells_.size() > most_cells || list_.size() > most_listed || cells_[first].depth >= deepest) return true;
    return watch_.is_over(counters_.volume_tests + counters_.triangle_tests);
  }

  /// A volume of the cells' frame in the world. Units are powers of two, so it rounds only beyond ordinary numbers.
  double in_world(double volume, double (*outwards)(double)) const {
    const double scaled = volume * unit_.x * unit_.y * unit_.z;
    const bool is_ordinary = volume == 0 || (scaled >= 0x1p-1000 && scaled <= std::numeric_limits<double>::max());
    return is_ordinary ? scaled : outwards(scaled);
  }

  // With the volumes v of what is undecided and any parts t of it, the centre is (M + sum t m) / (V + sum t v). What
  // half of each would make of it is off by at most sum |t - 1/2| v |x - c| / V, no way |x - c| longer than 1; and M is
  // off by half the size of cells that are partly inside. Adding up rounds by less than 2^-28.
  Overlap result() const {
    MeasuredWide inside, undecided;
    Vec3 moment;
    double off = 0x1p-28;
    for (const Cell& cell : cells_) {
      const double volume = cell.volume(), halfway = cell.inside + 0.5 * cell.undecided;
      inside = inside + MeasuredWide(cell.inside) * volume;
      undecided = undecided + MeasuredWide(cell.undecided) * volume;
      moment += cell.centre() * (halfway * volume);
      if (!cell.is_decided()) off += cell.inside * volume * 0.5 * cell.size();
    }
    const double lower = std::max(0.0, inside.lower()), more = undecided.upper(), upper = (inside + undecided).upper();
    Overlap overlap;
    overlap.from_surfaces = false;
    overlap.counters = counters_;
    overlap.complete = is_narrow(lower, more);
    overlap.volume = {std::max(0.0, in_world(lower, next_down)), std::min(frame_.volume(), in_world(upper, next_up))};
    overlap.centre = frame_.origin;
    overlap.centre_error = std::numeric_limits<double>::infinity();
    if (!(overlap.volume.lower > 0)) return overlap;
    overlap.centre = to_world_ * (moment * (1 / (lower + 0.5 * more)));
    overlap.centre_error =
        (off + 0.5 * more) / lower * largest(unit_) * (1 + 0x1p-40) + 2 * unit_roundoff * largest(abs(overlap.centre));
    return overlap;
  }

  OverlapFrame frame_;
  OverlapOptions options_;
  BudgetWatch watch_;
  Vec3 unit_;
  Placement to_world_;  // from the cells' frame
  std::vector<SolidSearch> searches_;
  std::array<std::vector<CellTriangle>, 2> triangles_;
  Counters counters_;
  std::vector<Cell> cells_;
  std::vector<const CellTriangle*> here_;                        // in the cell that is looked at
  std::vector<std::uint32_t> list_;                              // triangles of cells
  std::priority_queue<std::pair<double, std::size_t>> waiting_;  // by what is undecided, the last cell first
  double inside_ = 0, undecided_ = 0;                            // volumes in the cells' frame, rounded
};

}  // namespace

Overlap overlap_by_cells(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                         const OverlapFrame& frame, const OverlapOptions& options) {
  return CellSearch({&a, &b}, {&at_a, &at_b}, frame, options).run();
}

}  // namespace abut
