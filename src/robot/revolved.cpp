#include "robot/revolved.h"

#include "math/arc_tangent.h"
#include "math/sine.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace abut {

namespace {

constexpr int bins = 24, sides = 32;
// More than what rounding takes from lengths here.
constexpr double outward = 1 + 0x1p-30;

double from_axis(const Vec3& p) { return std::sqrt(p.x * p.x + p.y * p.y); }

/// How far points are from the axis, for parts of its length.
class Profile {
 public:
  Profile(double low, double high) : low_(low), step_((high - low) / bins) {}

  /// The distance from the axis is a convex function: the corners of what a part cuts out of a triangle bound it.
  void add(const std::array<Vec3, 3>& t) {
    for (int i = 0; i < 3; ++i) {
      const Vec3 &p = t[i], &q = t[(i + 1) % 3];
      widen(p.z, from_axis(p));
      if (p.z == q.z) continue;
      for (int k = 1; k < bins; ++k) {
        const double z = at(k), part = (z - p.z) / (q.z - p.z);
        if (!(part > 0 && part < 1)) continue;
        const Vec3 cut = p + (q - p) * part;
        widen(z, from_axis(cut));
      }
    }
  }
  double at(int k) const { return low_ + step_ * k; }
  double radius(int bin) const { return radius_[bin]; }

 private:
  /// At a cut both parts count, and near one, too: z is rounded.
  void widen(double z, double radius) {
    const double place = (z - low_) / step_;
    for (const double near : {place - 1e-6, place + 1e-6}) {
      double& known = radius_[std::clamp(static_cast<int>(near), 0, bins - 1)];
      known = std::max(known, radius);
    }
  }
  double low_, step_;
  std::array<double, bins> radius_{};
};

}  // namespace

// Rings of corners, joined to their neighbours: prisms around the parts, with the steps between them.
Mesh revolved(const Mesh& mesh, const Vec3& point, const Vec3& direction) {
  const Vec3 any = std::abs(direction.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 across = cross(direction, any), x = across * (1 / length(across)), y = cross(direction, x);
  std::vector<Vec3> points;
  double low = std::numeric_limits<double>::infinity(), high = -low, far = 0;
  for (const Vec3& p : mesh.points) {
    const Vec3 way = p - point;
    points.push_back({dot(x, way), dot(y, way), dot(direction, way)});
    low = std::min(low, points.back().z), high = std::max(high, points.back().z);
    far = std::max(far, length(way));
  }
  const double more = far * 0x1p-30 + 0x1p-300;
  Profile profile(low - more, high + more);
  for (const Triangle& t : mesh.triangles) profile.add({points[t[0]], points[t[1]], points[t[2]]});

  Mesh result;
  const auto place = [&](double radius, double z, int side) {
    const auto [sine, cosine] = sine_and_cosine(2 * pi * side / sides);
    const double around = (radius * outward + more) / sine_and_cosine(pi / sides).cosine;
    return point + x * (around * cosine) + y * (around * sine) + direction * z;
  };
  const auto add_ring = [&](double radius, double z) {
    const auto first = static_cast<std::uint32_t>(result.points.size());
    for (int side = 0; side < sides; ++side) result.points.push_back(place(radius, z, side));
    if (first == 0) return;
    for (std::uint32_t side = 0; side < sides; ++side) {
      const std::uint32_t a = first - sides + side, b = first - sides + (side + 1) % sides, c = first + side,
                          d = first + (side + 1) % sides;
      result.triangles.push_back({a, b, d});
      result.triangles.push_back({a, d, c});
    }
  };
  for (int bin = 0; bin < bins; ++bin) {
    const double radius = profile.radius(bin);
    if (bin == 0 || profile.radius(bin - 1) != radius) add_ring(radius, profile.at(bin));
    if (bin == bins - 1 || profile.radius(bin + 1) != radius) add_ring(radius, profile.at(bin + 1));
  }
  const auto cap = [&](std::uint32_t first, bool up) {
    for (std::uint32_t side = 2; side < sides; ++side)
      result.triangles.push_back({first, first + (up ? side - 1 : side), first + (up ? side : side - 1)});
  };
  cap(0, false);
  cap(static_cast<std::uint32_t>(result.points.size()) - sides, true);
  return result;
}

}  // namespace abut
