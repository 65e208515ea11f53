#include "classic/volume/swept_fit.h"

#include "classic/volume/smallest_ball.h"

#include <algorithm>
#include <limits>

namespace abut::classic {

namespace {

// A point differs from its core's centre by at most 6 per coordinate, and the core reaches at most 2 along an axis: the
// difference, two products and two sums lose 24u per coordinate, the point itself u; a length is sqrt(3) times that.
constexpr double fit_error = 64 * unit_roundoff;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The interval that the ends of an axis must lie in: every point must be within reach of what is between them.
struct Ends {
  double low = infinity, high = -infinity;

  /// A point `at` that `room` is left for.
  void cover(double at, double room) {
    low = std::min(low, at + room);
    high = std::max(high, at - room);
  }
  /// Points that are all within reach of one place leave no length.
  void settle() {
    if (low > high) low = high = (low + high) * 0.5;
  }
  double middle() const { return (low + high) * 0.5; }
  double half() const { return (high - low) * 0.5; }
};

/// sqrt(radius^2 - offset^2), 0 when there is no room.
double room(double radius, double offset) { return std::sqrt(std::max(0.0, (radius - offset) * (radius + offset))); }

/// Where the point leaves a corner of the rectangle uncovered, the corner goes out at 45 degrees until it does not
/// (Larsen et al. 1999, section 4.1).
void extend_corner(double& end_x, double& end_y, double side_x, double side_y, const Vec3& point, double depth,
                   double radius) {
  const double x = (point.x - end_x) * side_x, y = (point.y - end_y) * side_y;
  if (!(x > 0 && y > 0)) return;
  constexpr double half_root = 0.70710678118654752;
  const double along = (x + y) * half_root, across = (x - y) * half_root;
  const double step = along - room(radius, std::sqrt(across * across + depth * depth));
  if (!(step > 0)) return;
  end_x += side_x * step * half_root;
  end_y += side_y * step * half_root;
}

}  // namespace

std::vector<RoundPoint> round_points(TriangleRun triangles) {
  std::vector<RoundPoint> points;
  points.reserve(3 * triangles.size());
  for (const BuildTriangle& t : triangles)
    for (const Vec3& corner : t.corners) points.push_back({corner});
  return points;
}

RoundPoint ball_around(const Extents<double>& ends) {
  const Vec3 low{ends.low[0], ends.low[1], ends.low[2]}, high{ends.high[0], ends.high[1], ends.high[2]};
  const Vec3 middle = (low + high) * 0.5;
  return {middle, length(max(high - middle, middle - low)) * (1 + 8 * unit_roundoff) + fit_error};
}

template <int dimensions>
double radius_over(const Core<dimensions>& core, std::span<const RoundPoint> points) {
  double most = 0;
  for (const RoundPoint& point : points) {
    const Vec3 offset = point.at - core.centre;
    Vec3 rest = offset;
    for (int i = 0; i < dimensions; ++i)
      rest -= core.axes[i] * std::clamp(dot(offset, core.axes[i]), -core.extent[i], core.extent[i]);
    most = std::max(most, length(rest) + point.radius);
  }
  return most * (1 + 8 * unit_roundoff) + fit_error;
}
template double radius_over(const Core<0>&, std::span<const RoundPoint>);
template double radius_over(const Core<1>&, std::span<const RoundPoint>);
template double radius_over(const Core<2>&, std::span<const RoundPoint>);

// Every number moves by at most 2^-24 of itself: the centre by that of its length, the ends of an axis of length 1 by
// twice that of its extent.
template <int dimensions>
double rounded_by(const Core<dimensions>& core) {
  double size = length(core.centre);
  for (double extent : core.extent) size += 2 * extent;
  return size * (0x1p-24 * (1 + 0x1p-10)) + fit_error;
}
template double rounded_by(const Core<1>&);
template double rounded_by(const Core<2>&);

Core<1> segment_along(const Matrix3& axes, std::span<const RoundPoint> points, bool tight) {
  std::vector<Vec3> along, across;
  Ends y, z;
  for (const RoundPoint& point : points) {
    along.push_back(transposed_times(axes, point.at));
    across.push_back({0, along.back().y, along.back().z});
    y.cover(along.back().y, -point.radius);
    z.cover(along.back().z, -point.radius);
  }
  const Vec3 line = tight ? centre_of_smallest_ball(across) : Vec3{0, y.middle(), z.middle()};
  double radius = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    radius = std::max(radius, length(across[i] - line) + points[i].radius);
  Ends x;
  for (std::size_t i = 0; i < points.size(); ++i)
    x.cover(along[i].x, room(radius - points[i].radius, length(across[i] - line)));
  x.settle();
  return {axes * Vec3{x.middle(), line.y, line.z}, {axes.column(0)}, {x.half()}};
}

Core<2> rectangle_along(const Matrix3& axes, std::span<const RoundPoint> points) {
  std::vector<Vec3> along;
  along.reserve(points.size());
  Ends z;
  for (const RoundPoint& point : points) {
    along.push_back(transposed_times(axes, point.at));
    z.cover(along.back().z, -point.radius);
  }
  const double middle = z.middle(), radius = z.half();
  Ends x, y;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double left = room(radius - points[i].radius, along[i].z - middle);
    x.cover(along[i].x, left);
    y.cover(along[i].y, left);
  }
  x.settle();
  y.settle();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double depth = along[i].z - middle, left = radius - points[i].radius;
    for (int side_x : {-1, 1})
      for (int side_y : {-1, 1})
        extend_corner(side_x < 0 ? x.low : x.high, side_y < 0 ? y.low : y.high, side_x, side_y, along[i], depth, left);
  }
  return {axes * Vec3{x.middle(), y.middle(), middle}, {axes.column(0), axes.column(1)}, {x.half(), y.half()}};
}

Extents<double> extents_along(const Matrix3& axes, std::span<const RoundPoint> points) {
  std::array<Ends, 3> ends;
  for (const RoundPoint& point : points) {
    const Vec3 along = transposed_times(axes, point.at);
    for (int i = 0; i < 3; ++i) ends[i].cover(along[i], -point.radius);
  }
  return {{ends[0].low, ends[1].low, ends[2].low}, {ends[0].high, ends[1].high, ends[2].high}};
}

Matrix3 frame_along(const Vec3& x) {
  const int least = std::abs(x.x) <= std::abs(x.y) ? (std::abs(x.x) <= std::abs(x.z) ? 0 : 2)
                                                   : (std::abs(x.y) <= std::abs(x.z) ? 1 : 2);
  const Vec3 y = cross(x, Vec3{least == 0 ? 1.0 : 0.0, least == 1 ? 1.0 : 0.0, least == 2 ? 1.0 : 0.0});
  const Vec3 unit_y = y * (1 / length(y)), z = cross(x, unit_y);
  return Matrix3::from_columns(x, unit_y, z * (1 / length(z)));
}

}  // namespace abut::classic
