#include "scene/clearance_map.h"

#include "base/threads.h"
#include "math/rounding.h"
#include "mesh/sides.h"
#include "query/model_point_search.h"
#include "scene/scene_data.h"
#include "shape/shape_data.h"
#include <abut/solid.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace abut {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int block = 8;  ///< cells along each side of what is filled at once

/// How far a point is from a box along the axes.
double gap_of(const Bounds& box, const Vec3& point) {
  const Vec3 out = max(max(box.low - point, point - box.high), {});
  return length(out);
}

/// A body that may be the closest one to a point of some cells.
struct Candidate {
  std::uint32_t body = 0, search = 0;
  Bounds box{};             ///< around it, padding included
  bool is_outside = false;  ///< of all these points, if the body is solid
};

/// A candidate and a bound on its clearance.
struct Near {
  double gap;
  Candidate candidate;
};

/// The pieces of all bodies that have an end, up to as many as there are numbers for.
class WorldPieces {
 public:
  /// Ends of pieces are known to within `most_rounding`.
  WorldPieces(const CheckerData& data, double most_rounding, std::vector<WorldPiece>& pieces)
      : most_rounding_(most_rounding), first_(data.bodies.size()), labels_(first_.size()) {
    for (const std::uint32_t place : data.in_tree) {
      const CheckedShape& body = data.bodies[place];
      const Mesh& mesh = body.shape.core().mesh();
      first_[place] = pieces.size();
      labels_[place] = piece_labels(mesh);
      if (pieces.size() + body.shape.data().pieces.size() < ClearanceMap::in_solid)
        add(mesh, place, body, labels_[place], pieces);
      else
        labels_[place].clear();
    }
  }

  std::uint16_t of(std::uint32_t body, std::uint32_t triangle) const {
    const std::vector<std::uint32_t>& labels = labels_[body];
    return labels.empty() ? ClearanceMap::no_piece : static_cast<std::uint16_t>(first_[body] + labels[triangle]);
  }

 private:
  void add(const Mesh& mesh, std::uint32_t place, const CheckedShape& body, const std::vector<std::uint32_t>& labels,
           std::vector<WorldPiece>& pieces) const {
    const std::size_t first = pieces.size();
    const auto for_each_corner = [&](const auto& visit) {
      for (std::size_t i = 0; i < labels.size(); ++i)
        for (const std::uint32_t corner : mesh.triangles[i]) visit(labels[i], mesh.points[corner]);
    };
    std::vector<Bounds> boxes(body.shape.data().pieces.size());
    for_each_corner([&](std::uint32_t piece, const Vec3& point) {
      boxes[piece] = {min(boxes[piece].low, point), max(boxes[piece].high, point)};
    });
    pieces.resize(first + boxes.size());
    for_each_corner([&](std::uint32_t piece, const Vec3& point) {
      const Vec3 sizes = boxes[piece].high - boxes[piece].low;
      const int axis = sizes.x >= sizes.y && sizes.x >= sizes.z ? 0 : sizes.y >= sizes.z ? 1 : 2;
      if (point[axis] == boxes[piece].low[axis]) pieces[first + piece].ends[0] = body.at * point;
      if (point[axis] == boxes[piece].high[axis]) pieces[first + piece].ends[1] = body.at * point;
    });
    for (std::size_t i = first; i < pieces.size(); ++i) {
      const Bounds& box = boxes[i - first];
      const bool is_known = placed_rounding(body.at, max(abs(box.low), abs(box.high))) <= most_rounding_;
      pieces[i].less = is_known ? body.padding + body.shape.radius() : infinity;
      pieces[i].body = place;
    }
  }

  double most_rounding_;
  std::vector<std::size_t> first_;                  ///< by body
  std::vector<std::vector<std::uint32_t>> labels_;  ///< of its triangles
};

/// Fills a cube of cells, half cubes of it, and so on.
class BlockFill {
 public:
  BlockFill(const CheckerData& data, const WorldPieces& pieces, ClearanceMap& map, const ClearanceMap::Purpose& purpose,
            std::vector<Candidate> candidates)
      : data_(data), pieces_(pieces), map_(map), purpose_(purpose), searches_(candidates.size()) {
    levels_.push_back(std::move(candidates));
  }

  /// How much larger than a cell's number says a clearance may be.
  double stray() const { return stray_; }

