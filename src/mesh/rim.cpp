#include "mesh/rim.h"

#include "math/exact_orientation.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace abut {

namespace {

constexpr Placement here = Placement::identity();

/// An edge with an odd number of triangles.
struct OpenEdge {
  std::uint32_t from, to, triangle;
  int balance;  // how many more triangles run from `from` to `to` than back; positive
};

std::vector<OpenEdge> open_edges(std::span<const Side> sides) {
  std::vector<OpenEdge> edges;
  for_each_edge(sides, [&](std::span<const Side> edge) {
    if (edge.size() % 2 == 0) return;
    int balance = 0;
    for (const Side& side : edge) balance += side.forward ? 1 : -1;
    const auto [low, high, triangle, forward] = edge[0];
    edges.push_back({balance > 0 ? low : high, balance > 0 ? high : low, triangle, std::abs(balance)});
  });
  return edges;
}

/// Finds the corners of open edges that lie on an edge between its ends.
class CornersOnEdges {
 public:
  CornersOnEdges(const Mesh& mesh, std::span<const OpenEdge> edges) : points_(mesh.points) {
    for (const OpenEdge& edge : edges) corners_.insert(corners_.end(), {edge.from, edge.to});
    std::sort(corners_.begin(), corners_.end());
    corners_.erase(std::unique(corners_.begin(), corners_.end()), corners_.end());
    Bounds box;
    for (const std::uint32_t corner : corners_) box = {min(box.low, points_[corner]), max(box.high, points_[corner])};
    if (corners_.empty()) return;
    const Vec3 size = box.high - box.low;
    axis_ = size.x >= std::max(size.y, size.z) ? 0 : size.y >= size.z ? 1 : 2;
    std::stable_sort(corners_.begin(), corners_.end(),
                     [this](std::uint32_t i, std::uint32_t j) { return points_[i][axis_] < points_[j][axis_]; });
  }

  /// From its one end to the other.
  std::vector<std::uint32_t> between(const OpenEdge& edge) const {
    const Vec3 &from = points_[edge.from], &to = points_[edge.to];
    const Vec3 low = min(from, to), high = max(from, to);
    auto next = std::lower_bound(corners_.begin(), corners_.end(), low[axis_],
                                 [this](std::uint32_t corner, double at) { return points_[corner][axis_] < at; });
    std::vector<std::uint32_t> found;
    for (; next != corners_.end() && points_[*next][axis_] <= high[axis_]; ++next) {
      const Vec3& p = points_[*next];
      if (*next == edge.from || *next == edge.to || max(p, high) != high || min(p, low) != low) continue;
      if (is_on_line(from, to, p)) found.push_back(*next);
    }
    // Points of a line are in the order of every coordinate that changes along it.
    int axis = 0;
    while (from[axis] == to[axis]) ++axis;
    std::sort(found.begin(), found.end(), [&](std::uint32_t i, std::uint32_t j) {
      return from[axis] < to[axis] ? points_[i][axis] < points_[j][axis] : points_[i][axis] > points_[j][axis];
    });
    return found;
  }

 private:
  static bool is_on_line(const Vec3& a, const Vec3& b, const Vec3& p) {
    for (int dropped = 0; dropped < 3; ++dropped)
      if (exact_orientation2d({&a, &here}, {&b, &here}, {&p, &here}, dropped) != 0) return false;
    return true;
  }

