#include "classic/region/valid_region.h"
#include <abut/error.h>

#include <cmath>
#include <string>

namespace abut::classic {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest_number = 0x1p300;

// What is not a number is not usual: each coordinate is asked, as the largest of them may be another.
bool is_usual(const Vec3& v) {
  return std::abs(v.x) <= largest_number && std::abs(v.y) <= largest_number && std::abs(v.z) <= largest_number;
}

void require_direction(const Vec3& direction) {
  if (!is_usual(direction) || direction == Vec3{})
    throw Error("a region's direction has no length, or numbers that are not finite or beyond 2^300.");
}

/// Two axes that are exactly perpendicular to a direction, though not to each other: their entries are its own.
std::array<Vec3, 2> axes_across(const Vec3& direction) {
  int most = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(direction[i]) > std::abs(direction[most])) most = i;
  std::array<Vec3, 2> result;
  for (int k = 0; k < 2; ++k) {
    const int other = (most + 1 + k) % 3;
    result[k][other] = direction[most];
    result[k][most] = -direction[other];
  }
  return result;
}

Region along(const Vec3& point, const Vec3& direction, double low, double high) {
  require_direction(direction);
  const auto [y, z] = axes_across(direction);
  return {point, {direction, y, z}, {low, 0, 0}, {high, 0, 0}};
}

Region thick(const Vec3& point, const Vec3& direction, double low, double half_width) {
  Region region = along(point, direction, low, infinity);
  // Scaled first, so that no square over- or underflows.
  const Vec3 x = direction * (1 / largest(abs(direction)));
  const Vec3 y = axes_across(x)[0], z = cross(x, y);
  region.axes = {x, y * (1 / length(y)), z * (1 / length(z))};
  for (int i = 1; i < 3; ++i) region.low[i] = -half_width, region.high[i] = half_width;
  return region;
}

}  // namespace

Region plane(const Vec3& point, const Vec3& normal) {
  require_direction(normal);
  const auto [y, z] = axes_across(normal);
  return {point, {normal, y, z}, {0, -infinity, -infinity}, {0, infinity, infinity}};
}
Region slab(const Vec3& point, const Vec3& normal, double half_width) {
  Region region = plane(point, normal);
  const double size = largest(abs(normal));
  region.axes[0] = normal * (1 / (size * length(normal * (1 / size))));
  region.low[0] = -half_width, region.high[0] = half_width;
  return region;
}
Region segment(const Vec3& from, const Vec3& direction) { return along(from, direction, 0, 1); }
Region ray(const Vec3& from, const Vec3& direction) { return along(from, direction, 0, infinity); }
Region line(const Vec3& point, const Vec3& direction) { return along(point, direction, -infinity, infinity); }
Region beam(const Vec3& point, const Vec3& direction, double half_width) {
  return thick(point, direction, -infinity, half_width);
}
Region fat_ray(const Vec3& from, const Vec3& direction, double half_width) {
  return thick(from, direction, 0, half_width);
}

void require_valid(const Region& region) {
  bool usual = is_usual(region.centre);
  for (int i = 0; i < 3; ++i) {
    usual &= is_usual(region.axes[i]);
    if (region.axes[i] == Vec3{}) throw Error("axis " + std::to_string(i) + " of a region has no length.");
    if (!(region.low[i] <= region.high[i]) || region.low[i] == infinity || region.high[i] == -infinity)
      throw Error("a region goes from " + std::to_string(region.low[i]) + " to " + std::to_string(region.high[i]) +
                  " along axis " + std::to_string(i) + "; the lower end comes first, and both must be numbers.");
  }
  if (!usual) throw Error("a region's centre or axes have numbers that are not finite or beyond 2^300.");
}

}  // namespace abut::classic
