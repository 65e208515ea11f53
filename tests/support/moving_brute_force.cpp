// First contacts by brute force: see planned_motion.h.

#include "support/planned_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut {

using Real = long double;
using P = PlannedCurve::Point;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

P operator+(const P& a, const P& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
P operator-(const P& a, const P& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
P operator*(const P& a, Real s) { return {a.x * s, a.y * s, a.z * s}; }
Real dot(const P& a, const P& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
P cross(const P& a, const P& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
Real length(const P& a) { return std::sqrt(dot(a, a)); }

struct Triangle {
  P corners[3];

  P middle() const { return (corners[0] + corners[1] + corners[2]) * (Real(1) / 3); }
  Real radius() const {
    const P m = middle();
    return std::max({length(corners[0] - m), length(corners[1] - m), length(corners[2] - m)});
  }
};

Real point_to_segment(const P& p, const P& a, const P& b) {
  const P way = b - a;
  const Real square = dot(way, way);
  const Real t = square > 0 ? std::clamp(dot(p - a, way) / square, Real(0), Real(1)) : 0;
  return length(p - (a + way * t));
}

/// The distance of two segments: between their insides where both feet are inside, or from an end.
Real segment_to_segment(const P& a, const P& b, const P& c, const P& d) {
  Real least = std::min(
      {point_to_segment(a, c, d), point_to_segment(b, c, d), point_to_segment(c, a, b), point_to_segment(d, a, b)});
  const P u = b - a, v = d - c, n = cross(u, v), w = c - a;
  const Real square = dot(n, n);
  if (square > 0) {
    const Real s = dot(cross(w, v), n) / square, t = dot(cross(w, u), n) / square;
    if (s > 0 && s < 1 && t > 0 && t < 1) least = std::min(least, std::abs(dot(w, n)) / std::sqrt(square));
  }
  return least;
}

/// The distance of a point from the inside of a triangle, infinite if its foot is not there.
Real point_to_inside(const P& p, const Triangle& t) {
  const P n = cross(t.corners[1] - t.corners[0], t.corners[2] - t.corners[0]);
  const Real size = length(n);
  if (!(size > 0)) return infinity;
  for (int i = 0; i < 3; ++i) {
    const P &a = t.corners[i], &b = t.corners[(i + 1) % 3];
    if (dot(cross(b - a, p - a), n) < 0) return infinity;
  }
  return std::abs(dot(p - t.corners[0], n)) / size;
}

/// By how far the line of a segment passes through the inside of a triangle, and its ends beyond it on either side:
/// they touch even if every corner is off by a fourth of that. Negative if the segment does not pass through.
Real depth_of(const P& a, const P& b, const Triangle& t) {
  const P n = cross(t.corners[1] - t.corners[0], t.corners[2] - t.corners[0]);
  const Real size = length(n);
  if (!(size > 0)) return -1;
  const Real from = dot(a - t.corners[0], n) / size, to = dot(b - t.corners[0], n) / size;
  if (!(from * to < 0)) return -1;
  const P x = a + (b - a) * (from / (from - to));
  Real depth = std::min(std::abs(from), std::abs(to));
  for (int i = 0; i < 3; ++i) {
    const P &c = t.corners[i], &d = t.corners[(i + 1) % 3];
    depth = std::min(depth, dot(cross(n, d - c), x - c) / (size * length(d - c)));
  }
  // A line that is nearly in the plane moves across it by its slope's inverse.
  return depth * std::abs(from - to) / length(b - a);
}

struct Gap {
  Real distance = infinity;  // 0 if they seem to touch
  Real depth = -1;           // of the best way through
};

Gap gap_between(const Triangle& p, const Triangle& q) {
  Gap gap;
  for (int i = 0; i < 3; ++i) {
    gap.depth = std::max({gap.depth, depth_of(p.corners[i], p.corners[(i + 1) % 3], q),
                          depth_of(q.corners[i], q.corners[(i + 1) % 3], p)});
    gap.distance = std::min({gap.distance, point_to_inside(p.corners[i], q), point_to_inside(q.corners[i], p)});
    for (int j = 0; j < 3; ++j)
      gap.distance = std::min(
          gap.distance, segment_to_segment(p.corners[i], p.corners[(i + 1) % 3], q.corners[j], q.corners[(j + 1) % 3]));
  }
  if (gap.depth >= 0) gap.distance = 0;
  return gap;
}

struct Pair {
  std::uint32_t a, b;
};

class BruteForce {
 public:
  BruteForce(const PlannedBody& a, const PlannedBody& b, double margin)
      : a_(a), b_(b), curve_a_(a), curve_b_(b), margin_(margin), error_(curve_a_.error() + curve_b_.error()) {}

  /// Two curves' errors, and what distances of triangles of this size lose, which grows with their thinness; a
  /// thousandfold is allowed.
  Real slack() const { return 2 * error_ + 0x1p-50L * size_; }

  void look(double time) {
    curve_a_.place(time, points_a_);
    curve_b_.place(time, points_b_);
    put(a_.mesh, points_a_, triangles_a_, radii_a_);
    put(b_.mesh, points_b_, triangles_b_, radii_b_);
    size_ = *std::max_element(radii_a_.begin(), radii_a_.end()) + *std::max_element(radii_b_.begin(), radii_b_.end());
  }
  /// Keeps pairs that may come within the margin when points move by `way` in all. True if one surely is there.
  bool keep(Real way, const std::vector<Pair>& pairs, std::vector<Pair>& kept) const {
    for (const Pair& pair : pairs) {
      const Triangle &p = triangles_a_[pair.a], &q = triangles_b_[pair.b];
      const Real needed = (margin_ + way) * 1.000001L + slack();
      if (length(p.middle() - q.middle()) - radii_a_[pair.a] - radii_b_[pair.b] > needed) continue;
      const Gap gap = gap_between(p, q);
      if (gap.depth > 8 * slack() || gap.distance < margin_ - slack()) return true;
      if (gap.distance <= needed) kept.push_back(pair);
    }
    return false;
  }
  Real speed(const TimeSpan& span) const { return curve_a_.most_speed(span) + curve_b_.most_speed(span); }
  std::vector<Pair> all_pairs() const {
    std::vector<Pair> pairs;
    for (std::uint32_t i = 0; i < a_.mesh.triangles.size(); ++i)
      for (std::uint32_t j = 0; j < b_.mesh.triangles.size(); ++j) pairs.push_back({i, j});
    return pairs;
  }

 private:
  static void put(const Mesh& mesh, const std::vector<P>& points, std::vector<Triangle>& triangles,
                  std::vector<Real>& radii) {
    triangles.resize(mesh.triangles.size());
    radii.resize(mesh.triangles.size());
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      for (int k = 0; k < 3; ++k) triangles[i].corners[k] = points[mesh.triangles[i][k]];
      radii[i] = triangles[i].radius();
    }
  }

  const PlannedBody &a_, &b_;
  PlannedCurve curve_a_, curve_b_;
  Real margin_, error_, size_ = 0;
  std::vector<P> points_a_, points_b_;
  std::vector<Triangle> triangles_a_, triangles_b_;
  std::vector<Real> radii_a_, radii_b_;
};

struct Cell {
  double begin, end;
  std::vector<Pair> pairs;
};

}  // namespace

ContactBracket bracket_first_contact(const PlannedBody& a, const PlannedBody& b, const BracketOptions& options) {
  const TimeSpan one = a.plan.during(), other = b.plan.during();
  const TimeSpan span{std::max(one.begin, other.begin), std::min(one.end, other.end)};
  BruteForce force(a, b, options.margin);
  ContactBracket found{span.end, infinity};
  const double shortest = options.shortest * (span.end - span.begin);
  std::vector<Cell> cells{{span.begin, span.end, force.all_pairs()}};
  while (!cells.empty()) {
    const Cell cell = std::move(cells.back());
    cells.pop_back();
    if (++found.looks > options.most_looks) {
      found.complete = false;
      found.clear_until = std::min(found.clear_until, cell.begin);
      break;
    }
    const double middle = cell.begin + (cell.end - cell.begin) / 2;
    force.look(middle);
    std::vector<Pair> kept;
    const Real way = force.speed({cell.begin, cell.end}) * (Real(cell.end) - cell.begin) * 0.5000001L;
    const bool meets = force.keep(way, cell.pairs, kept);
    if (meets) {
      found.surely_at = middle;
      kept = cell.pairs;
      cells.clear();
    }
    if (kept.empty()) continue;
    if (cell.end - cell.begin <= shortest) {
      found.clear_until = std::min(found.clear_until, cell.begin);
      continue;
    }
    if (!meets) cells.push_back({middle, cell.end, kept});
    cells.push_back({cell.begin, middle, std::move(kept)});
  }
  return found;
}

bool surely_meet(const PlannedBody& a, const PlannedBody& b, double time, double margin) {
  BruteForce force(a, b, margin);
  force.look(time);
  std::vector<Pair> kept;
  return force.keep(0, force.all_pairs(), kept);
}

}  // namespace abut
