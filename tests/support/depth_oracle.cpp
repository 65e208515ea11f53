#include "support/depth_oracle.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

double distance_from_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 way = b - a;
  const double square = dot(way, way);
  const double t = square > 0 ? std::clamp(dot(p - a, way) / square, 0.0, 1.0) : 0;
  return length(p - (a + way * t));
}

double distance_from_triangle(const Vec3& p, const std::array<Vec3, 3>& t) {
  const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
  double least = std::numeric_limits<double>::infinity();
  bool is_above = true;
  for (int i = 0; i < 3; ++i) {
    const Vec3 &from = t[i], &to = t[(i + 1) % 3];
    least = std::min(least, distance_from_segment(p, from, to));
    is_above = is_above && dot(cross(to - from, p - from), normal) >= 0;
  }
  const double size = length(normal);
  return is_above && size > 0 ? std::min(least, std::abs(dot(p - t[0], normal)) / size) : least;
}

/// The signed solid angle of a triangle (A. van Oosterom and J. Strackee, 1983).
double solid_angle(const Vec3& p, const std::array<Vec3, 3>& t) {
  const Vec3 a = t[0] - p, b = t[1] - p, c = t[2] - p;
  const double la = length(a), lb = length(b), lc = length(c);
  return 2 * std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

}  // namespace

DepthOracle::DepthOracle(const Mesh& mesh, const Placement& at) {
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    std::array<Vec3, 3> corners = mesh.corners(i);
    for (Vec3& corner : corners) corner = at * corner;
    triangles_.push_back(corners);
    const Bounds box = bounds_of(corners);
    bounds_ = {min(bounds_.low, box.low), max(bounds_.high, box.high)};
  }
}

// Shells that do not cross: a point is inside when it is within an odd number of them, whichever way they are wound.
// Around each the winding number is 0, 1 or -1, so their sum is odd with their number.
double DepthOracle::depth(const Vec3& point) const {
  double distance = std::numeric_limits<double>::infinity(), angle = 0;
  for (const auto& triangle : triangles_) {
    distance = std::min(distance, distance_from_triangle(point, triangle));
    angle += solid_angle(point, triangle);
  }
  const long winding = std::lround(angle / (4 * 3.14159265358979323846));
  return winding % 2 != 0 ? distance : -distance;
}

Bracket sampled_depth(const DepthOracle& a, const DepthOracle& b, int points) {
  const Vec3 low = max(a.bounds().low, b.bounds().low), high = min(a.bounds().high, b.bounds().high);
  const double step = largest(high - low) / points, reach = step * std::sqrt(3.0) / 2;
  Bracket found;
  for (double x = low.x + step / 2; x < high.x + step / 2; x += step)
    for (double y = low.y + step / 2; y < high.y + step / 2; y += step)
      for (double z = low.z + step / 2; z < high.z + step / 2; z += step) {
        const double in_a = a.depth({x, y, z}), in_b = b.depth({x, y, z});
        if (in_a >= 0 && in_b >= 0) found.lower = std::max(found.lower, in_a + in_b);
        if (in_a + reach >= 0 && in_b + reach >= 0) found.upper = std::max(found.upper, in_a + in_b + 2 * reach);
      }
  return found;
}

Bracket sampled_reach(const DepthOracle& of, const DepthOracle& in, double step) {
  Bracket found;
  for (const auto& t : of.triangles()) {
    const double longest = std::max({length(t[1] - t[0]), length(t[2] - t[1]), length(t[0] - t[2])});
    const int n = std::max(1, static_cast<int>(std::ceil(longest / step)));
    // Each point of a small triangle is within its longest side of a corner.
    for (int i = 0; i <= n; ++i)
      for (int j = 0; i + j <= n; ++j) {
        const double depth = in.depth(t[0] + (t[1] - t[0]) * (1.0 * i / n) + (t[2] - t[0]) * (1.0 * j / n));
        found.lower = std::max(found.lower, depth);
        found.upper = std::max(found.upper, depth + longest / n);
      }
  }
  return found;
}

double shortest_convex_way(const Mesh& a, const Placement& at_a, const Mesh& b, const Placement& at_b) {
  const DepthOracle of_a(a, at_a), of_b(b, at_b);
  std::vector<Vec3> directions;
  for (const DepthOracle* oracle : {&of_a, &of_b})
    for (const auto& t : oracle->triangles()) directions.push_back(cross(t[1] - t[0], t[2] - t[0]));
  for (const auto& s : of_a.triangles())
    for (const auto& t : of_b.triangles())
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) directions.push_back(cross(s[(i + 1) % 3] - s[i], t[(j + 1) % 3] - t[j]));
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& direction : directions) {
    if (!(length(direction) > 1e-9)) continue;
    const Vec3 unit = direction * (1 / length(direction));
    double low_a = std::numeric_limits<double>::infinity(), high_a = -low_a, low_b = low_a, high_b = high_a;
    for (const auto& t : of_a.triangles())
      for (const Vec3& p : t) low_a = std::min(low_a, dot(p, unit)), high_a = std::max(high_a, dot(p, unit));
    for (const auto& t : of_b.triangles())
      for (const Vec3& p : t) low_b = std::min(low_b, dot(p, unit)), high_b = std::max(high_b, dot(p, unit));
    least = std::min({least, high_a - low_b, high_b - low_a});
  }
  return std::max(least, 0.0);
}

}  // namespace abut
