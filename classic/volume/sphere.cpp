#include "classic/volume/sphere.h"

#include "classic/kind_tree.h"
#include "classic/volume/core.h"
#include "classic/volume/smallest_ball.h"
#include "math/nearest_float.h"
#include <abut/mesh.h>

#include <limits>
#include <vector>

namespace abut::classic {

namespace {

// Rounding of the radius: a distance of two points with coordinates up to 3, and the points' own rounding.
constexpr double fit_error = 32 * unit_roundoff;

double squared_reach(std::span<const Vec3> points, const Vec3& centre) {
  double most = 0;
  for (const Vec3& p : points) most = std::max(most, dot(p - centre, p - centre));
  return most;
}

Vec3 middle_of(const Extents<double>& ends) {
  return {(ends.low[0] + ends.high[0]) * 0.5, (ends.low[1] + ends.high[1]) * 0.5, (ends.low[2] + ends.high[2]) * 0.5};
}

Sphere ball_with(const Vec3& centre, double reach) {
  return {{centre.x, centre.y, centre.z}, reach * (1 + 8 * unit_roundoff) + fit_error};
}

template <class Real>
BasicSphere<Real> stored(const Sphere& ball) {
  if constexpr (std::is_same_v<Real, float>)
    return narrow(ball);
  else
    return ball;
}

}  // namespace

template <class Real>
BasicSphere<Real> refitted(const BasicSphere<Real>&, const Extents<double>& ends, TriangleRun triangles) {
  const Vec3 centre = triangles.size() == 1 ? centre_around_triangle(triangles[0].corners) : middle_of(ends);
  double most = 0;
  for (const BuildTriangle& t : triangles) most = std::max(most, squared_reach(t.corners, centre));
  return stored<Real>(ball_with(centre, std::sqrt(most)));
}

template <class Real>
BasicSphere<Real> refitted(const BasicSphere<Real>&, const Extents<double>& ends,
                           std::span<const BasicSphere<Real>> pieces) {
  const Vec3 centre = middle_of(ends), corner{ends.high[0], ends.high[1], ends.high[2]};
  double reach = 0;
  for (const BasicSphere<Real>& piece : pieces) reach = std::max(reach, length(piece.middle() - centre) + piece.radius);
  return stored<Real>(ball_with(centre, std::min(reach, length(corner - centre))));
}

template Sphere refitted(const Sphere&, const Extents<double>&, TriangleRun);
template Sphere refitted(const Sphere&, const Extents<double>&, std::span<const Sphere>);
template BasicSphere<float> refitted(const BasicSphere<float>&, const Extents<double>&, TriangleRun);
template BasicSphere<float> refitted(const BasicSphere<float>&, const Extents<double>&,
                                     std::span<const BasicSphere<float>>);

template <>
Sphere Sphere::around(TriangleRun triangles, Fit) {
  std::vector<Vec3> points;
  points.reserve(3 * triangles.size());
  for (const BuildTriangle& t : triangles) points.insert(points.end(), t.corners.begin(), t.corners.end());
  const Bounds bounds = bounds_of(points);
  Vec3 c = bounds.low * 0.5 + bounds.high * 0.5;
  double most = squared_reach(points, c);
  // The box's centre stands in when rounding has thrown the ball off, which keeps centres near the points.
  if (const Vec3 best = centre_of_smallest_ball(points); squared_reach(points, best) < most) {
    c = best;
    most = squared_reach(points, c);
  }
  return {{c.x, c.y, c.z}, std::sqrt(most) * (1 + 8 * unit_roundoff) + fit_error};
}

BasicSphere<float> narrow(const Sphere& wide) {
  BasicSphere<float> result;
  for (int i = 0; i < 3; ++i) result.centre[i] = nearest_float(wide.centre[i]);
  const double moved = length(wide.middle() - result.middle());
  result.radius =
      std::nextafter(static_cast<float>(wide.radius + moved + fit_error), std::numeric_limits<float>::infinity());
  return result;
}

template <>
BasicSphere<float> BasicSphere<float>::around(TriangleRun triangles, Fit fit) {
  return narrow(Sphere::around(triangles, fit));
}

SphereTest::SphereTest(const RelativePlacement& b_in_a, Sat, double axes_defect)
    : relative_(b_in_a), slack_(slack_on_faces_of_a(b_in_a, axes_defect)), distance_slack_(CoreSlack(b_in_a).fixed) {}

}  // namespace abut::classic

ABUT_CLASSIC_KIND(sphere, Sphere)
