#include "classic/game/seen.h"
#include "leaf/point_triangle.h"
#include <abut/small_tests.h>

namespace abut::classic::game {

namespace {

/// model <- world.
Placement back(const Placement& at) {
  const Matrix3 turn = transposed(at.linear);
  return {turn, -(turn * at.shift)};
}

template <class Real>
small::Corners corners_of(const Tree<Real>& tree, const Bucket& bucket) {
  const std::span<const Vec3> points = tree.model().mesh().points;
  return {points[bucket.vertex[0]], points[bucket.vertex[1]], points[bucket.vertex[2]]};
}

Vec3 top_centre(const Head& head) { return {head.centre[0], head.centre[1], head.centre[2]}; }

/// As the paper tests a point and a box: rounded, without slack.
template <class Real>
bool is_in_box(const Node<Real>& node, const Vec3& point) {
  const Vec3 along = abs(transposed_times(node.axes(), point - node.centre()));
  return along.x <= node.half[0] && along.y <= node.half[1] && along.z <= node.half[2];
}

/// The straight path of a bullet in the model's frame, with a tube around it.
struct Tube {
  Vec3 start, way;
  double radius;  // of the tube: the deviation, and what rounding may have moved the path by
};

/// The time before which the tube is surely outside of the box; nothing when it never meets it. A box in its own axes
/// that has grown by the radius holds all points within the radius.
template <class Real>
std::optional<double> box_entry(const Node<Real>& node, const Tube& tube) {
  // The axes are orthonormal within 2^-20 as floats, 2^-48 as doubles.
  constexpr double defect = sizeof(Real) == sizeof(float) ? 0x1p-19 : 0x1p-47;
  const Vec3 from = tube.start - node.centre(), p = transposed_times(node.axes(), from),
             d = transposed_times(node.axes(), tube.way);
  const double more = tube.radius * (1 + defect) + defect * (largest(abs(from)) + largest(abs(tube.way)));
  double first = 0, last = 1;
  for (int k = 0; k < 3; ++k) {
    const double half = node.half[k] + more;
    if (d[k] == 0) {
      if (std::abs(p[k]) > half) return std::nullopt;
      continue;
    }
    const double at_low = (-half - p[k]) / d[k], at_high = (half - p[k]) / d[k];
    first = std::max(first, std::min(at_low, at_high)), last = std::min(last, std::max(at_low, at_high));
  }
  // Times are rounded by a few units in the last place.
  return first <= last + 0x1p-48 ? std::optional(std::max(0.0, first - 0x1p-48)) : std::nullopt;
}

template <class Real>
std::optional<double> sphere_entry(const Node<Real>& node, const Tube& tube) {
  const auto entry = sphere_sweep(tube.start - node.centre(), tube.way, (node.radius + tube.radius) * (1 + 0x1p-40));
  return entry ? std::optional(std::max(0.0, *entry - 0x1p-40)) : std::nullopt;
}

/// The first time at which the path is within the tube's radius of a triangle. Steps by the distance that is left,
/// never too far; when they become tiny, the triangle counts as met.
std::optional<double> triangle_entry(const small::Corners& triangle, const Tube& tube, bool exactly) {
  const double speed = length(tube.way);
  if (exactly && speed > 0) {
    const auto hit = small::first_hit(tube.start, tube.way, 0, 1, triangle);
    return hit ? std::optional(hit->lower) : std::nullopt;
  }
  double t = 0;
  for (int step = 0; step < 200; ++step) {
    const Vec3 at = tube.start + tube.way * t;
    const double left = distance_to_triangle(at, triangle) * (1 - 0x1p-20) - tube.radius;
    if (left <= 0) return t;
    if (!(speed > 0)) return std::nullopt;
    const double by = left / speed;
    if (by < 0x1p-30) return t;
    t += by;
    if (t > 1) return std::nullopt;
  }
  return t;
}

/// The paper's "complex collision" at the lowest level: point and box, then the ray and the triangles. The point that
/// is met, in the model's frame.
template <class Real>
std::optional<Vec3> lowest_level_hit(const Tree<Real>& tree, const Node<Real>& node, const Tube& ray,
                                     const Vec3& bullet, const MovingOptions& options, Contact& contact) {
  if (!options.cheap) {
    ++contact.effort.box_tests;
    if (!is_in_box(node, bullet)) return std::nullopt;
  }
  if (options.accuracy < 1) return bullet;
  if (ray.way == Vec3{}) return std::nullopt;
  for (const Bucket& bucket : tree.buckets().subspan(node.first, node.count)) {
    ++contact.effort.triangle_tests;
    const auto hit = small::first_hit(ray.start, ray.way, 0, 1, corners_of(tree, bucket));
    if (!hit) continue;
    const Vec3 point = ray.start + ray.way * hit->lower;
    if (!(length(point - bullet) <= options.close_enough)) continue;
    contact.triangle_a = bucket.triangle;
    return point;
  }
  return std::nullopt;
}

}  // namespace

template <class Real>
Target<Real>::Target(const Tree<Real>& tree, Path path) : tree_(tree), path_(std::move(path)) {
  const Placement first = path_(0), last = path_(1);
  require_rigid(first), require_rigid(last);
  back_0_ = back(first), back_1_ = back(last);
}

template <class Real>
Contact Target<Real>::literal(const Vec3& start, const Vec3& end, const MovingOptions& options) const {
  require_valid(options);
  Contact contact;
  if (tree_.nodes().empty()) return contact;
  const int last = last_level(options.accuracy, tree_.depth());
  const Vec3 ray_start = back_0_ * start, way = back_1_ * end - ray_start, centre = ray_start + way * 0.5;
  const double radius = 0.5 * length(way);
  CountedStack<LevelNode> stack(tree_.depth());
  ++contact.effort.sphere_tests;
  if (spheres_may_touch(centre - top_centre(tree_.head()), radius, tree_.head().radius, 0)) stack.push({0, 0});
  while (!stack.empty() && !contact.found) {
    const LevelNode top = stack.pop();
    const Node<Real>& node = tree_.nodes()[top.node];
    ++contact.effort.sphere_tests;
    if (!spheres_may_touch(centre - node.centre(), radius, node.radius, 0)) continue;
    if (!node.is_leaf() && top.level < last) {
      stack.push({node.right(), top.level + 1});
      stack.push({node.left, top.level + 1});
      continue;
    }
    const std::optional<double> t1 = sphere_sweep(ray_start - node.centre(), way, node.radius);
    if (!t1) continue;
    const Placement at_t1 = options.cheap ? Placement{} : path_(*t1);
    const Vec3 bullet = options.cheap ? ray_start + way * *t1 : back(at_t1) * (start * (1 - *t1) + end * *t1);
    const auto point = lowest_level_hit(tree_, node, {ray_start, way, 0}, bullet, options, contact);
    if (!point) continue;
    contact.found = true, contact.time = *t1;
    contact.point = (options.cheap ? path_(*t1) : at_t1) * *point;
  }
  contact.effort.deepest_stack = stack.deepest();
  return contact;
}

template <class Real>
Contact Target<Real>::repaired(const Vec3& start, const Vec3& end, const MovingOptions& options) const {
  require_valid(options);
  if (!(options.deviation >= 0)) throw Error("the deviation is negative or not a number.");
  Contact contact;
  if (tree_.nodes().empty()) return contact;
  const int last = last_level(options.accuracy, tree_.depth());
  const bool exactly = options.accuracy == 1 && options.deviation == 0;
  const Vec3 ray_start = back_0_ * start, way = back_1_ * end - ray_start;
  // Volumes meet what rounding may have moved the path by; triangles are exact for the path as it is.
  const double rounding = 0x1p-40 * (largest(abs(ray_start)) + largest(abs(way)) + tree_.head().radius +
                                     largest(abs(top_centre(tree_.head()))));
  const Tube tube{ray_start, way, options.deviation + rounding}, path{ray_start, way, options.deviation};
  double best = std::numeric_limits<double>::infinity();
  const auto entry = [&](const LevelNode& at) {
    const bool as_box = at.level >= options.switch_level;
    ++(as_box ? contact.effort.box_tests : contact.effort.sphere_tests);
    const Node<Real>& node = tree_.nodes()[at.node];
    return as_box ? box_entry(node, tube) : sphere_entry(node, tube);
  };
  const auto take = [&](double time, std::uint32_t triangle) {
    if (!(time < best)) return;
    best = time, contact.found = true, contact.time = time, contact.triangle_a = triangle;
  };
  CountedStack<LevelNode> stack(tree_.depth());
  stack.push({0, 0});
  while (!stack.empty()) {
    const LevelNode top = stack.pop();
    const Node<Real>& node = tree_.nodes()[top.node];
    const std::optional<double> time = entry(top);
    if (!time || *time >= best) continue;
    if (!node.is_leaf() && top.level < last) {
      stack.push({node.right(), top.level + 1});
      stack.push({node.left, top.level + 1});
    } else if (options.accuracy < 1) {
      take(*time, 0);
    } else {
      for (const Bucket& bucket : tree_.buckets().subspan(node.first, node.count)) {
        ++contact.effort.triangle_tests;
        if (const auto hit = triangle_entry(corners_of(tree_, bucket), path, exactly)) take(*hit, bucket.triangle);
      }
    }
  }
  contact.exact = exactly || (!contact.found && options.deviation == 0);
  if (contact.found) contact.point = path_(contact.time) * (ray_start + way * contact.time);
  contact.effort.deepest_stack = stack.deepest();
  return contact;
}

template class Target<float>;
template class Target<double>;

}  // namespace abut::classic::game
