#include "support/mesh_distance.h"

#include "support/cgal_oracle.h"
#include "support/distance_oracle.h"
#include "support/feature_distance.h"

namespace abut {

namespace {

using Point = oracle::Point<TwoDoubles>;
using Corners = oracle::Corners<TwoDoubles>;

Vec3 rounded(const Point& p) { return {p[0].high, p[1].high, p[2].high}; }

std::array<Vec3, 3> corners_of(const Mesh& mesh, std::uint32_t triangle) {
  const Triangle& t = mesh.triangles[triangle];
  return {mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]};
}

/// Images of a mesh's triangles in the world, seen from a point of the scene.
std::vector<Corners> images_of(const Mesh& mesh, const Placement& at, const Point& from) {
  std::vector<Corners> images(mesh.triangles.size());
  for (std::uint32_t i = 0; i < images.size(); ++i) {
    const std::array<Vec3, 3> corners = corners_of(mesh, i);
    for (int k = 0; k < 3; ++k) images[i][k] = oracle::minus(oracle::image<TwoDoubles>(corners[k], at), from);
  }
  return images;
}

/// Bounds every term of the images' sums.
double largest_term(const Mesh& mesh, const Placement& at) {
  double most = 0;
  for (const Vec3& p : mesh.points)
    for (int axis = 0; axis < 3; ++axis)
      for (int j = 0; j < 3; ++j) most = std::max(most, std::abs(at.linear(axis, j) * p[j]));
  return most + largest(abs(at.shift));
}

/// Says of normals what their digits allow. An error e of the corners turns the normal of a face of width w = |n| /
/// longest side, or of two sides that are w from parallel, by some e / w, and moves what is measured along it over a
/// way by way e / w. Where w is below 1e-22 of the scene, sides and corners are as close within w.
struct CarefulNormals {
  double size, corner_error;
  bool doubtful = false;

  bool may_use(const TwoDoubles& squared_normal, const TwoDoubles& squared_longest, const Point& way) {
    const double normal = std::sqrt(squared_normal.high), longest = std::sqrt(squared_longest.high);
    if (!(normal > 1e-22 * size * longest)) return false;
    if ((length(rounded(way)) + longest) * corner_error * longest > 1e-20 * size * normal) doubtful = true;
    return true;
  }
};

struct Ball {
  Vec3 centre;
  double radius;
};

// Around the middle of the corners, which is a point of the triangle.
Ball ball_around(const Corners& corners) {
  const Vec3 p = rounded(corners[0]), q = rounded(corners[1]), r = rounded(corners[2]);
  const Vec3 centre = (p + q + r) * (1.0 / 3);
  return {centre, std::max({length(p - centre), length(q - centre), length(r - centre)})};
}

struct Candidate {
  double lower;
  std::uint32_t a, b;
};

/// The pairs that may be the closest ones, by the least distance that their balls allow.
std::vector<Candidate> candidates_of(const std::vector<Corners>& a, const std::vector<Corners>& b, double size) {
  // Coordinates seen from a point of the scene are at most `size` and rounded to double; what is computed from them
  // here is off by less than 20 roundings of it.
  const double slack = 64 * 0x1p-53 * size;
  std::vector<Ball> balls_a, balls_b;
  for (const Corners& corners : a) balls_a.push_back(ball_around(corners));
  for (const Corners& corners : b) balls_b.push_back(ball_around(corners));
  double upper = std::numeric_limits<double>::infinity();
  for (const Ball& p : balls_a)
    for (const Ball& q : balls_b) upper = std::min(upper, length(q.centre - p.centre) + slack);
  std::vector<Candidate> candidates;
  for (std::uint32_t i = 0; i < a.size(); ++i)
    for (std::uint32_t j = 0; j < b.size(); ++j) {
      const double lower =
          length(balls_b[j].centre - balls_a[i].centre) - balls_a[i].radius - balls_b[j].radius - slack;
      if (lower <= upper) candidates.push_back({lower, i, j});
    }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& p, const Candidate& q) {
    return std::tie(p.lower, p.a, p.b) < std::tie(q.lower, q.a, q.b);
  });
  return candidates;
}

double diagonal_of(const std::vector<Corners>& a, const std::vector<Corners>& b) {
  std::vector<Vec3> points;
  for (const auto* images : {&a, &b})
    for (const Corners& corners : *images)
      for (const Point& corner : corners) points.push_back(rounded(corner));
  const Bounds bounds = bounds_of(points);
  return length(bounds.high - bounds.low);
}

}  // namespace

TrueDistance true_distance(const PlacedMeshes& scene) {
  TrueDistance result;
  if (scene.a.triangles.empty() || scene.b.triangles.empty()) {
    result.distance = std::numeric_limits<double>::infinity();
    return result;
  }
  const Point from = oracle::image<TwoDoubles>(corners_of(scene.a, 0)[0], scene.at_a);
  const std::vector<Corners> a = images_of(scene.a, scene.at_a, from), b = images_of(scene.b, scene.at_b, from);
  result.size = diagonal_of(a, b);
  result.error = 1e-19 * result.size;
  // Sums of five terms, each operation right within 2^-102 of what it gives.
  const double corner_error =
      0x1p-98 * (largest_term(scene.a, scene.at_a) + largest_term(scene.b, scene.at_b) + result.size);
  TwoDoubles least = std::numeric_limits<double>::infinity();
  for (const Candidate& pair : candidates_of(a, b, result.size)) {
    if (TwoDoubles(pair.lower) > least) break;
    CarefulNormals normals{result.size, corner_error};
    oracle::Features<TwoDoubles, CarefulNormals> features(a[pair.a], b[pair.b], normals);
    TwoDoubles distance = sqrt(features.squared_distance());
    if (normals.doubtful || distance < 1e-18 * result.size || features.cross()) {
      const TrianglePair doubtful{corners_of(scene.a, pair.a), corners_of(scene.b, pair.b), scene.at_a, scene.at_b};
      if (cgal_touch(doubtful.a, doubtful.at_a, doubtful.b, doubtful.at_b)) {
        result.distance = 0, result.error = 0, result.touching = true;
        return result;
      }
      distance = DistanceOracle(doubtful).distance_in_parts();
    }
    least = std::min(least, distance);
  }
  result.distance = least;
  // A distance this small was measured with a hundred digits.
  if (least < 1e-18 * result.size) result.error = 1e-29 * least.high;
  return result;
}

double length_between_points(const PlacedMeshes& scene, const Distance& found) {
  const Point from = oracle::image<TwoDoubles>(corners_of(scene.a, found.triangle_a)[0], scene.at_a);
  const auto point = [&](const Mesh& mesh, const Placement& at, std::uint32_t triangle,
                         const std::array<double, 3>& weights) {
    Corners corners;
    for (int k = 0; k < 3; ++k)
      corners[k] = oracle::minus(oracle::image<TwoDoubles>(corners_of(mesh, triangle)[k], at), from);
    return oracle::mixed(corners, weights);
  };
  const Point p = point(scene.a, scene.at_a, found.triangle_a, found.weights_a);
  const Point q = point(scene.b, scene.at_b, found.triangle_b, found.weights_b);
  return sqrt(oracle::square(oracle::minus(q, p))).high;
}

}  // namespace abut
