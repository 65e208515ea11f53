#include "leaf/curved_path.h"

#include "leaf/point_triangle.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

constexpr PathRange none{1, -1};

/// Narrows a range down by what is seen along one direction after the other.
//
// Any direction will do, however it was rounded: the triangle lies between its corners, seen along it. With
// g(s) = f s + h s^2 the point's place along the direction, the point is on the triangle only where g lies between the
// least and the largest corner, within `unsure` of the direction's length. Products of a direction with ways of up to
// sqrt(3) size lose less than 2^-48 of both lengths. The sum of a direction's coordinates is no less than its length.
class PathNarrower {
 public:
  PathNarrower(const CurvedPath& path, double size, const std::array<Vec3, 3>& corners)
      : path_(path), corners_(corners), unsure_((path.rest + 0x1p-46 * size) * (1 + 0x1p-40)) {}

  /// If f > 2 |h|, g grows by at least slope = f - 2 |h| per s everywhere, so that a place is reached no farther from
  /// any s than what is left to it over the slope.
  void along(const Vec3& direction) {
    const double e = unsure_ * sum_of(direction);
    // Products of what is shorter may underflow.
    if (!(e >= 0x1p-900)) return;
    const double a = dot(direction, corners_[0]), b = dot(direction, corners_[1]), c = dot(direction, corners_[2]);
    double least = std::min({a, b, c}) - e, most = std::max({a, b, c}) + e;
    double f = dot(direction, path_.travel), h = dot(direction, path_.bend);
    const double farthest = std::abs(f) + std::abs(h);
    if (least > farthest || most < -farthest) {
      range_ = none;
      return;
    }
    if (f < 0) f = -f, h = -h, least = -least, most = -most, std::swap(least, most);
    const double slope = f - 2 * std::abs(h) * (1 + 0x1p-40);
    // A slope that is lost in rounding tells nothing; what is not a number leaves the range as it is.
    if (!(slope > 0x1p-20 * farthest)) return;
    if (least > h - f) range_.low = std::max(range_.low, reached(least, f, h, slope).low);
    if (most < h + f) range_.high = std::min(range_.high, reached(most, f, h, slope).high);
  }

  /// Is the point beyond all corners during all of the range? In the middle of it, and then no farther on than half of
  /// it at the largest speed.
  void beside(const Vec3& direction) {
    const double middle = 0.5 * (range_.low + range_.high), half = 0.5 * (range_.high - range_.low);
    const double a = dot(direction, corners_[0]), b = dot(direction, corners_[1]), c = dot(direction, corners_[2]);
    const double f = dot(direction, path_.travel), h = dot(direction, path_.bend), e = unsure_ * sum_of(direction);
    const double moved = half * (std::abs(f) + 2 * std::abs(h)) * (1 + 0x1p-40) + e;
    if (e >= 0x1p-900 && middle * (f + h * middle) - std::max({a, b, c}) > moved) range_ = none;
  }

  const PathRange& range() const { return range_; }
  Vec3 side(int i) const { return corners_[(i + 1) % 3] - corners_[i]; }

 private:
  static double sum_of(const Vec3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

  /// The s at which g is at a place, bounded.
  static PathRange reached(double place, double f, double h, double slope) {
    double s = std::clamp(place / f, -1.0, 1.0);
    s = std::clamp(s - (s * (f + h * s) - place) / (f + 2 * h * s), -1.0, 1.0);
    const double off = std::abs(s * (f + h * s) - place) / slope * (1 + 0x1p-20) + 0x1p-50;
    return {s - off, s + off};
  }

  const CurvedPath& path_;
  const std::array<Vec3, 3>& corners_;
  double unsure_;
  PathRange range_;
};

}  // namespace

PathRange may_meet(const CurvedPath& path, double size, const std::array<Vec3, 3>& corners) {
  PathNarrower narrower(path, size, corners);
  const Vec3 normal = cross(narrower.side(0), corners[2] - corners[0]);
  narrower.along(normal);
  for (int i = 0; i < 3 && !narrower.range().is_empty(); ++i) narrower.beside(cross(narrower.side(i), normal));
  return narrower.range();
}

// A segment is passed beside it, across both; a point, or an end of a segment, along the way to it.
PathRange may_meet_degenerate(const CurvedPath& path, double size, const std::array<Vec3, 3>& corners) {
  PathNarrower narrower(path, size, corners);
  narrower.along(nearest_on_triangle({}, corners));
  for (int i = 0; i < 3 && !narrower.range().is_empty(); ++i) {
    const Vec3 across = cross(narrower.side(i), path.travel);
    narrower.along(across);
    narrower.along(cross(narrower.side(i), across));
    narrower.along(narrower.side(i));
  }
  if (!narrower.range().is_empty()) narrower.along(path.travel);
  return narrower.range();
}

}  // namespace abut