  std::span<const Vec3> points_;
  std::vector<std::uint32_t> corners_;  // along the axis
  int axis_ = 0;
};

/// Divides open edges where corners of others lie on them, and leaves those parts that are there an odd number of
/// times.
std::vector<RimEdge> divided(const Mesh& mesh, std::span<const OpenEdge> edges, Rims& rims) {
  struct Part {
    int balance = 0;  // from the smaller corner to the larger one
    std::vector<std::uint32_t> triangles;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Part> parts;
  const CornersOnEdges corners(mesh, edges);
  for (const OpenEdge& edge : edges) {
    std::uint32_t from = edge.from;
    std::vector<std::uint32_t> stops = corners.between(edge);
    for (const std::uint32_t stop : stops) {
      rims.joints.push_back({from, stop, edge.to});
      rims.joint_of.push_back(edge.triangle);
      from = stop;
    }
    stops.push_back(edge.to);
    from = edge.from;
    for (const std::uint32_t to : stops) {
      Part& part = parts[std::minmax(from, to)];
      part.balance += from < to ? edge.balance : -edge.balance;
      part.triangles.push_back(edge.triangle);
      from = to;
    }
  }
  std::vector<RimEdge> rim;
  for (const auto& [ends, part] : parts) {
    const bool is_odd = part.triangles.size() % 2 == 1, is_wound = std::abs(part.balance) == static_cast<int>(is_odd);
    for (const std::uint32_t triangle : part.triangles)
      rims.neighbours.push_back({part.triangles[0], triangle, is_wound});
    if (!is_odd) continue;
    const auto [low, high] = ends;
    rim.push_back({part.balance > 0 ? low : high, part.balance > 0 ? high : low, part.triangles[0], is_wound});
  }
  return rim;
}

/// The blocks of a graph, by a walk into its depth (J. Hopcroft, R. Tarjan, "Algorithm 447", 1973): an edge from which
/// the walk gets back to no corner before its start closes a block, which is what was walked since.
class Blocks {
 public:
  explicit Blocks(std::span<const RimEdge> edges) : edges_(edges), block_of_(edges.size()) {
    std::map<std::uint32_t, std::uint32_t> numbers;
    const auto number_of = [&](std::uint32_t corner) {
      return numbers.try_emplace(corner, static_cast<std::uint32_t>(numbers.size())).first->second;
    };
    for (const RimEdge& edge : edges) ends_.push_back({number_of(edge.from), number_of(edge.to)});
    at_.resize(numbers.size());
    for (std::uint32_t i = 0; i < ends_.size(); ++i)
      for (const std::uint32_t end : ends_[i]) at_[end].push_back(i);
    found_.resize(numbers.size());
    back_to_.resize(numbers.size());
  }

  std::vector<Rim> run() {
    for (std::uint32_t corner = 0; corner < at_.size(); ++corner)
      if (found_[corner] == 0) walk_from(corner);
    std::vector<Rim> blocks;
    std::vector<std::uint32_t> place(count_, none);
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      std::uint32_t& block = place[block_of_[i]];
      if (block == none) block = static_cast<std::uint32_t>(blocks.size()), blocks.emplace_back();
      blocks[block].push_back(edges_[i]);
    }
    return blocks;
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Step {
    std::uint32_t corner, by;  // the edge on which the walk came
    std::size_t next = 0;      // of the edges at the corner
  };

  void walk_from(std::uint32_t start) {
    std::vector<Step> way;
    come_to(start, none, way);
    while (!way.empty()) {
      Step& step = way.back();
      if (step.next == at_[step.corner].size()) {
        leave(way);
        continue;
      }
      const std::uint32_t edge = at_[step.corner][step.next++];
      if (edge == step.by) continue;
      const std::uint32_t other = ends_[edge][ends_[edge][0] == step.corner];
      if (found_[other] == 0) {
        walked_.push_back(edge);
        come_to(other, edge, way);
      } else if (found_[other] < found_[step.corner]) {
        walked_.push_back(edge);
        back_to_[step.corner] = std::min(back_to_[step.corner], found_[other]);
      }
    }
  }

  void come_to(std::uint32_t corner, std::uint32_t by, std::vector<Step>& way) {
    found_[corner] = back_to_[corner] = ++steps_;
    way.push_back({corner, by});
  }

  void leave(std::vector<Step>& way) {
    const Step left = way.back();
    way.pop_back();
    if (way.empty()) return;
    const std::uint32_t before = way.back().corner;
    back_to_[before] = std::min(back_to_[before], back_to_[left.corner]);
    if (back_to_[left.corner] < found_[before]) return;
    std::uint32_t edge = none;
    while (edge != left.by) {
      edge = walked_.back();
      walked_.pop_back();
      block_of_[edge] = count_;
    }
    ++count_;
  }

  std::span<const RimEdge> edges_;
  std::vector<std::array<std::uint32_t, 2>> ends_;
  std::vector<std::vector<std::uint32_t>> at_;  // the edges at each corner
  std::vector<std::uint32_t> found_, back_to_;  // for each corner when the walk came to it, and what it reaches
  std::vector<std::uint32_t> walked_, block_of_;
  std::uint32_t steps_ = 0, count_ = 0;
};

}  // namespace

Rims rims_of(const Mesh& mesh, std::span<const Side> sides) {
  const std::vector<OpenEdge> edges = open_edges(sides);
  Rims rims;
  const std::vector<RimEdge> rim = divided(mesh, edges, rims);
  rims.pieces = Blocks(rim).run();
  return rims;
}

std::vector<Triangle> lid_of(const Rim& rim) {
  const std::uint32_t first = rim.front().from;
  std::vector<Triangle> lid;
  for (const RimEdge& edge : rim)
    if (edge.from != first && edge.to != first) lid.push_back({first, edge.to, edge.from});
  return lid;
}

}  // namespace abut