  void fill(const std::array<int, 3>& first, int size, std::size_t level = 0) {
    if (levels_.size() < level + 2) levels_.resize(level + 2);
    const double half = 0.5 * map_.side * size * 1.7321 + map_.stray;
    const Vec3 middle = middle_of(first, size);
    const Bracket clearance = look(middle, half, level);
    if (clearance.lower - half > purpose_.far) return set(first, size, ClearanceMap::largest_number);
    // Depths in solids are clearances below 0, and change by no more than the way, too.
    if (clearance.upper + half <= 0) return set(first, size, 0, ClearanceMap::in_solid);
    if (size == 1) {
      stray_ = std::max(stray_, clearance.upper - clearance.lower);
      return set(first, 1, number_of(clearance.lower), closest_piece_);
    }
    if (clearance.upper + half < purpose_.least_outer && clearance.lower - half > purpose_.most_inner)
      return set(first, size, number_of(clearance.lower - half));
    for (int part = 0; part < 8; ++part) {
      const int by = size / 2;
      fill({first[0] + by * (part & 1), first[1] + by * (part >> 1 & 1), first[2] + by * (part >> 2)}, by, level + 1);
    }
  }

 private:
  int number_of(double clearance) const {
    return static_cast<int>(std::clamp(clearance / map_.step, 0.0, 1.0 * ClearanceMap::largest_number));
  }
  Vec3 middle_of(const std::array<int, 3>& first, int size) const {
    const auto along = [&](std::size_t k) { return (first[k] + 0.5 * size) * map_.side; };
    return map_.low + Vec3{along(0), along(1), along(2)};
  }

  /// The least clearance of a level's candidates; those that may be closest within `half` go to the next level.
  Bracket look(const Vec3& point, double half, std::size_t level) {
    // Those whose boxes are near come first: they end the search soon.
    near_.clear();
    for (const Candidate& candidate : levels_[level]) near_.push_back({gap_of(candidate.box, point), candidate});
    std::sort(near_.begin(), near_.end(), [](const Near& a, const Near& b) { return a.gap < b.gap; });
    Bracket least{infinity, infinity};
    closest_piece_ = ClearanceMap::no_piece;
    std::size_t looked = 0;
    for (Near& each : near_) {
      const double most = std::min(least.upper, purpose_.far + half) + 2 * half;
      if (each.gap * (1 - 0x1p-40) > most) break;
      const Bracket one = clearance_of(each.candidate, point, half);
      if (one.upper < least.upper) closest_piece_ = piece_;
      least = {std::min(least.lower, one.lower), std::min(least.upper, one.upper)};
      near_[looked++] = {one.lower, each.candidate};
    }
    std::vector<Candidate>& next = levels_[level + 1];
    next.clear();
    for (std::size_t i = 0; i < looked; ++i)
      if (near_[i].gap <= least.upper + 2 * half) next.push_back(near_[i].candidate);
    if (looked < near_.size()) least.lower = std::min(least.lower, purpose_.far + 3 * half);
    return least;
  }

  /// Of one body, less its padding.
  Bracket clearance_of(Candidate& candidate, const Vec3& point, double half) {
    const CheckedShape& body = data_.bodies[candidate.body];
    const Shape::Data& shape = body.shape.data();
    piece_ = ClearanceMap::no_piece;
    if (shape.form == CoreForm::half_space) {
      const ShapeDistance found = distance(Shape::sphere(0), Placement::translation(point), body.shape, body.at);
      return less_by({found.lower, found.upper}, body.padding);
    }
    const double less = body.padding + shape.radius;
    std::optional<ModelPointSearch>& search = searches_[candidate.search];
    if (!search) search.emplace(shape.core, body.at, ClosestPointOptions{});
    const ClosestPoint surface = search->find(point);
    piece_ = pieces_.of(candidate.body, surface.triangle);
    if (shape.solid && !candidate.is_outside) {
      if (contains(*shape.solid, body.at, point) != Containment::outside)
        return less_by({-surface.upper, -surface.lower}, less);
      candidate.is_outside = surface.lower > half;
    }
    return less_by({surface.lower, surface.upper}, less);
  }
  static Bracket less_by(const Bracket& distance, double less) {
    return {subtract_down(distance.lower, next_up(less)), subtract_up(distance.upper, next_down(less))};
  }

