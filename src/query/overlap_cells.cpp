#include "query/overlap_cells.h"

#include "leaf/cell_triangle.h"
#include "math/power_of_two.h"
#include "math/rounding.h"

#include <algorithm>

namespace abut {

namespace {

// Cells are counted in a frame with the overlap's origin in which the first one is [-1/2, 1/2] along each axis, and the
// unit of each axis is a power of two. So their corners are exact, and sums of their volumes are whole multiples of
// 8^-deepest, below 2^53 of them: exact, too.
constexpr int deepest = 17;
constexpr std::size_t most_cells = std::size_t{1} << 20;

struct Cell {
  std::array<std::uint32_t, 3> place{};  ///< on the level's grid
  /// The triangles of either solid that may touch it, as a run of the level's list. Of a cell inside the solid: none.
  std::array<std::uint32_t, 2> first{}, count{};
};

struct Level {
  int depth = 0;
  std::vector<Cell> cells;
  std::vector<std::uint32_t> triangles;

  double size() const { return std::ldexp(1.0, -depth); }
  double volume() const { return std::ldexp(1.0, -3 * depth); }
  Vec3 centre(const Cell& cell) const {
    const auto middle = [&](int axis) { return (cell.place[axis] + 0.5) * size() - 0.5; };
    return {middle(0), middle(1), middle(2)};
  }
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
    Level level = everything();
    Level next;
    std::size_t divided = 0;
    while (!is_done(level, next)) {
      if (divided == level.cells.size()) {
        level = std::move(next);
        next = Level{level.depth + 1, {}, {}};
        divided = 0;
        continue;
      }
      if (next.depth == 0) next.depth = level.depth + 1;
      divide(level, level.cells[divided++], next);
    }
    level.cells.erase(level.cells.begin(), level.cells.begin() + static_cast<std::ptrdiff_t>(divided));
    return result({&level, &next});
  }

 private:
  using Children = std::array<Cell, 8>;

  /// The cell around all.
  Level everything() {
    Level above{-1, {}, {}};
    Cell whole;
    for (int i = 0; i < 2; ++i) {
      whole.first[i] = static_cast<std::uint32_t>(above.triangles.size());
      whole.count[i] = static_cast<std::uint32_t>(triangles_[i].size());
      for (std::uint32_t t = 0; t < whole.count[i]; ++t) above.triangles.push_back(t);
    }
    // As the only child of a larger one.
    Level level;
    undecided_ = above.volume();
    divide(above, whole, level, 1);
    return level;
  }

  /// Puts the cell's halves, quarters and eighths that are not outside of either solid on the next level; those inside
  /// both are added up.
  void divide(const Level& level, const Cell& cell, Level& next, int count = 8) {
    undecided_ -= level.volume();
    Children children;
    unsigned left = (1u << count) - 1;  // a bit for each child that is not outside of a solid
    for (int i = 0; i < 8; ++i)
      for (int axis = 0; axis < 3; ++axis) children[i].place[axis] = 2 * cell.place[axis] + (i >> axis & 1);
    for (int solid = 0; solid < 2; ++solid)
      if (cell.count[solid] > 0) left = distribute(level, cell, solid, left, children, next);
    counters_.volume_tests += static_cast<std::uint64_t>(count);
    for (int i = 0; i < count; ++i) {
      if (!(left >> i & 1)) continue;
      if (children[i].count[0] == 0 && children[i].count[1] == 0) {
        decided_ += next.volume();
        moment_ += next.centre(children[i]) * next.volume();
      } else {
        undecided_ += next.volume();
        next.cells.push_back(children[i]);
      }
    }
  }

