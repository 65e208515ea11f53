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

InsideOracle::InsideOracle(const Mesh& mesh, const PlacedMesh& placed) : placed_(placed) {
  const auto sides = sides_of(mesh);
  const std::vector<std::uint32_t> position = positions_of(mesh);
  Sets connected(mesh.triangles.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> user;  // of a side
  std::vector<char> is_unbalanced(mesh.triangles.size());
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t from = position[mesh.triangles[t][i]], to = position[mesh.triangles[t][(i + 1) % 3]];
      const auto side = sides.find(std::minmax(from, to));
      if (side == sides.end()) continue;
      connected.join(t, user.emplace(side->first, t).first->second);
      if (side->second.balance != 0) rim_.push_back({t, i}), is_unbalanced[t] = 1;
    }
  std::map<std::uint32_t, std::size_t> number;  // of a root
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    const std::size_t shell = number.emplace(connected.root(t), shells_.size()).first->second;
    if (shell == shells_.size()) shells_.emplace_back();
    shells_[shell].triangles.push_back(t);
    if (is_unbalanced[t]) shells_[shell].is_oriented = false;
  }
  Sets groups(shells_.size());
  for (std::uint32_t s = 0; s < shells_.size(); ++s)
    for (std::uint32_t t = 0; t < s; ++t)
      if (do_cross(shells_[s], shells_[t])) groups.join(s, t);
  for (std::uint32_t s = 0; s < shells_.size(); ++s) shells_[s].group = groups.root(s);
}

namespace {

bool has_corner(const Corners& corners, const Point& p) {
  return std::find(corners.begin(), corners.end(), p) != corners.end();
}

/// The corners of a tetrahedron, by its first triangle and the corner that this lacks; nothing for other shells.
std::optional<std::array<Point, 4>> tetrahedron_of(const PlacedMesh& placed,
                                                   const std::vector<std::uint32_t>& triangles) {
  if (triangles.size() != 4) return std::nullopt;
  const Corners& base = placed[triangles[0]];
  for (const Point& top : placed[triangles[1]])
    if (!has_corner(base, top)) return std::array<Point, 4>{base[0], base[1], base[2], top};
  return std::nullopt;
}

/// How far a point is on the inner side of the face against a corner, times something positive.
Dyadic inwards(const std::array<Point, 4>& t, int corner, const Quotient& q) {
  const Point &a = t[(corner + 1) % 4], &b = t[(corner + 2) % 4], &c = t[(corner + 3) % 4];
  const Point normal = cross(b - a, c - a);
  const Dyadic side = dot(t[corner] - a, normal);
  return dot(q.over - a * q.under, normal) * side * q.under;
}

}  // namespace

/// Does the surface of s have points inside and points outside of t? Exact for tetrahedra; surfaces of other kinds
/// cross when they meet, which is so for what the families make.
bool InsideOracle::is_partly_inside(const Shell& s, const Shell& t) const {
  const auto body = tetrahedron_of(placed_, t.triangles);
  if (!body || s.triangles.size() != 4) {
    for (std::uint32_t i : s.triangles)
      for (std::uint32_t j : t.triangles)
        if (!common_points(placed_[i], placed_[j]).empty()) return true;
    return false;
  }
  // The body is convex: a triangle has points outside if a corner is, and points inside if what it has in common with
  // the body lies in none of the planes of its faces.
  bool is_out = false, is_in = false;
  for (std::uint32_t i : s.triangles) {
    std::vector<Quotient> common;
    for (const Point& p : placed_[i]) {
      const Quotient q{p, 1.0};
      int least = 1;
      for (int corner = 0; corner < 4; ++corner) least = std::min(least, inwards(*body, corner, q).sign());
      if (least >= 0) common.push_back(q);
      is_out = is_out || least < 0;
    }
    for (std::uint32_t j : t.triangles)
      for (const Quotient& q : common_points(placed_[i], placed_[j])) common.push_back(q);
    bool off_all_planes = !common.empty();
    for (int corner = 0; corner < 4; ++corner)
      off_all_planes = off_all_planes && std::any_of(common.begin(), common.end(), [&](const Quotient& q) {
                         return inwards(*body, corner, q).sign() > 0;
                       });
    is_in = is_in || off_all_planes;
  }
  return is_in && is_out;
}

bool InsideOracle::do_cross(const Shell& s, const Shell& t) const {
  const auto a = tetrahedron_of(placed_, s.triangles), b = tetrahedron_of(placed_, t.triangles);
  if (a && b &&
      std::all_of(a->begin(), a->end(), [&](const Point& p) { return std::find(b->begin(), b->end(), p) != b->end(); }))
    return true;  // the same surface
  return is_partly_inside(s, t) || is_partly_inside(t, s);
}

bool InsideOracle::is_around(const Shell& shell, const Point& point) const {
  std::mt19937_64 random(1);
  for (;;) {
    int count = 0, balance = 0;
    const auto coordinate = [&] { return static_cast<double>(random() % 2'000'001) - 1e6; };
    const Point direction{coordinate(), coordinate(), coordinate()};
    bool clear = true;
    for (std::uint32_t triangle : shell.triangles) {
      const Meeting met = meeting(point, direction, placed_[triangle]);
      clear = clear && met != Meeting::unclear;
      count += met != Meeting::none, balance += met == Meeting::out ? 1 : met == Meeting::in ? -1 : 0;
    }
    if (clear) return shell.is_oriented ? balance != 0 : count % 2 != 0;
  }
}

Side InsideOracle::where(const Point& point) const {
  if (placed_.squared_distance_from(point).over.sign() == 0) return Side::on_surface;
  std::vector<char> in_group(shells_.size());
  for (const Shell& shell : shells_)
    if (is_around(shell, point)) in_group[shell.group] = 1;
  return std::count(in_group.begin(), in_group.end(), 1) % 2 != 0 ? Side::inside : Side::outside;
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
