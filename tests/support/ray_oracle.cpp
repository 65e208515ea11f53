#include "support/ray_oracle.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

using property::Dyadic;
using property::Point;
using property::Ratio;

Point exactly(const Vec3& v) { return {v.x, v.y, v.z}; }

Point image(const Placement& at, const Vec3& p) {
  const auto row = [&](int i) { return dot(exactly(at.linear.row(i)), exactly(p)); };
  return Point{row(0), row(1), row(2)} + exactly(at.shift);
}

struct Line {
  Point origin, direction;
};

/// Values of t; an end that is not there is infinite.
struct Interval {
  std::optional<Ratio> low, high;
  bool empty = false;

  void at_least(const Ratio& t) {
    if (!low || *low < t) low = t;
  }
  void at_most(const Ratio& t) {
    if (!high || t < *high) high = t;
  }
  /// Keeps t with a + b t >= 0.
  void keep(const Dyadic& a, const Dyadic& b) {
    if (b.sign() == 0)
      empty = empty || a.sign() < 0;
    else if (b.sign() > 0)
      at_least({-a, b});
    else
      at_most({a, -b});
  }
  /// Keeps t with a + b t = 0.
  void fix(const Dyadic& a, const Dyadic& b) { keep(a, b), keep(-a, -b); }
  bool is_empty() const { return empty || (low && high && *high < *low); }
};

/// The t for which the line is on the closed triangle.
Interval on_triangle(const Line& line, const std::array<Point, 3>& t) {
  Interval on;
  const Point normal = cross(t[1] - t[0], t[2] - t[0]), way = line.origin - t[0];
  if (!is_zero(normal)) {
    on.fix(dot(way, normal), dot(line.direction, normal));
    for (int i = 0; i < 3; ++i) {
      const Point inward = cross(normal, t[(i + 1) % 3] - t[i]);
      on.keep(dot(line.origin - t[i], inward), dot(line.direction, inward));
    }
    return on;
  }
  // The two corners that are farthest from each other, which may be the same.
  int first = 0;
  Dyadic longest = 0.0;
  for (int i = 0; i < 3; ++i) {
    const Point side = t[(i + 1) % 3] - t[i];
    if (dot(side, side) > longest) longest = dot(side, side), first = i;
  }
  const Point &a = t[first], &b = t[(first + 1) % 3], along = b - a;
  if (longest.sign() == 0) {
    const Point d = line.direction, off = line.origin - a;
    on.fix(off.x, d.x), on.fix(off.y, d.y), on.fix(off.z, d.z);
    return on;
  }
  const Point off = cross(line.origin - a, along), change = cross(line.direction, along);
  on.fix(off.x, change.x), on.fix(off.y, change.y), on.fix(off.z, change.z);
  on.keep(dot(line.origin - a, along), dot(line.direction, along));
  on.keep(dot(b - line.origin, along), -dot(line.direction, along));
  return on;
}

Line line_of(const Ray& ray) { return {exactly(ray.origin), exactly(ray.direction) + exactly(ray.rest)}; }

void clip(Interval& on, const Ray& ray) {
  if (std::isfinite(ray.t_min)) on.at_least({ray.t_min});
  if (std::isfinite(ray.t_max)) on.at_most({ray.t_max});
}

int side_of(const Line& line, const std::array<Point, 3>& t) {
  return dot(line.direction, cross(t[1] - t[0], t[2] - t[0])).sign();
}

}  // namespace

RayOracle::RayOracle(const Mesh& mesh, const Placement& at) {
  for (const Triangle& t : mesh.triangles)
    triangles_.push_back({image(at, mesh.points[t[0]]), image(at, mesh.points[t[1]]), image(at, mesh.points[t[2]])});
  for (const Corners& t : triangles_) {
    Ball ball{{t[0].x.rounded(), t[0].y.rounded(), t[0].z.rounded()}, 0, 0};
    for (const Point& corner : t) {
      const Point side = corner - t[0];
      ball.radius = std::max(ball.radius, std::sqrt(dot(side, side).rounded()));
    }
    for (const long double x : ball.centre) ball.slack = std::max(ball.slack, std::abs(x));
    balls_.push_back(ball);
  }
  is_mirrored_ = dot(exactly(at.linear.row(0)), cross(exactly(at.linear.row(1)), exactly(at.linear.row(2)))).sign() < 0;
}

// Coordinates are off by some 2^-60 of the largest number at hand, and a slack of 2^-20 of it hides that many times
// over.
bool RayOracle::passes_by(const Ray& ray, const Ball& ball) const {
  long double way[3], across[3], square = 0, along = 0, size = ball.slack;
  for (int k = 0; k < 3; ++k) {
    way[k] = ball.centre[k] - static_cast<long double>(ray.origin[k]);
    along += static_cast<long double>(ray.direction[k]) * static_cast<long double>(ray.direction[k]);
    size = std::max({size, std::abs(way[k]), std::abs(static_cast<long double>(ray.origin[k]))});
  }
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    across[k] =
        way[i] * static_cast<long double>(ray.direction[j]) - way[j] * static_cast<long double>(ray.direction[i]);
    square += across[k] * across[k];
  }
  const long double distance = std::sqrt(square / along);
  return distance > 1.001L * ball.radius + 0x1p-20L * size;
}

std::vector<RayOracle::Hit> RayOracle::hits(const Ray& ray) const {
  const Line line = line_of(ray);
  std::vector<Hit> hits;
  for (std::uint32_t i = 0; i < triangles_.size(); ++i) {
    if (passes_by(ray, balls_[i])) continue;
    Interval on = on_triangle(line, triangles_[i]);
    clip(on, ray);
    if (!on.is_empty()) hits.push_back({*on.low, i, side_of(line, triangles_[i])});
  }
  std::sort(hits.begin(), hits.end(),
            [](const Hit& a, const Hit& b) { return a.t < b.t || (a.t == b.t && a.triangle < b.triangle); });
  return hits;
}

Crossings RayOracle::crossings(const Ray& ray) const {
  const auto tiny = [](int power) {
    Dyadic result = 1.0;
    for (int i = 0; i < power; ++i) result = result * Dyadic(0x1p-1000);
    return result;
  };
  Line line = line_of(ray);
  line.origin = line.origin + Point{tiny(1), tiny(2), tiny(3)};
  Crossings found;
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    if (passes_by(ray, balls_[i])) continue;
    const Corners& triangle = triangles_[i];
    const int side = side_of(line, triangle);
    if (side == 0) continue;
    Interval on = on_triangle(line, triangle);
    clip(on, ray);
    if (on.is_empty()) continue;
    ++found.count, found.balance += (side > 0) != is_mirrored_ ? 1 : -1;
  }
  return found;
}

}  // namespace abut