  void set(const std::array<int, 3>& first, int size, int number, std::uint16_t piece = ClearanceMap::no_piece) {
    for (int z = 0; z < size; ++z)
      for (int y = 0; y < size; ++y) {
        const auto row = (static_cast<std::size_t>(first[2] + z) * static_cast<std::size_t>(map_.cells[1]) +
                          static_cast<std::size_t>(first[1] + y)) *
                             static_cast<std::size_t>(map_.cells[0]) +
                         static_cast<std::size_t>(first[0]);
        std::fill_n(map_.numbers.begin() + static_cast<std::ptrdiff_t>(row), size, static_cast<std::uint8_t>(number));
        std::fill_n(map_.piece_of.begin() + static_cast<std::ptrdiff_t>(row), size, piece);
      }
  }

  const CheckerData& data_;
  const WorldPieces& pieces_;
  ClearanceMap& map_;
  const ClearanceMap::Purpose& purpose_;
  std::vector<std::vector<Candidate>> levels_;
  std::vector<Near> near_;
  double stray_ = 0;
  std::uint16_t piece_ = ClearanceMap::no_piece, closest_piece_ = piece_;  ///< of the last body, and of the closest
  std::vector<std::optional<ModelPointSearch>> searches_;  ///< one for each candidate, when it is first needed
};

Bounds box_of(const CheckedShape& body) { return widened(body.shape.bounds_at(body.at), body.padding); }

/// The bodies that may be within `far` of a box.
std::vector<Candidate> candidates_near(const CheckerData& data, const Bounds& box, double far, BoxTreeMemory& memory) {
  std::vector<Candidate> found;
  constexpr double most = std::numeric_limits<double>::max();
  for (std::uint32_t giant : data.giants) found.push_back({giant, 0, {{-most, -most, -most}, {most, most, most}}});
  const FloatBox around = data.frame.around(widened(box, far));
  for (std::uint32_t place : data.body_boxes.touching(around, Simd::best, memory))
    found.push_back({data.in_tree[place], 0, box_of(data.bodies[data.in_tree[place]])});
  for (std::size_t i = 0; i < found.size(); ++i) found[i].search = static_cast<std::uint32_t>(i);
  return found;
}

}  // namespace

ClearanceMap::ClearanceMap(const Bounds& box, double far, std::size_t most_cells)
    : low(box.low), step(far / largest_number) {
  const Vec3 sizes = box.high - box.low;
  const double least = largest(sizes) / 64;
  side = std::cbrt(std::max(sizes.x, least) * std::max(sizes.y, least) * std::max(sizes.z, least) /
                   static_cast<double>(most_cells));
  std::size_t count = 1;
  for (int k = 0; k < 3; ++k) {
    cells[static_cast<std::size_t>(k)] = (static_cast<int>(sizes[k] / (side * block)) + 1) * block;
    count *= static_cast<std::size_t>(cells[static_cast<std::size_t>(k)]);
  }
  numbers.assign(count, 0);
  piece_of.assign(count, no_piece);
}

ClearanceMap::ClearanceMap(const CheckerData& data, const Bounds& box, const Purpose& purpose, std::size_t most_cells,
                           int threads)
    : ClearanceMap(box, purpose.far, most_cells) {
  const std::size_t blocks = numbers.size() / (block * block * block);
  stray = 0x1p-50 * largest(max(abs(box.low), abs(box.high)));
  const WorldPieces labels(data, 0x1p-20 * largest(box.high - box.low), pieces);
  std::vector<double> strays(blocks);
  const auto fill = [&](std::size_t i) {
    const auto across = static_cast<std::size_t>(cells[0] / block), deep = static_cast<std::size_t>(cells[1] / block);
    const std::array<int, 3> first{static_cast<int>(i % across) * block, static_cast<int>(i / across % deep) * block,
                                   static_cast<int>(i / across / deep) * block};
    const Vec3 corner = low + Vec3{first[0] * side, first[1] * side, first[2] * side};
    const double edge = side * block;
    BoxTreeMemory memory;
    const Bounds cube{corner, corner + Vec3{edge, edge, edge}};
    BlockFill part(data, labels, *this, purpose, candidates_near(data, cube, purpose.far + 2 * edge, memory));
    part.fill(first, block);
    strays[i] = part.stray();
  };
  with_threads(threads,
               [&] { for_each_range(threads, blocks, 1, [&](std::size_t first, std::size_t) { fill(first); }); });
  stray += *std::max_element(strays.begin(), strays.end());
}

}  // namespace abut
