#include "leaf/moving_triangles.h"

#include "leaf/sliding_point.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

void place(const LeafGeometry& geometry, const Placement& at, std::uint32_t triangle, Vec3 (&corners)[3]) {
  for (int i = 0; i < 3; ++i) corners[i] = at * geometry.points[geometry.triangles[triangle][i]];
}

constexpr double rounding = 0x1p-48;

Vec3 weighted(const Vec3 (&corners)[3], const Weights& w) {
  return corners[0] + ((corners[1] - corners[0]) * w[1] + (corners[2] - corners[0]) * w[2]);
}

/// How a triangle moves, seen by another.
struct MovedTriangle {
  MovedTriangle(const SeenMotion& motion, const Vec3 (&corners)[3], double margin) {
    double longest = 0;
    for (int i = 0; i < 3; ++i) {
      travel[i] = motion.travel(corners[i]);
      bend[i] = motion.bend(corners[i]);
      longest = std::max(longest, length(bend[i]));
      farthest = std::max(farthest, length(travel[i]) + length(bend[i]));
    }
    beside = longest + motion.rest;
    needed = with_rest(margin, motion.rest);
  }
  // Squares of lengths that underflow are below 2^-1000.
  static double with_rest(double margin, double rest) { return (margin + rest) * (1 + rounding) + 0x1p-500; }

  Vec3 travel[3], bend[3];
  double farthest = 0;  // of its ways
  double beside;        // its straight way
  double needed;        // the gap that leaves the margin
};

/// The least of s t + s^2 b for |s| <= 1; t >= 0.
double least_of(double t, double b) { return 2 * b >= t ? (b > 0 ? -t * t / (4 * b) : 0) : b - t; }

// A gap between a triangle p that moves and another, q, along n or against it, seen from a point near both. A corner x
// of p is on x + s travel(x) + s^2 bend(x), |s| <= 1, up to the rest of the motion; what is said of the corners holds
// for the triangle, as travel and bend are linear in x, and the least and the most over s are concave and convex in
// them. Corners as placed here are off by what the extents' strays allow for; products with n lose 4u of the ways'
// lengths. Minus infinity for an n so short that its square may underflow.
double gap_along(const Vec3& n, const Vec3& from, const Vec3 (&p)[3], const MovedTriangle& of_p, const Vec3 (&q)[3]) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(dot(n, n) >= 0x1p-900)) return -infinity;
  double p_most = -infinity, p_least = infinity, q_most = -infinity, q_least = infinity, reach = 0;
  for (int i = 0; i < 3; ++i) {
    const Vec3 way_p = p[i] - from, way_q = q[i] - from;
    const double at_p = dot(n, way_p), at_q = dot(n, way_q), moved = std::abs(dot(n, of_p.travel[i])),
                 bent = dot(n, of_p.bend[i]);
    p_most = std::max(p_most, at_p - least_of(moved, -bent)), p_least = std::min(p_least, at_p + least_of(moved, bent));
    q_most = std::max(q_most, at_q), q_least = std::min(q_least, at_q);
    reach = std::max(reach, std::max(length(way_p) + length(of_p.travel[i]) + length(of_p.bend[i]), length(way_q)));
  }
  const double gap = std::max(q_least - p_most, p_least - q_most) / length(n);
  return gap - rounding * (std::abs(gap) + reach);
}

/// Do the corners travel nearly across n?
bool slides_across(const Vec3& n, const MovedTriangle& of) {
  const auto slides = [&](const Vec3& travel) {
    const double along = dot(n, travel);
    return along * along <= 0x1p-12 * (dot(n, n) * dot(travel, travel));
  };
  return slides(of.travel[0]) && slides(of.travel[1]) && slides(of.travel[2]);
}

int corners_in(const Weights& w) { return (w[0] > 0) + (w[1] > 0) + (w[2] > 0); }

/// The side of a triangle on whose inside the weights lie.
Vec3 side_of(const Vec3 (&corners)[3], const Weights& w) {
  const int off = w[0] > 0 ? w[1] > 0 ? 2 : 1 : 0;
  return corners[(off + 2) % 3] - corners[(off + 1) % 3];
}
Vec3 normal_of(const Vec3 (&corners)[3]) { return cross(corners[1] - corners[0], corners[2] - corners[0]); }

/// The way between two closest points as their features have it. The points themselves are rounded, and where they are
/// close, the way between them says little of its direction.
Vec3 way_by_features(const Vec3 (&p)[3], const Weights& in_p, const Vec3 (&q)[3], const Weights& in_q,
                     const Vec3& way) {
  const int of_p = corners_in(in_p), of_q = corners_in(in_q);
  if (of_q == 3) return normal_of(q);
  if (of_p == 3) return normal_of(p);
  if (of_p == 2 && of_q == 2) return cross(side_of(p, in_p), side_of(q, in_q));
  if (of_p == 1 && of_q == 1) return way;
  const Vec3 side = of_p == 2 ? side_of(p, in_p) : side_of(q, in_q);
  return way - side * (dot(way, side) / dot(side, side));
}

}  // namespace

