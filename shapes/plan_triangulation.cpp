#include "shapes/plan.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace abut::shapes {

namespace {

using Ring = std::vector<std::uint32_t>;
using Corners = std::array<std::uint32_t, 3>;

double squared_distance(const PlanPoint& a, const PlanPoint& b) {
  return (a.u - b.u) * (a.u - b.u) + (a.v - b.v) * (a.v - b.v);
}

/// Points by index, and the loops as rings of indices: the outline counterclockwise, the holes clockwise.
struct Sheet {
  std::vector<PlanPoint> points;
  std::vector<Ring> rings;

  double turning_of(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return turning(points[a], points[b], points[c]);
  }
};

Sheet sheet_of(const Loop& outline, std::span<const Loop> holes) {
  Sheet sheet;
  const auto add = [&](const Loop& loop, bool forward) {
    Ring ring;
    for (const PlanPoint& p : loop) {
      ring.push_back(static_cast<std::uint32_t>(sheet.points.size()));
      sheet.points.push_back(p);
    }
    if (!forward) std::reverse(ring.begin(), ring.end());
    sheet.rings.push_back(std::move(ring));
  };
  add(outline, true);
  // Joined from the last, the one that reaches farthest along u: from there the outline, or a hole that has become part
  // of it, is in sight.
  const auto reach = [](const Loop& loop) {
    return std::max_element(loop.begin(), loop.end(), [](const PlanPoint& a, const PlanPoint& b) { return a.u < b.u; })
        ->u;
  };
  std::vector<Loop> sorted(holes.begin(), holes.end());
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Loop& a, const Loop& b) { return reach(a) < reach(b); });
  for (const Loop& hole : sorted) add(hole, false);
  return sheet;
}

/// Is the direction from ring[at] to the point inside of the ring, next to that corner?
bool opens_towards(const Sheet& sheet, const Ring& ring, std::size_t at, std::uint32_t point) {
  const std::uint32_t before = ring[(at + ring.size() - 1) % ring.size()], corner = ring[at],
                      after = ring[(at + 1) % ring.size()];
  const bool left_of_first = sheet.turning_of(before, corner, point) > 0,
             left_of_second = sheet.turning_of(corner, after, point) > 0;
  return sheet.turning_of(before, corner, after) > 0 ? left_of_first && left_of_second
                                                     : left_of_first || left_of_second;
}

/// Does the side a-b touch the segment from-to other than in a common corner?
bool blocks(const Sheet& sheet, std::uint32_t a, std::uint32_t b, std::uint32_t from, std::uint32_t to) {
  const auto on_segment = [&](std::uint32_t p) {
    if (p == from || p == to || sheet.turning_of(from, to, p) != 0) return false;
    const PlanPoint &s = sheet.points[from], &e = sheet.points[to], &q = sheet.points[p];
    return (q.u - s.u) * (e.u - s.u) + (q.v - s.v) * (e.v - s.v) >= 0 &&
           squared_distance(s, q) <= squared_distance(s, e);
  };
  if (on_segment(a) || on_segment(b)) return true;
  if (a == from || a == to || b == from || b == to) return false;
  const auto opposite = [](double x, double y) { return (x > 0 && y < 0) || (x < 0 && y > 0); };
  return opposite(sheet.turning_of(from, to, a), sheet.turning_of(from, to, b)) &&
         opposite(sheet.turning_of(a, b, from), sheet.turning_of(a, b, to));
}

bool sees(const Sheet& sheet, std::uint32_t from, std::uint32_t to) {
  for (const Ring& ring : sheet.rings)
    for (std::size_t i = 0; i < ring.size(); ++i)
      if (blocks(sheet, ring[i], ring[(i + 1) % ring.size()], from, to)) return false;
  return true;
}

/// Joins the last ring to the first by a bridge that is walked in both directions.
void join_last_ring(Sheet& sheet) {
  Ring& outer = sheet.rings.front();
  const Ring hole = sheet.rings.back();
  std::vector<std::pair<double, std::size_t>> corners;
  const std::uint32_t start = *std::max_element(hole.begin(), hole.end(), [&](std::uint32_t a, std::uint32_t b) {
    return sheet.points[a].u < sheet.points[b].u;
  });
  for (std::size_t at = 0; at < outer.size(); ++at)
    corners.emplace_back(squared_distance(sheet.points[start], sheet.points[outer[at]]), at);
  std::sort(corners.begin(), corners.end());
  for (const auto& [distance, at] : corners) {
    if (!opens_towards(sheet, outer, at, start) || !sees(sheet, start, outer[at])) continue;
    Ring bridged(hole.begin(), hole.end());
    std::rotate(bridged.begin(), std::find(bridged.begin(), bridged.end(), start), bridged.end());
    bridged.push_back(start);
    bridged.push_back(outer[at]);
    outer.insert(outer.begin() + static_cast<std::ptrdiff_t>(at) + 1, bridged.begin(), bridged.end());
    sheet.rings.pop_back();
    return;
  }
  throw Error("a plan's holes must be apart from each other and inside of its outline.");
}

