#include "query/around_lines.h"

#include <algorithm>

namespace abut {

namespace {

Vec3 rounded(const PlacedPoint& p) { return *p.at * *p.point; }

/// How far the rounded place of a spot in the frame of the signs is off: what it is relative to the origin, the origin
/// itself, whose three products and sums are off by less than 4.5u of their terms, and a last sum.
double point_error(const PlacedSigns& signs, const Solid::Data& a, const Solid::Data& b) {
  const PlacedPoint origin = signs.origin();
  const double terms = largest(abs(origin.at->linear) * abs(*origin.point) + abs(origin.at->shift));
  const auto size = [&](PlacedSigns::Of of, const Solid::Data& solid) {
    return 3 * largest_magnitude(signs.placement(of).linear) * solid.model.data().frame.unit;
  };
  const double offset = largest(abs(rounded({&b.model.data().frame.centre, &signs.placement(PlacedSigns::Of::b)})));
  return signs.error() +
         8 * unit_roundoff * (2 * terms + offset + size(PlacedSigns::Of::a, a) + size(PlacedSigns::Of::b, b)) +
         0x1p-1000;
}

}  // namespace

AroundLines::AroundLines(PlacedSigns& signs, const Solid::Data& a, const Solid::Data& b)
    : placed_(signs),
      signs_(signs),
      shift_(rounded(signs.origin())),
      a_(body_of(Of::a, a, point_error(signs, a, b))),
      b_(body_of(Of::b, b, point_error(signs, a, b))) {}

AroundLines::Body AroundLines::body_of(Of of, const Solid::Data& solid, double error) const {
  Bounds box;
  for (std::uint32_t i = 0; i < solid.model.mesh().points.size(); ++i) {
    const Vec3 near = placed_.point(of, i).near;
    box = {min(box.low, near), max(box.high, near)};
  }
  return {solid, MetTriangles(solid.model, placed_.placement(of), error), box};
}

bool AroundLines::is_triangle(Of of, std::uint32_t triangle) const {
  const Solid::Data& solid = body(of).solid;
  return solid.shells.of[triangle] != Shells::none &&
         solid.model.data().leaf_geometry().forms[triangle] == TriangleForm::triangle;
}

AroundLines::Corners AroundLines::corners(Of of, std::uint32_t triangle) const {
  const SeenTriangle seen = placed_.triangle(of, triangle);
  return {Spot{seen[0]}, Spot{seen[1]}, Spot{seen[2]}};
}

bool AroundLines::overlap_along_side(Of of, std::uint32_t triangle, int i) {
  const Corners t = corners(of, triangle);
  const Spot &from = t[i], &to = t[(i + 1) % 3];
  const auto numbers = [](const Spot& s) {
    return std::array{s.seen.exact.point->x, s.seen.exact.point->y, s.seen.exact.point->z};
  };
  const auto [low, high] = std::minmax({numbers(from), numbers(to)});
  return known_sides_.insert({of, low, high}).second && overlap_along({from, to});
}

bool AroundLines::overlap_where_they_meet(Of of_first, std::uint32_t first, Of of_second, std::uint32_t second) {
  if (!is_triangle(of_first, first) || !is_triangle(of_second, second)) return false;
  const Corners t = corners(of_first, first), plane = corners(of_second, second);
  std::array<int, 3> sides{};
  for (int i = 0; i < 3; ++i) sides[i] = signs_.orientation3d(plane[0], plane[1], plane[2], t[i]);
  const auto in_plane = std::ranges::count(sides, 0);
  if (in_plane >= 2) {
    for (int i = 0; i < 3; ++i) {
      if (sides[i] == 0 && sides[(i + 1) % 3] == 0 && overlap_along_side(of_first, first, i)) return true;
      if (in_plane == 3 && overlap_along_side(of_second, second, i)) return true;
    }
    return false;
  }
  std::vector<HomogeneousPoint> ends;
  for (int i = 0; i < 3; ++i) {
    const SpotLine side{t[i], t[(i + 1) % 3]};
    if (sides[i] == 0) ends.push_back(signs_.exact(t[i]));
    if (sides[i] * sides[(i + 1) % 3] < 0) ends.push_back(signs_.on_line(side, signs_.zero_of_volume(plane, side)));
  }
  // One end: a corner that touches the plane.
  return ends.size() == 2 && overlap_along({signs_.spot(ends[0]), signs_.spot(ends[1])});
}

// Where a triangle begins, ends or crosses the line, and perhaps where its plane does, or the line of a side, beside
// it.
void AroundLines::add_cuts(const Corners& t, const SpotLine& line, std::vector<Fraction>& into) {
  const int at_from = signs_.orientation3d(t[0], t[1], t[2], line.from);
  const int at_to = signs_.orientation3d(t[0], t[1], t[2], line.to);
  if (at_from * at_to < 0) into.push_back(signs_.zero_of_volume(t, line));
  if (at_from != 0 || at_to != 0) return;
  int axis = 0;
  while (signs_.orientation2d(t[0], t[1], t[2], axis) == 0) ++axis;
  for (int i = 0; i < 3; ++i) {
    const SpotLine side{t[i], t[(i + 1) % 3]};
    if (signs_.orientation2d(side.from, side.to, line.from, axis) *
            signs_.orientation2d(side.from, side.to, line.to, axis) <
        0)
      into.push_back(signs_.zero_of_area(side, line, axis));
  }
}

std::vector<Fraction> AroundLines::cuts(const SpotLine& line) {
  std::vector<Fraction> result{{BigNumber(0.0)}, {BigNumber(1.0)}};
  for (const Of of : {Of::a, Of::b})
    for (const std::uint32_t triangle : body(of).met.by_segment(world(line.from), world(line.to)))
      if (is_triangle(of, triangle)) add_cuts(corners(of, triangle), line, result);
  std::sort(result.begin(), result.end());
  return result;
}

// Between two cuts the surroundings of the line are the same. A line outside of either box has nothing inside both
// around it: each coordinate that is compared is off by less than the error.
bool AroundLines::overlap_along(const SpotLine& line) {
  return for_each_part(line, [&](const Spot& point) { return overlap_around(line, point); });
}

template <class Look>
bool AroundLines::for_each_part(const SpotLine& line, const Look& look) {
  const Vec3 slack = Vec3{1, 1, 1} * (2.5 * placed_.error());
  const Vec3 low = min(line.from.seen.near, line.to.seen.near) - slack;
  const Vec3 high = max(line.from.seen.near, line.to.seen.near) + slack;
  for (const Body* of : {&a_, &b_})
    for (int axis = 0; axis < 3; ++axis)
      if (low[axis] > of->box.high[axis] || high[axis] < of->box.low[axis]) return false;
  const std::vector<Fraction> ends = cuts(line);
  for (std::size_t i = 1; i < ends.size(); ++i) {
    if (!(ends[i - 1] < ends[i])) continue;
    const HomogeneousPoint point = signs_.on_line(line, between(ends[i - 1], ends[i]));
    if (look(signs_.spot(point))) return true;
  }
  return false;
}

AroundLines::Surroundings AroundLines::surroundings(const SpotLine& line, const Spot& point) {
  Surroundings around;
  for (const Of of : {Of::a, Of::b})
    for (const std::uint32_t triangle : body(of).met.by_ray(world(point)))
      if (is_triangle(of, triangle)) add(of, triangle, line, point, around);
  return around;
}

bool AroundLines::overlap_around(const SpotLine& line, const Spot& point) {
  Surroundings around = surroundings(line, point);
  return have_common_sector(line, around);
}

void AroundLines::look_along_segment(Of of, std::uint32_t triangle) {
  const TriangleForm form = body(of).solid.model.data().leaf_geometry().forms[triangle];
  const Corners t = corners(of, triangle);
  const SpotLine line{t[corner_index(form, 0)], t[corner_index(form, 1)]};
  const Of other = of == Of::a ? Of::b : Of::a;
  for_each_part(line, [&](const Spot& point) {
    Surroundings around = surroundings(line, point);
    const bool is_on_other =
        std::ranges::any_of(around.half_planes, [&](const HalfPlane& plane) { return plane.of == other; });
    if (!is_on_other && is_inside(other, around.of(other))) runs_in(of) = true;
    return runs_in(of);
  });
}

void AroundLines::add(Of of, std::uint32_t triangle, const SpotLine& line, const Spot& point, Surroundings& around) {
  ++triangle_tests_;
  const Corners t = corners(of, triangle);
  // As RayCrossingTest: the ray crosses when it turns the same way about all three sides, and that way is the side's.
  // Turns that differ rule out that the point is on the triangle, too.
  bool left = false, right = false;
  for (int i = 0; i < 3; ++i) {
    const int sign = signs_.turn_about_ray(point, t[i], t[(i + 1) % 3]);
    left = left || sign > 0, right = right || sign < 0;
    if (left && right) return;
  }
  const int side = signs_.orientation3d(point, t[0], t[1], t[2]);
  if (side == 0) return add_in_plane(of, triangle, line, point, around);
  if ((side > 0) == left) around.of(of).push_back({body(of).solid.shells.of[triangle], side});
}

// The point is no cut. So a triangle that it is on has the line in its plane and, where the point is on a side, along
// that side: each of its corners off the line names a half-plane.
void AroundLines::add_in_plane(Of of, std::uint32_t triangle, const SpotLine& line, const Spot& point,
                               Surroundings& around) {
  const Corners t = corners(of, triangle);
  int axis = 0, front = 0;
  while ((front = signs_.orientation2d(t[0], t[1], t[2], axis)) == 0) ++axis;
  for (int i = 0; i < 3; ++i)
    if (front * signs_.orientation2d(t[i], t[(i + 1) % 3], point, axis) < 0) return;
  bool left = false, right = false;
  for (const Spot& tip : t) {
    const int side = front * signs_.orientation2d(line.from, line.to, tip, axis);
    bool& is_known = side > 0 ? left : right;
    if (side == 0 || is_known) continue;
    is_known = true;
    // Seen from the front, what is left of the line is passed from the back to the front.
    around.half_planes.push_back(
        {of, body(of).solid.shells.of[triangle], -side, tip, signs_.turn_about_ray(line.from, tip, line.to) > 0});
  }
}

bool AroundLines::have_common_sector(const SpotLine& line, Surroundings& around) {
  bool in_a = is_inside(Of::a, around.of_a), in_b = is_inside(Of::b, around.of_b);
  if (in_a && in_b) return true;
  const auto comes_before = [&](const HalfPlane& a, const HalfPlane& b) {
    if (a.comes_first != b.comes_first) return a.comes_first;
    return signs_.orientation3d(line.from, line.to, a.tip, b.tip) > 0;
  };
  auto& planes = around.half_planes;
  std::sort(planes.begin(), planes.end(), comes_before);
  std::vector<Of> sheets;  // without an inside on either side, in the order of the half-planes
  for (std::size_t first = 0, last; first < planes.size(); first = last) {
    bool has_a = false, has_b = false;
    for (last = first; last < planes.size() && !comes_before(planes[first], planes[last]); ++last) {
      (planes[last].of == Of::a ? has_a : has_b) = true;
      around.of(planes[last].of).push_back({planes[last].shell, planes[last].way});
    }
    const bool was_in_a = in_a, was_in_b = in_b;
    if (has_a) in_a = is_inside(Of::a, around.of_a);
    if (has_b) in_b = is_inside(Of::b, around.of_b);
    if (in_a && in_b) return true;
    // Where only one surface is, the other's inside does not change.
    if (!has_b && in_b) sheets_.a_runs_into_b = true;
    if (!has_a && in_a) sheets_.b_runs_into_a = true;
    if (!has_b && !was_in_a && !in_a) sheets.push_back(Of::a);
    if (!has_a && !was_in_b && !in_b) sheets.push_back(Of::b);
  }
  std::size_t changes = 0;
  for (std::size_t i = 0; i < sheets.size(); ++i) changes += sheets[i] != sheets[(i + 1) % sheets.size()];
  // What has parts of the other on both of its sides, and the other of it, passes through it.
  if (changes >= 4) sheets_.cross = true;
  return false;
}

}  // namespace abut
