#include "property/oracle.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <tuple>

namespace abut::property {

Point exact(const Vec3& point) { return {point.x, point.y, point.z}; }

PlacedMesh::PlacedMesh(const Mesh& mesh, const Placement& at) {
  const std::array<double, 9>& m = at.linear.entries;
  std::vector<Point> points;
  for (const Vec3& model : mesh.points) {
    const Point p = exact(model);
    std::array<Dyadic, 3> world;
    for (int i = 0; i < 3; ++i)
      world[i] = Dyadic(m[3 * i]) * p.x + Dyadic(m[3 * i + 1]) * p.y + Dyadic(m[3 * i + 2]) * p.z;
    points.push_back(Point{world[0], world[1], world[2]} + exact(at.shift));
  }
  for (const Triangle& t : mesh.triangles) triangles_.push_back({points[t[0]], points[t[1]], points[t[2]]});
}

long double PlacedMesh::diameter(std::size_t triangle) const {
  long double most = 0;
  for (int i = 0; i < 3; ++i) {
    const Point side = triangles_[triangle][i] - triangles_[triangle][(i + 1) % 3];
    most = std::max(most, std::sqrt(dot(side, side).rounded()));
  }
  return most;
}

long double PlacedMesh::reach() const {
  long double most = 0;
  for (const Corners& t : triangles_)
    for (const Point& p : t)
      for (const Dyadic* c : {&p.x, &p.y, &p.z}) most = std::max(most, std::abs(c->rounded()));
  return most;
}

Ratio PlacedMesh::squared_distance_from(const Point& point) const {
  Ratio best = squared_distance(point, triangles_.front());
  for (const Corners& t : triangles_) best = std::min(best, squared_distance(point, t));
  return best;
}

const Ratio& PairOracle::squared(std::size_t i, std::size_t j) {
  std::optional<Ratio>& square = squares_[i * b_.size() + j];
  if (!square) square = squared_distance(a_[i], b_[j]);
  return *square;
}

const Ratio& PairOracle::least() {
  if (least_) return *least_;
  for (std::size_t i = 0; i < a_.size(); ++i)
    for (std::size_t j = 0; j < b_.size(); ++j)
      if (!least_ || squared(i, j) < *least_) least_ = squared(i, j);
  return *least_;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> PairOracle::contacts() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  for (std::uint32_t i = 0; i < a_.size(); ++i)
    for (std::uint32_t j = 0; j < b_.size(); ++j)
      if (touch(i, j)) found.emplace_back(i, j);
  return found;
}

namespace {

/// Sets that grow together.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t root(std::uint32_t i) const { return parent_[i] == i ? i : root(parent_[i]); }
  /// The smaller root stays.
  void join(std::uint32_t i, std::uint32_t j) {
    const std::uint32_t first = root(i), second = root(j);
    parent_[std::max(first, second)] = std::min(first, second);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

std::vector<std::uint32_t> positions_of(const Mesh& mesh) {
  std::map<std::tuple<double, double, double>, std::uint32_t> known;  // -0 and 0 are equal here
  std::vector<std::uint32_t> ids;
  for (const Vec3& p : mesh.points)
    ids.push_back(known.emplace(std::tuple(p.x, p.y, p.z), static_cast<std::uint32_t>(known.size())).first->second);
  return ids;
}

struct Sides {
  int faces = 0, balance = 0;
};
std::map<std::pair<std::uint32_t, std::uint32_t>, Sides> sides_of(const Mesh& mesh) {
  const std::vector<std::uint32_t> position = positions_of(mesh);
  std::map<std::pair<std::uint32_t, std::uint32_t>, Sides> sides;
  for (const Triangle& t : mesh.triangles) {
    const std::array<std::uint32_t, 3> p{position[t[0]], position[t[1]], position[t[2]]};
    if (p[0] == p[1] || p[1] == p[2] || p[2] == p[0]) continue;
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t from = p[i], to = p[(i + 1) % 3];
      Sides& side = sides[std::minmax(from, to)];
      ++side.faces, side.balance += from < to ? 1 : -1;
    }
  }
  return sides;
}

}  // namespace

Topology::Topology(const Mesh& mesh) {
  const std::vector<std::uint32_t> position = positions_of(mesh);
  Sets sets(mesh.triangles.size());
  std::map<std::uint32_t, std::uint32_t> user;  // of a position
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::uint32_t corner : mesh.triangles[t]) sets.join(t, user.emplace(position[corner], t).first->second);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    if (sets.root(t) == t) first_triangles.push_back(t);
    shell_of.push_back(static_cast<std::uint32_t>(
        std::find(first_triangles.begin(), first_triangles.end(), sets.root(t)) - first_triangles.begin()));
  }
  for (const auto& [ends, side] : sides_of(mesh)) ++edges, open += side.faces % 2 != 0, unbalanced += side.balance != 0;
}