bool is_ear(const Sheet& sheet, const Ring& ring, std::size_t at) {
  const std::uint32_t a = ring[(at + ring.size() - 1) % ring.size()], b = ring[at], c = ring[(at + 1) % ring.size()];
  if (sheet.turning_of(a, b, c) <= 0) return false;
  for (const std::uint32_t p : ring)
    if (p != a && p != b && p != c && sheet.turning_of(a, b, p) >= 0 && sheet.turning_of(b, c, p) >= 0 &&
        sheet.turning_of(c, a, p) >= 0)
      return false;
  return true;
}

std::vector<Corners> cut_ears(const Sheet& sheet) {
  Ring ring = sheet.rings.front();
  std::vector<Corners> triangles;
  std::size_t at = 0, failures = 0;
  while (ring.size() > 3) {
    at %= ring.size();
    if (is_ear(sheet, ring, at)) {
      triangles.push_back({ring[(at + ring.size() - 1) % ring.size()], ring[at], ring[(at + 1) % ring.size()]});
      ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(at));
      failures = 0;
    } else if (++failures > ring.size()) {
      throw Error("a plan's outline must not meet itself.");
    }
    // Skipping a corner after each cut keeps ears from fanning out of one corner.
    ++at;
  }
  triangles.push_back({ring[0], ring[1], ring[2]});
  return triangles;
}

/// Would the other diagonal of the quad a, b, c, d (now cut from a to c) make it Delaunay?
bool should_flip(const Sheet& sheet, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  if (sheet.turning_of(a, b, d) <= 0 || sheet.turning_of(b, c, d) <= 0) return false;
  const auto cosine = [&](std::uint32_t corner) {
    const PlanPoint &o = sheet.points[corner], &p = sheet.points[a], &q = sheet.points[c];
    const double product = (p.u - o.u) * (q.u - o.u) + (p.v - o.v) * (q.v - o.v);
    return product / std::sqrt(squared_distance(o, p) * squared_distance(o, q));
  };
  // The angles opposite to the diagonal sum up to more than half a turn. The slack keeps corners that lie on one circle
  // from being flipped for ever.
  return cosine(b) + cosine(d) < -1e-9;
}

/// Flips diagonals that are not Delaunay, a set of independent ones at a time; false when there were none.
bool flip_some(const Sheet& sheet, std::vector<Corners>& triangles) {
  struct Side {
    std::size_t triangle;
    int corner;  ///< the one opposite to the side
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Side> sides;
  std::vector<bool> is_new(triangles.size());
  bool flipped = false;
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (int k = 0; k < 3; ++k)
      sides[{triangles[i][static_cast<std::size_t>(k + 1) % 3], triangles[i][static_cast<std::size_t>(k + 2) % 3]}] = {
          i, k};
  for (const auto& [side, here] : sides) {
    const auto [from, to] = side;
    const auto there = sides.find({to, from});
    if (from > to || there == sides.end() || is_new[here.triangle] || is_new[there->second.triangle]) continue;
    const std::uint32_t d = triangles[here.triangle][static_cast<std::size_t>(here.corner)],
                        b = triangles[there->second.triangle][static_cast<std::size_t>(there->second.corner)];
    // The quad from, b, to, d is counterclockwise.
    if (!should_flip(sheet, from, b, to, d)) continue;
    triangles[here.triangle] = {from, b, d};
    triangles[there->second.triangle] = {b, to, d};
    is_new[here.triangle] = is_new[there->second.triangle] = flipped = true;
  }
  return flipped;
}

}  // namespace

std::vector<std::array<PlanPoint, 3>> triangulated(const Loop& outline, std::span<const Loop> holes) {
  Sheet sheet = sheet_of(outline, holes);
  while (sheet.rings.size() > 1) join_last_ring(sheet);
  std::vector<Corners> triangles = cut_ears(sheet);
  while (flip_some(sheet, triangles)) {
  }
  std::vector<std::array<PlanPoint, 3>> result;
  for (const Corners& t : triangles) result.push_back({sheet.points[t[0]], sheet.points[t[1]], sheet.points[t[2]]});
  return result;
}

std::vector<std::array<PlanPoint, 3>> filled(std::span<const Loop> loops) {
  const auto depth = [&](const Loop& loop) {
    return std::count_if(loops.begin(), loops.end(),
                         [&](const Loop& other) { return &other != &loop && contains(other, loop.front()); });
  };
  std::vector<std::array<PlanPoint, 3>> result;
  for (const Loop& outline : loops) {
    if (depth(outline) % 2 == 1) continue;
    std::vector<Loop> holes;
    for (const Loop& hole : loops)
      if (contains(outline, hole.front()) && depth(hole) == depth(outline) + 1) holes.push_back(hole);
    for (const auto& triangle : triangulated(outline, holes)) result.push_back(triangle);
  }
  return result;
}

}  // namespace abut::shapes