// A small triangle that turns before a large one hardly moves across it, seen by the large one; but the far corners of
// the large one move much, seen by the small one. So each is looked at as seen by the other.
MovingTriangles::Meeting MovingTriangles::meet(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  const PairDistance pair = test_.measure(triangle_a, triangle_b);
  if (pair.upper == 0) return {false, 0};
  Vec3 p[3], q[3];
  place(a_, at_a_, triangle_a, p);
  place(b_, at_b_, triangle_b, q);
  const MovedTriangle of_p(a_seen_, p, margin_), of_q(b_seen_, q, margin_);
  // However they move.
  const auto is_far = [&](const MovedTriangle& of) { return pair.lower > (of.needed + of.farthest) * (1 + rounding); };
  const bool far = is_far(of_p) || is_far(of_q);
  const Vec3 from = weighted(p, pair.weights_a), way = weighted(q, pair.weights_b) - from;
  const auto apart_along = [&](const Vec3& n) {
    const auto leaves_margin = [&](double gap, const MovedTriangle& of, const SeenMotion& seen) {
      if (!(gap > margin_) || gap > of.needed) return gap > margin_;
      return gap > MovedTriangle::with_rest(margin_, seen.rest_along(n * (1 / length(n))));
    };
    return leaves_margin(gap_along(n, from, p, of_p, q), of_p, a_seen_) ||
           leaves_margin(gap_along(n, from, q, of_q, p), of_q, b_seen_);
  };
  const auto is_apart = [&] {
    if (apart_along(way) || apart_along(way_by_features(p, pair.weights_a, q, pair.weights_b, way))) return true;
    // Where triangles slide over each other, many of their points are as close, and their features say little.
    for (const Vec3& n : {normal_of(q), normal_of(p)})
      if (slides_across(n, of_p) && apart_along(n)) return true;
    return false;
  };
  const bool apart = far || is_apart();
  const double gap = length(way), closing = dot(way, a_seen_.travel(from));
  if (!(closing > 0 && gap > 0)) return {apart, pair.upper};
  return {apart, pair.upper, (pair.upper - margin_) * gap / closing,
          2 * std::min(of_p.beside, of_q.beside) * gap / closing};
}

namespace {

/// Does the edge from x to y go through the triangle q, as long as both ends stay within `moved` of where they are?
//
// With n the normal of q, the ends stay on their sides of its plane if they are farther from it than `moved`. The edge
// passes a side from s to t on the side of V = (y - x) . C, C = (s - x) x (t - x). Moves of the ends change C by at
// most moved (|s - x| + |t - x|) + moved^2, and V by 2 moved |C| + (|y - x| + 2 moved) times that. What rounding does
// to V is below 2^-48 of the product of the three lengths.
bool pierces(const Vec3& x, const Vec3& y, const Vec3 (&q)[3], double moved) {
  const Vec3 n = normal_of(q);
  const double reach = length(n) * moved, at_x = dot(n, x - q[0]), at_y = dot(n, y - q[0]);
  const double unsure = reach + rounding * length(n) * (length(x - q[0]) + length(y - q[0]));
  if (!(std::min(std::abs(at_x), std::abs(at_y)) > unsure) || (at_x > 0) == (at_y > 0)) return false;
  const double edge = length(y - x);
  for (int i = 0; i < 3; ++i) {
    const Vec3 s = q[i] - x, t = q[(i + 1) % 3] - x, c = cross(s, t);
    const double to_s = length(s), to_t = length(t), volume = dot(y - x, c);
    const double change = 2 * moved * length(c) + (edge + 2 * moved) * (moved * (to_s + to_t) + moved * moved) +
                          rounding * edge * to_s * to_t;
    // Seen from x the sides turn to the left if x is above the face.
    if (!((at_x > 0 ? -volume : volume) > change)) return false;
  }
  return true;
}

}  // namespace

bool MovingTriangles::stay_within(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  Vec3 p[3], q[3];
  place(a_, at_a_, triangle_a, p);
  place(b_, at_b_, triangle_b, q);
  if (a_point_stays_within(a_seen_, {p[0], p[1], p[2]}, {q[0], q[1], q[2]}, margin_)) return true;
  double moved = 0;
  for (const Vec3& corner : p) moved = std::max(moved, length(a_seen_.travel(corner)) + length(a_seen_.bend(corner)));
  moved = (moved + a_seen_.rest) * (1 + rounding);
  for (int i = 0; i < 3; ++i)
    if (pierces(p[i], p[(i + 1) % 3], q, moved)) return true;
  return moved < margin_ && test_.measure(triangle_a, triangle_b).upper + moved <= margin_ * (1 - rounding);
}

}  // namespace abut
