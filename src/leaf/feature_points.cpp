#include "leaf/feature_points.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

/// The four points at one time, relative to the first and scaled by a power of two to a size of about 1.
struct Moment {
  std::array<Vec3, 4> x;
  double scale = 1;
  double size = 0;  // of the vectors before they are scaled, at both ends of time

  Moment(const MovingPoints& points, double t) {
    for (const MovingPoint& point : points)
      size = std::max({size, largest(abs(point.from - points[0].from)), largest(abs(point.to - points[0].to))});
    if (size > 0) scale = std::ldexp(1.0, std::clamp(-std::ilogb(size), -1000, 1000));
    for (int i = 1; i < 4; ++i)
      x[i] = ((points[i].from - points[0].from) * (1 - t) + (points[i].to - points[0].to) * t) * scale;
  }
};

double clamped(double s) { return s > 0 ? std::min(s, 1.0) : 0; }  // NaN: 0

// How far along the segment the point is closest.
double nearest_on_segment(const Vec3& p, const Vec3& from, const Vec3& to) {
  return clamped(dot(p - from, to - from) / dot(to - from, to - from));
}

struct Candidate {
  FeaturePoints points;
  double square = std::numeric_limits<double>::infinity();
  void offer(const FeaturePoints& others, double other_square) {
    if (other_square < square) points = others, square = other_square;
  }
};

Vec3 between(const Vec3& from, const Vec3& to, double s) { return from + (to - from) * s; }
double square(const Vec3& a) { return dot(a, a); }

FeaturePoints nearest_on_face(const Moment& m) {
  const auto& [p, a, b, c] = m.x;
  const Vec3 normal = cross(b - a, c - a);
  const double in_a = dot(cross(b - p, c - p), normal), in_b = dot(cross(c - p, a - p), normal),
               in_c = dot(cross(a - p, b - p), normal), whole = in_a + in_b + in_c;
  if (in_a >= 0 && in_b >= 0 && in_c >= 0 && whole > 0) return {{1}, {in_a / whole, in_b / whole, in_c / whole}};
  Candidate best;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const double s = nearest_on_segment(p, m.x[1 + i], m.x[1 + j]);
    FeaturePoints points{{1}, {}};
    points.b[i] = 1 - s, points.b[j] = s;
    best.offer(points, square(between(m.x[1 + i], m.x[1 + j], s) - p));
  }
  return best.points;
}

FeaturePoints nearest_on_edges(const Moment& m) {
  const auto& [p, q, a, b] = m.x;
  const Vec3 normal = cross(q - p, b - a);
  const double whole = square(normal), s = dot(cross(a - p, b - a), normal) / whole,
               r = dot(cross(a - p, q - p), normal) / whole;
  if (s >= 0 && s <= 1 && r >= 0 && r <= 1) return {{1 - s, s}, {1 - r, r}};
  Candidate best;
  for (int end = 0; end < 2; ++end) {
    const Vec3 &of_a = m.x[end], &of_b = m.x[2 + end];
    const double on_b = nearest_on_segment(of_a, a, b), on_a = nearest_on_segment(of_b, p, q);
    best.offer({{1.0 - end, 1.0 * end}, {1 - on_b, on_b}}, square(between(a, b, on_b) - of_a));
    best.offer({{1 - on_a, on_a}, {1.0 - end, 1.0 * end}}, square(between(p, q, on_a) - of_b));
  }
  return best.points;
}

FeaturePoints nearest(MotionKind kind, const Moment& m) {
  return kind == MotionKind::edge_edge ? nearest_on_edges(m) : nearest_on_face(m);
}

int corners_of_a(MotionKind kind) { return kind == MotionKind::edge_edge ? 2 : 1; }

// From the point of a to that of b.
Vec3 way_between(MotionKind kind, const Moment& m, const FeaturePoints& points) {
  const int of_a = corners_of_a(kind);
  Vec3 way;
  for (int i = 0; i < of_a; ++i) way -= m.x[i] * points.a[i];
  for (int i = of_a; i < 4; ++i) way += m.x[i] * points.b[i - of_a];
  return way;
}

Vec3 at(const MovingPoint& point, double t) { return point.from * (1 - t) + point.to * t; }
Vec3 unit(const Vec3& a) {
  const double size = largest(abs(a));
  if (!(size > 0)) return {};
  const Vec3 scaled = a * std::ldexp(1.0, std::clamp(-std::ilogb(size), -1000, 1000));
  return scaled * (1 / length(scaled));
}

}  // namespace

FeaturePoints closest_feature_points(MotionKind kind, const MovingPoints& points, double time) {
  return nearest(kind, Moment(points, time));
}

bool surely_within(MotionKind kind, const MovingPoints& points, double time, double limit) {
  const Moment m(points, time);
  if (!(m.size >= 0x1p-900 && m.size <= 0x1p900)) return false;
  const Vec3 way = way_between(kind, m, nearest(kind, m));
  // The weights are real numbers near those rounded: they sum to 1 but for 4 u, which moves a point by 4 u of a size
  // below 2 in each coordinate, here measured from the first point. Vectors are off by 6 u of that size
  // (motion_cell.cpp), their weighted sums by 4 more: in all less than 32 u 2 sqrt(3) a length. 128 covers the
  // rounding of the length itself, which is no more than 4.
  return (length(way) + 128 * unit_roundoff) / m.scale <= limit;
}

FeatureContact described(MotionKind kind, const MovingPoints& points, const MotionContact& contact) {
  FeatureContact result;
  result.found = contact.found;
  result.lower = contact.time.lower, result.upper = contact.time.upper;
  if (!contact.found) return result;
  const Moment m(points, result.upper);
  const FeaturePoints nearest_points = nearest(kind, m);
  result.weights_a = nearest_points.a, result.weights_b = nearest_points.b;
  const int of_a = corners_of_a(kind);
  Vec3 velocity;
  for (int i = 0; i < 4; ++i) {
    const double weight = i < of_a ? result.weights_a[i] : result.weights_b[i - of_a];
    const Vec3 place = at(points[i], result.upper) * weight;
    (i < of_a ? result.point_a : result.point_b) += place;
    velocity += (points[i].to - points[i].from) * (i < of_a ? weight : -weight);
  }
  const Vec3 across =
      kind == MotionKind::edge_edge ? cross(m.x[1], m.x[3] - m.x[2]) : cross(m.x[2] - m.x[1], m.x[3] - m.x[1]);
  result.normal = unit(across);
  if (dot(result.normal, velocity) < 0) result.normal = -result.normal;
  return result;
}

}  // namespace abut