  /// Gives each child the solid's triangles that may touch it. Children without are inside or outside; cells that share
  /// a face are on the same side. The children that are left.
  unsigned distribute(const Level& level, const Cell& cell, int solid, unsigned left, Children& children, Level& next) {
    const double half = 0.5 * next.size();
    unsigned empty = 0;
    for (int i = 0; i < 8; ++i) {
      if (!(left >> i & 1)) continue;
      Cell& child = children[i];
      const Vec3 centre = next.centre(child);
      child.first[solid] = static_cast<std::uint32_t>(next.triangles.size());
      for (std::uint32_t k = cell.first[solid]; k < cell.first[solid] + cell.count[solid]; ++k) {
        const std::uint32_t triangle = level.triangles[k];
        if (triangles_[solid][triangle].may_touch(centre, {half, half, half})) next.triangles.push_back(triangle);
      }
      child.count[solid] = static_cast<std::uint32_t>(next.triangles.size()) - child.first[solid];
      if (child.count[solid] == 0) empty |= 1u << i;
      counters_.triangle_tests += cell.count[solid];
    }
    for (int i = 0; empty != 0; ++i) {
      if (!(empty >> i & 1)) continue;
      const unsigned together = joined(1u << i, empty);
      if (!is_inside(solid, next.centre(children[i]))) left &= ~together;
      empty &= ~together;
    }
    return left;
  }

  /// The cells of `among` that hang together with the first ones through faces.
  static unsigned joined(unsigned first, unsigned among) {
    for (unsigned all = first;; first = all) {
      // Neighbours along the first axis differ in bit 0 of their number, along the second in bit 1, along the third
      // in 2.
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

  bool is_narrow() const { return undecided_ <= options_.relative_error * (decided_ + undecided_); }
  bool is_done(const Level& level, const Level& next) {
    if (undecided_ == 0 || is_narrow()) return true;
    if (next.cells.size() > most_cells || level.depth >= deepest) return true;
    return watch_.is_over(counters_.volume_tests + counters_.triangle_tests);
  }

  /// A volume of the cells' frame in the world. Units are powers of two, so it rounds only beyond ordinary numbers.
  double in_world(double volume, double (*outwards)(double)) const {
    const double scaled = volume * unit_.x * unit_.y * unit_.z;
    return volume != 0 && !(scaled >= 0x1p-1000) ? outwards(scaled) : scaled;
  }

  // With the volumes v of undecided cells and any parts t of them, the centre is (M + sum t m) / (V + sum t v). What
  // half of each would make of it is off by at most sum |t - 1/2| v |x - c| / V, no way |x - c| longer than 1. Adding
  // up at most 2^24 moments rounds by less than 2^-28.
  Overlap result(const std::array<const Level*, 2>& rest) const {
    Overlap overlap;
    overlap.from_surfaces = false;
    overlap.counters = counters_;
    overlap.complete = undecided_ == 0 || is_narrow();
    overlap.volume = {std::max(0.0, in_world(decided_, next_down)),
                      std::min(frame_.volume(), in_world(decided_ + undecided_, next_up))};
    overlap.centre = frame_.origin;
    overlap.centre_error = std::numeric_limits<double>::infinity();
    if (!(decided_ > 0)) return overlap;
    Vec3 moment = moment_;
    for (const Level* level : rest)
      for (const Cell& cell : level->cells) moment += level->centre(cell) * (0.5 * level->volume());
    const Vec3 centre = moment * (1 / (decided_ + 0.5 * undecided_));
    overlap.centre = to_world_ * centre;
    overlap.centre_error = (0.5 * undecided_ + 0x1p-28) / decided_ * largest(unit_) * (1 + 0x1p-40) +
                           2 * unit_roundoff * largest(abs(overlap.centre));
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
  double decided_ = 0, undecided_ = 0;  // volumes, in the cells' frame
  Vec3 moment_;                         // of what is decided
};

}  // namespace

Overlap overlap_by_cells(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                         const OverlapFrame& frame, const OverlapOptions& options) {
  return CellSearch({&a, &b}, {&at_a, &at_b}, frame, options).run();
}

}  // namespace abut