InsideOracle::InsideOracle(const Mesh& mesh, const PlacedMesh& placed, const Topology& topology)
    : placed_(placed), topology_(topology) {
  const std::size_t shells = topology.first_triangles.size();
  Sets groups(shells);
  for (std::size_t i = 0; shells > 1 && i < placed.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (const std::uint32_t s = topology.shell_of[i], t = topology.shell_of[j]; groups.root(s) != groups.root(t))
        if (!common_points(placed[i], placed[j]).empty()) groups.join(s, t);
  for (std::uint32_t s = 0; s < shells; ++s) group_of_.push_back(groups.root(s));
  const auto sides = sides_of(mesh);
  const std::vector<std::uint32_t> position = positions_of(mesh);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::uint32_t i = 0; i < 3; ++i) {
      const auto ends = std::minmax(position[mesh.triangles[t][i]], position[mesh.triangles[t][(i + 1) % 3]]);
      const auto side = sides.find(ends);
      if (side != sides.end() && side->second.balance != 0) rim_.push_back({t, i});
    }
}

InsideOracle::Crossings InsideOracle::crossings(const Point& point) const {
  std::mt19937_64 random(1);
  for (;;) {
    Crossings found{std::vector<int>(group_of_.size()), 0};
    const auto coordinate = [&] { return static_cast<double>(random() % 2'000'001) - 1e6; };
    const Point direction{coordinate(), coordinate(), coordinate()};
    bool clear = true;
    for (std::size_t i = 0; i < placed_.size() && clear; ++i) {
      const Meeting met = meeting(point, direction, placed_[i]);
      clear = met != Meeting::unclear;
      if (met == Meeting::none) continue;
      ++found.of_shell[topology_.shell_of[i]];
      found.balance += met == Meeting::out ? 1 : -1;
    }
    if (clear) return found;
  }
}

Side InsideOracle::where(const Point& point) const {
  if (is_on_surface(point)) return Side::on_surface;
  const Crossings found = crossings(point);
  std::vector<char> in_group(group_of_.size());
  for (std::size_t s = 0; s < group_of_.size(); ++s)
    if (found.of_shell[s] % 2 != 0) in_group[group_of_[s]] = 1;
  return std::count(in_group.begin(), in_group.end(), 1) % 2 != 0 ? Side::inside : Side::outside;
}

Side InsideOracle::where_wound(const Point& point) const {
  if (is_on_surface(point)) return Side::on_surface;
  return crossings(point).balance != 0 ? Side::inside : Side::outside;
}

long double InsideOracle::winding_number(const Point& point) const {
  AngleSum sum;
  for (std::size_t i = 0; i < placed_.size(); ++i) sum.add(point, placed_[i]);
  return sum.fraction();
}

std::optional<Ratio> InsideOracle::squared_distance_from_rim(const Point& point) const {
  std::optional<Ratio> best;
  for (const auto& [triangle, side] : rim_) {
    const Corners& t = placed_[triangle];
    const Ratio square = squared_distance(point, t[side], t[(side + 1) % 3]);
    if (!best || square < *best) best = square;
  }
  return best;
}

bool self_contact(const Corners& s, const Corners& t) {
  const auto has = [](const Corners& corners, const Point& p) {
    return std::find(corners.begin(), corners.end(), p) != corners.end();
  };
  std::vector<Point> common;
  for (const Point& p : s)
    if (has(t, p) && std::find(common.begin(), common.end(), p) == common.end()) common.push_back(p);
  if (!common.empty()) {
    const auto holds = [](const Corners& corners, const Point& p) {
      return squared_distance(p, corners).over.sign() == 0;
    };
    const bool same = std::all_of(s.begin(), s.end(), [&](const Point& p) { return holds(t, p); }) &&
                      std::all_of(t.begin(), t.end(), [&](const Point& p) { return holds(s, p); });
    if (same) return true;  // copies: the same set of points
  }
  const std::vector<Quotient> shared = common_points(s, t);
  return std::any_of(shared.begin(), shared.end(), [&](const Quotient& q) {
    return common.empty() || (common.size() == 1 ? !is_at(q, common[0]) : !is_on(q, common[0], common[1]));
  });
}

}  // namespace abut::property
