#include "support/lattice_solids.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace abut::lattice {

namespace {

class Surface {
 public:
  explicit Surface(Random& random) : random_(random) {}

  /// A rectangle across an axis, seen from its upper end when `up`.
  void add(int axis, int level, const std::array<int, 2>& low, const std::array<int, 2>& high, bool up) {
    std::array<std::uint32_t, 4> corner{};
    for (int k = 0; k < 4; ++k) {
      Cell at{};
      at[axis] = level;
      at[(axis + 1) % 3] = k == 1 || k == 2 ? high[0] : low[0];
      at[(axis + 2) % 3] = k >= 2 ? high[1] : low[1];
      corner[k] = point(at);
    }
    if (!up) std::swap(corner[1], corner[3]);
    const int first = random_.chance(0.5) ? 0 : 1;
    const auto c = [&](int k) { return corner[(first + k) % 4]; };
    mesh_.triangles.push_back({c(0), c(1), c(2)});
    mesh_.triangles.push_back({c(0), c(2), c(3)});
  }
  void forget_points() { points_.clear(); }
  Mesh mesh() { return std::move(mesh_); }

 private:
  std::uint32_t point(const Cell& at) {
    const auto [place, is_new] = points_.try_emplace(at, static_cast<std::uint32_t>(mesh_.points.size()));
    if (is_new) mesh_.points.push_back({double(at[0]), double(at[1]), double(at[2])});
    return place->second;
  }

  Random& random_;
  Mesh mesh_;
  std::map<Cell, std::uint32_t> points_;
};

/// On which sides of the box the unit faces of another's surface are: bit 0 outside, bit 1 inside.
int sides_of_surface(const Box& of, const Box& box) {
  int result = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (int level : {of.low[axis], of.high[axis]})
      for (int i = of.low[(axis + 1) % 3]; i < of.high[(axis + 1) % 3]; ++i)
        for (int j = of.low[(axis + 2) % 3]; j < of.high[(axis + 2) % 3]; ++j) {
          // Twice the face's middle.
          Cell middle{};
          middle[axis] = 2 * level, middle[(axis + 1) % 3] = 2 * i + 1, middle[(axis + 2) % 3] = 2 * j + 1;
          bool inside = true, outside = false;
          for (int k = 0; k < 3; ++k) {
            inside = inside && 2 * box.low[k] < middle[k] && middle[k] < 2 * box.high[k];
            outside = outside || middle[k] < 2 * box.low[k] || middle[k] > 2 * box.high[k];
          }
          result |= inside ? 2 : outside ? 1 : 0;
        }
  return result;
}

}  // namespace

Symmetry Symmetry::random(Random& random, int reach) {
  Symmetry result;
  for (int i = 2; i > 0; --i) std::swap(result.order[i], result.order[random.below(i + 1)]);
  for (int& sign : result.signs) sign = random.chance(0.5) ? 1 : -1;
  for (int& shift : result.shift) shift = static_cast<int>(random.below(2 * reach + 1)) - reach;
  return result;
}

Cell Symmetry::of_cell(const Cell& cell) const {
  Cell result;
  for (int i = 0; i < 3; ++i) result[i] = (signs[i] > 0 ? cell[order[i]] : -cell[order[i]] - 1) + shift[i];
  return result;
}

Placement Symmetry::placement() const {
  Placement at;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) at.linear(i, j) = j == order[i] ? signs[i] : 0;
    at.shift[i] = shift[i];
  }
  return at;
}

Cells moved(const Cells& cells, const Symmetry& by) {
  Cells result;
  for (const Cell& cell : cells) result.insert(by.of_cell(cell));
  return result;
}

bool share_a_cell(const Cells& a, const Cells& b) {
  return std::ranges::any_of(a, [&](const Cell& cell) { return b.contains(cell); });
}

Cells random_polycube(Random& random, int count) {
  Cells cells{{0, 0, 0}};
  while (static_cast<int>(cells.size()) < count) {
    Cell next = *std::next(cells.begin(), static_cast<std::ptrdiff_t>(random.below(cells.size())));
    next[random.below(3)] += random.chance(0.5) ? 1 : -1;
    cells.insert(next);
  }
  return cells;
}

Mesh surface_of(const Cells& cells, Random& random) {
  Surface surface(random);
  for (const Cell& cell : cells)
    for (int axis = 0; axis < 3; ++axis)
      for (int side : {0, 1}) {
        Cell beside = cell;
        beside[axis] += side == 1 ? 1 : -1;
        if (cells.contains(beside)) continue;
        const std::array low{cell[(axis + 1) % 3], cell[(axis + 2) % 3]};
        surface.add(axis, cell[axis] + side, low, {low[0] + 1, low[1] + 1}, side == 1);
      }
  return surface.mesh();
}

Mesh surface_of(const std::vector<Box>& boxes, Random& random) {
  Surface surface(random);
  for (const auto& [low, high] : boxes) {
    surface.forget_points();
    const bool inside_out = random.chance(0.3);
    for (int axis = 0; axis < 3; ++axis)
      for (int side : {0, 1}) {
        const int i = (axis + 1) % 3, j = (axis + 2) % 3;
        surface.add(axis, side == 1 ? high[axis] : low[axis], {low[i], low[j]}, {high[i], high[j]},
                    (side == 1) != inside_out);
      }
  }
  return surface.mesh();
}

Cells inside_of(const std::vector<Box>& boxes) {
  std::vector<std::size_t> group(boxes.size());
  std::iota(group.begin(), group.end(), std::size_t{0});
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const bool same = boxes[i].low == boxes[j].low && boxes[i].high == boxes[j].high;
      if (!same && sides_of_surface(boxes[i], boxes[j]) != 3 && sides_of_surface(boxes[j], boxes[i]) != 3) continue;
      const std::size_t from = group[i], to = group[j];
      std::ranges::replace(group, from, to);
    }
  std::map<Cell, std::set<std::size_t>> around;
  for (std::size_t b = 0; b < boxes.size(); ++b)
    for (int i = boxes[b].low[0]; i < boxes[b].high[0]; ++i)
      for (int j = boxes[b].low[1]; j < boxes[b].high[1]; ++j)
        for (int k = boxes[b].low[2]; k < boxes[b].high[2]; ++k) around[{i, j, k}].insert(group[b]);
  Cells cells;
  for (const auto& [cell, groups] : around)
    if (groups.size() % 2 == 1) cells.insert(cell);
  return cells;
}

std::vector<Box> random_boxes(Random& random, int count, int size) {
  std::vector<Box> boxes(static_cast<std::size_t>(count));
  for (Box& box : boxes)
    for (int axis = 0; axis < 3; ++axis) {
      int low = static_cast<int>(random.below(size + 1)), high = low;
      while (high == low) high = static_cast<int>(random.below(size + 1));
      box.low[axis] = std::min(low, high), box.high[axis] = std::max(low, high);
    }
  return boxes;
}

}  // namespace abut::lattice
