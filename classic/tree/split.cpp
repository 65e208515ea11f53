#include "classic/tree/split.h"

#include "classic/tree/surface_area_split.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace abut::classic {

namespace {

/// The box's axes, longest first.
std::array<Vec3, 3> axes_by_length(const BoxView& box) {
  std::array<int, 3> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return box.half[i] > box.half[j]; });
  return {box.axes.column(order[0]), box.axes.column(order[1]), box.axes.column(order[2])};
}

/// Three times the centroid's coordinate: a monotone stand-in without a rounding of its own.
double centre_key(const BuildTriangle& t, const Vec3& axis) {
  return dot(t.corners[0] + t.corners[1] + t.corners[2], axis);
}

Vec3 mean_vertex(std::span<const BuildTriangle> triangles) {
  Vec3 sum;
  for (const BuildTriangle& t : triangles) sum += t.corners[0] + t.corners[1] + t.corners[2];
  return sum * (1 / (3.0 * static_cast<double>(triangles.size())));
}

Vec3 surface_centroid(std::span<const BuildTriangle> triangles) {
  Vec3 sum;
  double area = 0;
  for (const BuildTriangle& t : triangles) {
    const double twice = length(cross(t.corners[1] - t.corners[0], t.corners[2] - t.corners[0]));
    sum += t.centroid() * twice;
    area += twice;
  }
  return area > 0 ? sum * (1 / area) : mean_vertex(triangles);
}

/// Those whose centre lies below the plane through `at` come first; the first axis that leaves neither side empty wins.
std::size_t divide_at(std::span<BuildTriangle> triangles, const BoxView& box, const Vec3& at) {
  for (const Vec3& axis : axes_by_length(box)) {
    const double plane = 3 * dot(at, axis);
    const auto below = [&](const BuildTriangle& t) { return centre_key(t, axis) <= plane; };
    const auto first_above = std::partition(triangles.begin(), triangles.end(), below);
    const std::size_t count = static_cast<std::size_t>(first_above - triangles.begin());
    if (count > 0 && count < triangles.size()) return count;
  }
  return 0;
}

std::size_t divide_by_count(std::span<BuildTriangle> triangles, const Vec3& axis) {
  const std::size_t half = triangles.size() / 2;
  std::nth_element(triangles.begin(), triangles.begin() + half, triangles.end(),
                   [&](const BuildTriangle& a, const BuildTriangle& b) {
                     const double key_a = centre_key(a, axis), key_b = centre_key(b, axis);
                     return key_a < key_b || (key_a == key_b && a.id < b.id);
                   });
  return half;
}

/// A triangle's shadow on an axis.
struct Interval {
  double low, high;
};
Interval project(const BuildTriangle& t, const Vec3& axis) {
  const double a = dot(t.corners[0], axis), b = dot(t.corners[1], axis), c = dot(t.corners[2], axis);
  return {std::min({a, b, c}), std::max({a, b, c})};
}

std::size_t divide_in_the_middle(std::span<BuildTriangle> triangles, const BoxView& box) {
  const Vec3 axis = axes_by_length(box)[0];
  const double middle = dot(box.centre, axis);
  const auto below = [&](const BuildTriangle& t) {
    const Interval shadow = project(t, axis);
    return shadow.low * 0.5 + shadow.high * 0.5 <= middle;
  };
  const auto first_above = std::partition(triangles.begin(), triangles.end(), below);
  const std::size_t count = static_cast<std::size_t>(first_above - triangles.begin());
  return count > 0 && count < triangles.size() ? count : divide_by_count(triangles, axis);
}

std::size_t divide_half_balanced(std::span<BuildTriangle> triangles, const BoxView& box) {
  const Vec3 axis = axes_by_length(box)[0];
  std::sort(triangles.begin(), triangles.end(), [&](const BuildTriangle& a, const BuildTriangle& b) {
    const Interval shadow_a = project(a, axis), shadow_b = project(b, axis);
    const double key_a = shadow_a.low + shadow_a.high, key_b = shadow_b.low + shadow_b.high;
    return key_a < key_b || (key_a == key_b && a.id < b.id);
  });
  const std::size_t count = triangles.size();
  std::vector<double> lowest_from(count);
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t i = count; i-- > 0;) lowest_from[i] = lowest = std::min(lowest, project(triangles[i], axis).low);

  const std::size_t least = std::max<std::size_t>(1, (count + 2) / 3), most = count - least;
  std::size_t best = count / 2;
  double best_overlap = std::numeric_limits<double>::infinity(), highest = -best_overlap;
  for (std::size_t i = 0; i < most; ++i) {
    highest = std::max(highest, project(triangles[i], axis).high);
    if (i + 1 < least) continue;
    const double overlap = highest - lowest_from[i + 1];
    if (overlap < best_overlap) best_overlap = overlap, best = i + 1;
  }
  return best;
}

}  // namespace

std::size_t divide(std::span<BuildTriangle> triangles, const BoxView& box, Split split) {
  assert(triangles.size() > 1 && split != Split::bottom_up);
  switch (split) {
    case Split::mean:
      return divide_at(triangles, box, mean_vertex(triangles));
    case Split::area_centroid:
      return divide_at(triangles, box, surface_centroid(triangles));
    case Split::median:
      return divide_by_count(triangles, axes_by_length(box)[0]);
    case Split::middle:
      return divide_in_the_middle(triangles, box);
    case Split::half_balanced:
      return divide_half_balanced(triangles, box);
    case Split::surface_area:
      return divide_by_surface_area(triangles);
    case Split::bottom_up:
      break;
  }
  return 0;
}

}  // namespace abut::classic
