#include "classic/volume/smallest_ball.h"

#include <algorithm>
#include <array>
#include <vector>

namespace abut::classic {

namespace {

/// A ball by its centre and squared radius; -1 is empty.
struct Ball {
  Vec3 centre;
  double squared_radius = -1;
};

/// The smallest ball whose boundary passes through the given points, centred in their affine hull; points that lie in
/// the hull of the others up to rounding are left out.
Ball ball_through(std::span<const Vec3> on) {
  if (on.empty()) return {};
  // Gram-Schmidt on the differences to the first point: c = p0 + sum of l_i q_i with q_i orthonormal.
  std::array<Vec3, 3> basis;
  int dimensions = 0;
  Vec3 offset;
  for (std::size_t i = 1; i < on.size(); ++i) {
    const Vec3 edge = on[i] - on[0];
    Vec3 rest = edge;
    for (int k = 0; k < dimensions; ++k) rest -= basis[k] * dot(basis[k], rest);
    const double height = length(rest);
    if (!(height > 1e-10 * length(edge))) continue;
    const Vec3 q = rest * (1 / height);
    // |offset - edge| = |offset| gives the coordinate along q.
    const double along = (dot(edge, edge) - 2 * dot(offset, edge)) / (2 * height);
    offset += q * along;
    basis[dimensions++] = q;
  }
  return {on[0] + offset, dot(offset, offset)};
}

bool contains(const Ball& ball, const Vec3& p) {
  return dot(p - ball.centre, p - ball.centre) <= ball.squared_radius * (1 + 1e-12);
}

/// The smallest ball around at most five points, by trying every boundary that includes the last one; `points` shrinks
/// to that boundary.
Ball smallest_ball_of_few(std::vector<Vec3>& points) {
  const unsigned others = static_cast<unsigned>(points.size()) - 1;
  Ball best;
  std::vector<Vec3> best_boundary;
  for (unsigned chosen = 0; chosen < (1u << others); ++chosen) {
    std::vector<Vec3> boundary{points.back()};
    for (unsigned i = 0; i < others; ++i)
      if (chosen >> i & 1) boundary.push_back(points[i]);
    if (boundary.size() > 4) continue;
    const Ball ball = ball_through(boundary);
    const bool around_all = std::all_of(points.begin(), points.end(), [&](const Vec3& p) { return contains(ball, p); });
    if (around_all && (best.squared_radius < 0 || ball.squared_radius < best.squared_radius)) {
      best = ball;
      best_boundary = boundary;
    }
  }
  points = best_boundary;
  return best;
}

}  // namespace

// The farthest point joins the boundary until none is outside
// (Gaertner 1999). The ball grows with every round, so it ends; the cap guards against rounding.
Vec3 centre_of_smallest_ball(std::span<const Vec3> points) {
  std::vector<Vec3> boundary{points[0]};
  Ball ball{points[0], 0};
  for (int round = 0; round < 256; ++round) {
    std::size_t far = 0;
    double most = -1;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3 d = points[i] - ball.centre;
      if (dot(d, d) > most) most = dot(d, d), far = i;
    }
    if (contains(ball, points[far])) break;
    boundary.push_back(points[far]);
    const Ball larger = smallest_ball_of_few(boundary);
    if (!(larger.squared_radius > ball.squared_radius)) break;
    ball = larger;
  }
  return ball.centre;
}

Vec3 centre_around_triangle(const std::array<Vec3, 3>& corners) {
  const double edges[] = {dot(corners[1] - corners[0], corners[1] - corners[0]),
                          dot(corners[2] - corners[1], corners[2] - corners[1]),
                          dot(corners[0] - corners[2], corners[0] - corners[2])};
  const int longest = edges[0] >= edges[1] ? (edges[0] >= edges[2] ? 0 : 2) : (edges[1] >= edges[2] ? 1 : 2);
  if (2 * edges[longest] >= edges[0] + edges[1] + edges[2])
    return (corners[longest] + corners[(longest + 1) % 3]) * 0.5;
  return ball_through(corners).centre;
}

}  // namespace abut::classic
