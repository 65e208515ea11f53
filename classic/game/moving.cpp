#include "classic/game/seen.h"
#include "classic/game/triangles.h"

namespace abut::classic::game {

namespace {

using Corners = std::array<Vec3, 3>;

/// A lower bound of the distance of two triangles: the largest gap of their projections on the normals, on the products
/// of sides, and in the planes. Positive if and only if they are apart, up to rounding.
double gap_between(const Corners& a, const Corners& b) {
  Vec3 sides_a[3], sides_b[3];
  for (int i = 0; i < 3; ++i) sides_a[i] = a[(i + 1) % 3] - a[i], sides_b[i] = b[(i + 1) % 3] - b[i];
  double gap = 0;
  const auto look_along = [&](const Vec3& axis) {
    const double size = length(axis);
    if (!(size > 0)) return;
    double low_a = dot(axis, a[0]), high_a = low_a, low_b = dot(axis, b[0]), high_b = low_b;
    for (int i = 1; i < 3; ++i) {
      const double on_a = dot(axis, a[i]), on_b = dot(axis, b[i]);
      low_a = std::min(low_a, on_a), high_a = std::max(high_a, on_a);
      low_b = std::min(low_b, on_b), high_b = std::max(high_b, on_b);
    }
    gap = std::max(gap, std::max(low_a - high_b, low_b - high_a) / size);
  };
  const Vec3 normal_a = cross(sides_a[0], sides_a[1]), normal_b = cross(sides_b[0], sides_b[1]);
  look_along(normal_a), look_along(normal_b), look_along(b[0] - a[0]);
  for (int i = 0; i < 3; ++i) {
    look_along(cross(normal_a, sides_a[i])), look_along(cross(normal_b, sides_b[i]));
    for (int j = 0; j < 3; ++j) look_along(cross(sides_a[i], sides_b[j]));
  }
  return gap;
}

/// b's placements in a's frame at both ends of the motion.
struct Ends {
  Relative first, last;

