#include "support/lid_oracle.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

namespace abut {

namespace {

using Rational = LidOracle::Rational;
using Point = LidOracle::Point;
using Face = LidOracle::Face;

Point operator-(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Rational dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
int sign(const Rational& x) { return x < 0 ? -1 : x > 0 ? 1 : 0; }
bool is_zero(const Point& p) { return p[0] == 0 && p[1] == 0 && p[2] == 0; }
int side(const Point& a, const Point& b, const Point& c, const Point& p) {
  return sign(dot(cross(b - a, c - a), p - a));
}

bool is_on_segment(const Point& a, const Point& b, const Point& p) {
  return is_zero(cross(b - a, p - a)) && dot(p - a, p - b) <= 0;
}

bool is_on_triangle(const Point& a, const Point& b, const Point& c, const Point& p) {
  const Point normal = cross(b - a, c - a);
  if (is_zero(normal)) return is_on_segment(a, b, p) || is_on_segment(b, c, p) || is_on_segment(c, a, p);
  if (dot(normal, p - a) != 0) return false;
  const auto turn = [&](const Point& x, const Point& y) { return sign(dot(cross(y - x, p - x), normal)); };
  return turn(a, b) >= 0 && turn(b, c) >= 0 && turn(c, a) >= 0;
}

/// C. Caratheodory: a point of a hull is in a simplex of at most four points that are in no plane.
bool is_in_hull_of(const std::vector<Point>& points, const Point& p) {
  const std::size_t n = points.size();
  for (int axis = 0; axis < 3; ++axis) {
    const auto is_below = [&](const Point& q) { return q[axis] < p[axis]; };
    const auto is_above = [&](const Point& q) { return q[axis] > p[axis]; };
    if (std::all_of(points.begin(), points.end(), is_below) || std::all_of(points.begin(), points.end(), is_above))
      return false;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      for (std::size_t k = j + 1; k < n; ++k) {
        if (is_on_triangle(points[i], points[j], points[k], p)) return true;
        for (std::size_t l = k + 1; l < n; ++l) {
          const Point &a = points[i], &b = points[j], &c = points[k], &d = points[l];
          const int whole = side(a, b, c, d);
          if (whole != 0 && side(a, b, c, p) * whole >= 0 && side(a, d, b, p) * whole >= 0 &&
              side(b, d, c, p) * whole >= 0 && side(c, d, a, p) * whole >= 0)
            return true;
        }
      }
  return false;
}

/// 1 or -1 when the ray leaves through the back or the front, 0 when it passes by; nothing when it meets a side.
std::optional<int> crossing(const Face& face, const Point& start, const Point& ahead) {
  const auto& [a, b, c] = face;
  const Point normal = cross(b - a, c - a), way = ahead - start;
  // Without an area it has neighbours along all of it, whose sides are looked at.
  if (is_zero(normal)) return 0;
  const Rational along = dot(normal, way), height = dot(normal, a - start);
  if (along == 0) return height == 0 ? std::nullopt : std::optional(0);
  // The start is in the plane, and not on the triangle.
  if (height == 0 || sign(along) != sign(height)) return 0;
  const int s = side(start, ahead, a, b), t = side(start, ahead, b, c), u = side(start, ahead, c, a);
  if (s == 0 || t == 0 || u == 0) return std::nullopt;
  if (s != t || t != u) return 0;
  return along > 0 ? 1 : -1;
}

Point exactly(const std::array<double, 3>& p) { return {p[0], p[1], p[2]}; }

Point mixed(const std::vector<Point>& points, Random& random) {
  Point sum{0, 0, 0};
  Rational total = 0;
  for (const Point& p : points) {
    const Rational weight(static_cast<long>(random.below(7)));
    for (int i = 0; i < 3; ++i) sum[i] += weight * p[i];
    total += weight;
  }
  if (total == 0) return points[0];
  for (int i = 0; i < 3; ++i) sum[i] /= total;
  return sum;
}

/// Classes of 0 .. count - 1 that `are_one` puts together, step by step.
std::vector<std::size_t> classes(std::size_t count, const std::function<bool(std::size_t, std::size_t)>& are_one) {
  std::vector<std::size_t> of(count);
  std::iota(of.begin(), of.end(), std::size_t{0});
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (of[i] != of[j] && are_one(i, j)) {
        const std::size_t from = of[i], to = of[j];
        for (std::size_t& c : of)
          if (c == from) c = to;
      }
  return of;
}

}  // namespace

LidOracle::LidOracle(const Mesh& mesh, const Placement& at) : at_(at) {
  std::map<EdgeKey, std::vector<int>> ways;            // 1 or -1 for each triangle
  std::map<EdgeKey, std::vector<std::size_t>> owners;  // faces
  const auto corner_of = [&](std::uint32_t i) {
    const Vec3& p = mesh.points[i];
    return Corner{p.x + 0.0, p.y + 0.0, p.z + 0.0};  // no negative zeros
  };
  for (const Triangle& t : mesh.triangles) {
    const std::array corners{corner_of(t[0]), corner_of(t[1]), corner_of(t[2])};
    Face face;
    for (int i = 0; i < 3; ++i) face[i] = images_.try_emplace(corners[i], image(mesh.points[t[i]])).first->second;
    all_faces_.push_back(face);
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) continue;
    for (int i = 0; i < 3; ++i) {
      const Corner &from = corners[i], &to = corners[(i + 1) % 3];
      const EdgeKey key{std::min(from, to), std::max(from, to)};
      ways[key].push_back(from < to ? 1 : -1);
      owners[key].push_back(faces_.size());
    }
    faces_.push_back(face);
  }
  std::set<Corner> ends;
  for (const auto& [key, each] : ways)
    if (each.size() % 2 == 1) ends.insert({key.first, key.second});
  // Open edges are cut where ends of others lie on them; what is there an even number of times is no rim.
  std::map<EdgeKey, std::pair<int, std::set<std::size_t>>> cut;  // the sum of ways, and the faces
  std::map<EdgeKey, int> counts;
  for (const auto& [key, each] : ways) {
    const int sum = std::accumulate(each.begin(), each.end(), 0);
    if (each.size() % 2 == 0) {
      is_wound_ = is_wound_ && sum == 0;
      continue;
    }
    std::vector<Corner> stops;
    for (const Corner& end : ends)
      if (end != key.first && end != key.second && is_on_segment(exactly(key.first), exactly(key.second), exactly(end)))
        stops.push_back(end);
    // In the order of their coordinates, as the ends of the key are.
    std::sort(stops.begin(), stops.end());
    stops.push_back(key.second);
    Corner from = key.first;
    for (const Corner& to : stops) {
      ++counts[{from, to}];
      cut[{from, to}].first += sum;
      cut[{from, to}].second.insert(owners[key].begin(), owners[key].end());
      from = to;
    }
  }
  std::vector<EdgeKey> open;
  for (const auto& [key, part] : cut) {
    if (counts[key] % 2 == 1) open.push_back(key);
    if (part.first * part.first != counts[key] % 2) is_wound_ = false;
    owners[key].insert(owners[key].end(), part.second.begin(), part.second.end());
  }
  // Edges are parted if they do not hang together without some corner.
  std::set<Corner> corners;
  for (const EdgeKey& edge : open) corners.insert({edge.first, edge.second});
  const auto shares = [&](std::size_t i, std::size_t j, const Corner* without) {
    for (const Corner& x : {open[i].first, open[i].second})
      for (const Corner& y : {open[j].first, open[j].second})
        if (x == y && !(without && x == *without)) return true;
    return false;
  };
  std::vector<std::vector<std::size_t>> without;
  without.push_back(classes(open.size(), [&](std::size_t i, std::size_t j) { return shares(i, j, nullptr); }));
  for (const Corner& corner : corners)
    without.push_back(classes(open.size(), [&](std::size_t i, std::size_t j) { return shares(i, j, &corner); }));
  const std::vector<std::size_t> rim_of = classes(open.size(), [&](std::size_t i, std::size_t j) {
    for (const auto& each : without)
      if (each[i] != each[j]) return false;
    return true;
  });
  std::map<std::size_t, std::size_t> numbers;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto [place, is_new] = numbers.try_emplace(rim_of[i], rims_.size());
    if (is_new) rims_.emplace_back(), rim_edges_.emplace_back();
    const bool forward = cut[open[i]].first > 0;
    const Point &low = images_.at(open[i].first), &high = images_.at(open[i].second);
    rims_[place->second].push_back(forward ? OpenEdge{low, high} : OpenEdge{high, low});
    rim_edges_[place->second].push_back(open[i]);
  }
  // Connected through edges, or through the edges of one piece of the rim.
  std::vector<std::set<std::size_t>> together;
  for (const auto& [key, those] : owners) together.emplace_back(those.begin(), those.end());
  for (const auto& rim : rim_edges_) {
    together.emplace_back();
    for (const EdgeKey& edge : rim) together.back().insert(owners[edge].begin(), owners[edge].end());
  }
  const std::vector<std::size_t> shell = classes(faces_.size(), [&](std::size_t i, std::size_t j) {
    for (const auto& each : together)
      if (each.contains(i) && each.contains(j)) return true;
    return false;
  });
  is_one_shell_ = std::set<std::size_t>(shell.begin(), shell.end()).size() == 1;
}

Point LidOracle::image(const Vec3& p) const {
  Point result;
  for (int i = 0; i < 3; ++i)
    result[i] = Rational(at_.linear(i, 0)) * Rational(p.x) + Rational(at_.linear(i, 1)) * Rational(p.y) +
                Rational(at_.linear(i, 2)) * Rational(p.z) + Rational(at_.shift[i]);
  return result;
}

std::vector<std::vector<Vec3>> LidOracle::rim_points() const {
  std::vector<std::vector<Vec3>> result;
  for (const auto& rim : rim_edges_) {
    std::set<Corner> corners;
    for (const EdgeKey& edge : rim) corners.insert({edge.first, edge.second});
    result.emplace_back();
    for (const Corner& c : corners) result.back().push_back({c[0], c[1], c[2]});
  }
  return result;
}

bool LidOracle::is_on_surface(const Vec3& point) const {
  const Point p{point.x, point.y, point.z};
  for (const auto& [a, b, c] : all_faces_)
    if (is_on_triangle(a, b, c, p)) return true;
  return false;
}

bool LidOracle::is_in_hull(const Vec3& point) const {
  const Point p{point.x, point.y, point.z};
  for (const auto& rim : rims_) {
    std::set<Point> corners;
    for (const OpenEdge& edge : rim) corners.insert({edge.from, edge.to});
    if (is_in_hull_of({corners.begin(), corners.end()}, p)) return true;
  }
  return false;
}

// From any apex to each edge; then some of these triangles are replaced by those from another apex to their sides.
std::vector<Face> LidOracle::some_lids(Random& random) const {
  std::vector<Face> lids;
  for (const auto& rim : rims_) {
    std::set<Point> all;
    for (const OpenEdge& edge : rim) all.insert({edge.from, edge.to});
    const std::vector<Point> corners(all.begin(), all.end());
    const Point apex = mixed(corners, random);
    for (const OpenEdge& edge : rim) {
      const Face plain{apex, edge.to, edge.from};
      if (random.below(2) == 0) {
        lids.push_back(plain);
        continue;
      }
      const Point other = mixed(corners, random);
      for (int i = 0; i < 3; ++i) lids.push_back({other, plain[i], plain[(i + 1) % 3]});
    }
  }
  return lids;
}

bool LidOracle::is_inside_with_some_lids(const Vec3& point, Random& random) const {
  std::vector<Face> closed = some_lids(random);
  closed.insert(closed.end(), faces_.begin(), faces_.end());
  const Point start{point.x, point.y, point.z};
  for (;;) {
    // Small whole numbers keep the fractions short.
    Point ahead = start;
    for (Rational& coordinate : ahead) coordinate += static_cast<long>(random.below(2001)) - 1000;
    if (ahead == start) continue;
    int count = 0, winding = 0;
    bool is_clear = true;
    for (const Face& face : closed) {
      const std::optional<int> met = crossing(face, start, ahead);
      if (!met) {
        is_clear = false;
        break;
      }
      count += *met != 0, winding += *met;
    }
    if (is_clear) return is_wound_ ? winding != 0 : count % 2 == 1;
  }
}

}  // namespace abut