  Ends(const Path& path_a, const Path& path_b)
      : first(checked(path_a(0)), checked(path_b(0))), last(checked(path_a(1)), checked(path_b(1))) {}
  static const Placement& checked(const Placement& at) {
    require_rigid(at);
    return at;
  }
};

/// When the spheres of two nodes meet, b's centre moving straight. On its way a point of b that moves straight is not
/// farther from where its centre is than at the ends.
template <class Real>
std::optional<double> sphere_entry(const Node<Real>& a, const Node<Real>& b, const Ends& ends, double grown) {
  const Vec3 start = ends.first * b.centre() - a.centre(), end = ends.last * b.centre() - a.centre();
  return sphere_sweep(start, end - start, (static_cast<double>(a.radius) + b.radius + grown) * (1 + 0x1p-40));
}

/// A stretch of time.
struct Cell {
  double from, to;
};

/// The first time of a cell at which b's corners, moving straight, are within `reach` of a; early by no more than
/// the tolerance. A cell of time is dropped if the gap in its middle is more than the corners move from there.
std::optional<double> first_meeting(const Corners& a, const Corners& b_first, const Corners& b_last, double reach,
                                    const Cell& whole, double tolerance, Effort& effort) {
  double speed = 0;
  for (int i = 0; i < 3; ++i) speed = std::max(speed, length(b_last[i] - b_first[i]));
  std::vector<Cell> cells{whole};
  while (!cells.empty()) {
    const Cell cell = cells.back();
    cells.pop_back();
    const double middle = 0.5 * (cell.from + cell.to), half = 0.5 * (cell.to - cell.from);
    Corners b;
    for (int i = 0; i < 3; ++i) b[i] = b_first[i] + (b_last[i] - b_first[i]) * middle;
    ++effort.triangle_tests;
    if (gap_between(a, b) > speed * half * (1 + 0x1p-20) + reach) continue;
    if (2 * half <= tolerance) return cell.from;
    cells.push_back({middle, cell.to});
    cells.push_back({cell.from, middle});
  }
  return std::nullopt;
}

template <class Real>
Corners corners_of(const Tree<Real>& tree, const Bucket& bucket) {
  const std::span<const Vec3> points = tree.model().mesh().points;
  return {points[bucket.vertex[0]], points[bucket.vertex[1]], points[bucket.vertex[2]]};
}
Corners moved(const Relative& at, const Corners& c) { return {at * c[0], at * c[1], at * c[2]}; }

struct Meeting {
  double time;
  Vec3 place;  // in a's frame
};
/// The first meeting of the triangles of two leaves within a cell of time, before its end. Notes their ids.
template <class Real>
std::optional<Meeting> first_meeting(const Tree<Real>& a, const Node<Real>& node_a, const Tree<Real>& b,
                                     const Node<Real>& node_b, const Ends& ends, double reach, Cell cell,
                                     double tolerance, Contact& contact) {
  std::optional<Meeting> first;
  for (const Bucket& bucket_a : a.buckets().subspan(node_a.first, node_a.count))
    for (const Bucket& bucket_b : b.buckets().subspan(node_b.first, node_b.count)) {
      const Corners corners_a = corners_of(a, bucket_a), corners_b = corners_of(b, bucket_b);
      const auto met = first_meeting(corners_a, moved(ends.first, corners_b), moved(ends.last, corners_b), reach, cell,
                                     tolerance, contact.effort);
      if (!met || (first && *met >= first->time)) continue;
      first = {*met, (corners_a[0] + corners_a[1] + corners_a[2]) * (1.0 / 3)};
      cell.to = *met;
      contact.triangle_a = bucket_a.triangle, contact.triangle_b = bucket_b.triangle;
    }
  return first;
}

}  // namespace

template <class Real>
Contact literal_contact(const Tree<Real>& a, const Path& path_a, const Tree<Real>& b, const Path& path_b,
                        const MovingOptions& options) {
  require_valid(options);
  Contact contact;
  if (a.nodes().empty() || b.nodes().empty()) return contact;
  const Ends ends(path_a, path_b);
  const int last_a = last_level(options.accuracy, a.depth()), last_b = last_level(options.accuracy, b.depth());
  CountedStack<LevelPair> stack(a.depth() + b.depth());
  stack.push({0, 0, 0, 0});
  while (!stack.empty() && !contact.found) {
    const LevelPair pair = stack.pop();
    const Node<Real>&node_a = a.nodes()[pair.a], &node_b = b.nodes()[pair.b];
    // The sphere around the flight of b's sphere.
    const Vec3 start = ends.first * node_b.centre(), end = ends.last * node_b.centre();
    ++contact.effort.sphere_tests;
    if (!spheres_may_touch((start + end) * 0.5 - node_a.centre(), node_a.radius,
                           node_b.radius + 0.5 * length(end - start), 0))
      continue;
    const Opened which = opened(a, b, pair, last_a, last_b);
    if (which != Opened::neither) {
      push_below(a, b, pair, which, stack);
      continue;
    }
    const auto t1 =
        sphere_sweep(start - node_a.centre(), end - start, static_cast<double>(node_a.radius) + node_b.radius);
    if (!t1) continue;
    const Placement at_a = path_a(*t1), at_b = path_b(*t1);
    const Relative b_in_a(at_a, at_b);
    if (!options.cheap) {
      ++contact.effort.box_tests;
      if (!boxes_may_touch(node_a, node_b, b_in_a, 0)) continue;
    }
    const Vec3 between = node_a.centre() + (b_in_a * node_b.centre() - node_a.centre()) *
                                               (node_a.radius / (static_cast<double>(node_a.radius) + node_b.radius));
    contact.time = *t1, contact.point = at_a * between;
    if (options.accuracy < 1) {
      contact.found = true;
      continue;
    }
    TrianglePairs triangles(a.model(), at_a, b.model(), at_b);
    if (const auto found = triangles.first(a, node_a, b, node_b, contact.effort)) {
      contact.found = true;
      contact.triangle_a = found->a, contact.triangle_b = found->b, contact.point = triangles.point(*found);
    }
  }
  contact.effort.deepest_stack = stack.deepest();
  return contact;
}

template <class Real>
Contact repaired_contact(const Tree<Real>& a, const Path& path_a, const Tree<Real>& b, const Path& path_b,
                         const MovingOptions& options) {
  require_valid(options);
  if (!(options.deviation >= 0)) throw Error("the deviation is negative or not a number.");
  if (!(options.time_tolerance > 0)) throw Error("the time tolerance is not positive.");
  Contact contact;
  if (a.nodes().empty() || b.nodes().empty()) return contact;
  const Ends ends(path_a, path_b);
  const double grown = options.deviation + slack_of(a, b, ends.first.shift) + slack_of(a, b, ends.last.shift);
  const int last_a = last_level(options.accuracy, a.depth()), last_b = last_level(options.accuracy, b.depth());
  double best = std::numeric_limits<double>::infinity();
  Vec3 place;  // in a's frame
  CountedStack<LevelPair> stack(a.depth() + b.depth());
  stack.push({0, 0, 0, 0});
  while (!stack.empty()) {
    const LevelPair pair = stack.pop();
    const Node<Real>&node_a = a.nodes()[pair.a], &node_b = b.nodes()[pair.b];
    ++contact.effort.sphere_tests;
    const auto entry = sphere_entry(node_a, node_b, ends, grown);
    if (!entry || !(*entry - 0x1p-40 < best)) continue;
    const double from = std::max(0.0, *entry - 0x1p-40);
    const Opened which = opened(a, b, pair, last_a, last_b);
    if (which != Opened::neither) {
      push_below(a, b, pair, which, stack);
      continue;
    }
    if (options.accuracy < 1) {
      best = from, place = node_a.centre();
      continue;
    }
    const auto met =
        first_meeting(a, node_a, b, node_b, ends, grown, {from, std::min(1.0, best)}, options.time_tolerance, contact);
    if (met) best = met->time, place = met->place;
  }
  contact.found = best <= 1;
  if (contact.found) contact.time = best, contact.point = path_a(best) * place;
  contact.effort.deepest_stack = stack.deepest();
  return contact;
}

#define INSTANTIATE(function, Real) \
  template Contact function(const Tree<Real>&, const Path&, const Tree<Real>&, const Path&, const MovingOptions&);
INSTANTIATE(literal_contact, float)
INSTANTIATE(literal_contact, double)
INSTANTIATE(repaired_contact, float)
INSTANTIATE(repaired_contact, double)
#undef INSTANTIATE

}  // namespace abut::classic::game
