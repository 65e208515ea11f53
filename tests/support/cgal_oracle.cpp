#include "support/cgal_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>
#include <vector>

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/intersections.h>
#include <CGAL/squared_distance_3.h>

namespace abut {

namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Number = Kernel::FT;
using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using TriangleShape = Kernel::Triangle_3;
using Shape = std::variant<Point, Segment, TriangleShape>;

Number exact_coordinate(const Placement& at, const Vec3& p, int row) {
  return Number(at.linear.entries[3 * row]) * Number(p.x) + Number(at.linear.entries[3 * row + 1]) * Number(p.y) +
         Number(at.linear.entries[3 * row + 2]) * Number(p.z) +
         Number(row == 0   ? at.shift.x
                : row == 1 ? at.shift.y
                           : at.shift.z);
}

Shape hull_of(const std::array<Point, 3>& corners) {
  if (!CGAL::collinear(corners[0], corners[1], corners[2])) return TriangleShape(corners[0], corners[1], corners[2]);
  const auto ends = std::minmax_element(corners.begin(), corners.end(), [](const Point& p, const Point& q) {
    return CGAL::lexicographically_xyz_smaller(p, q);
  });
  if (*ends.first == *ends.second) return *ends.first;
  return Segment(*ends.first, *ends.second);
}

std::array<Point, 3> exact_corners(const std::array<Vec3, 3>& triangle, const Placement& at) {
  std::array<Point, 3> corners;
  for (int i = 0; i < 3; ++i)
    corners[i] = Point(exact_coordinate(at, triangle[i], 0), exact_coordinate(at, triangle[i], 1),
                       exact_coordinate(at, triangle[i], 2));
  return corners;
}

Shape shape_of(const std::array<Vec3, 3>& triangle, const Placement& at) {
  return hull_of(exact_corners(triangle, at));
}

struct Touch {
  bool operator()(const Point& p, const Point& q) const { return p == q; }
  bool operator()(const Point& p, const Segment& s) const { return s.has_on(p); }
  bool operator()(const Point& p, const TriangleShape& t) const { return t.has_on(p); }
  bool operator()(const Segment& s, const Point& p) const { return s.has_on(p); }
  bool operator()(const TriangleShape& t, const Point& p) const { return t.has_on(p); }
  template <class First, class Second>
  bool operator()(const First& first, const Second& second) const {
    return CGAL::do_intersect(first, second);
  }
};

// The shape's corners, sides and faces: the distance of disjoint shapes is that of a pair of these.
struct Features {
  std::vector<Point> points;
  std::vector<Segment> segments;
  std::vector<TriangleShape> faces;

  explicit Features(const Shape& shape) {
    if (const auto* point = std::get_if<Point>(&shape)) points = {*point};
    if (const auto* segment = std::get_if<Segment>(&shape)) {
      segments = {*segment};
      points = {segment->source(), segment->target()};
    }
    if (const auto* face = std::get_if<TriangleShape>(&shape)) {
      faces = {*face};
      for (int i = 0; i < 3; ++i) {
        points.push_back(face->vertex(i));
        segments.emplace_back(face->vertex(i), face->vertex(i + 1));
      }
    }
  }
};

Number squared_distance(const Features& a, const Features& b) {
  Number least = CGAL::squared_distance(a.points[0], b.points[0]);
  const auto keep = [&](const auto& first, const auto& second) {
    for (const auto& f : first)
      for (const auto& s : second) least = (std::min)(least, Number(CGAL::squared_distance(f, s)));
  };
  keep(a.points, b.points);
  keep(a.points, b.segments), keep(b.points, a.segments);
  keep(a.points, b.faces), keep(b.points, a.faces);
  keep(a.segments, b.segments);
  return least;
}

bool holds(const Shape& shape, const Point& point) { return std::visit(Touch{}, shape, Shape(point)); }

// Points whose hull is the intersection of two shapes: corners of one in the other, and where a side of one crosses a
// side or a face of the other.
std::vector<Point> corners_of_intersection(const Shape& a, const Shape& b) {
  const Features of_a(a), of_b(b);
  std::vector<Point> corners;
  for (const Point& p : of_a.points)
    if (holds(b, p)) corners.push_back(p);
  for (const Point& p : of_b.points)
    if (holds(a, p)) corners.push_back(p);
  const auto keep_crossing = [&](const Segment& s, const auto& other) {
    const auto crossing = CGAL::intersection(s, other);
    if (!crossing) return;
    if (const Point* p = boost::get<Point>(&*crossing)) corners.push_back(*p);
    if (const Segment* t = boost::get<Segment>(&*crossing)) corners.insert(corners.end(), {t->source(), t->target()});
  };
  for (const Segment& s : of_a.segments) {
    for (const Segment& t : of_b.segments) keep_crossing(s, t);
    for (const TriangleShape& face : of_b.faces) keep_crossing(s, face);
  }
  for (const Segment& t : of_b.segments)
    for (const TriangleShape& face : of_a.faces) keep_crossing(t, face);
  return corners;
}

bool is_inside(const Shape& a, const Shape& b) {
  const Features of_a(a);
  return std::all_of(of_a.points.begin(), of_a.points.end(), [&](const Point& p) { return holds(b, p); });
}

}  // namespace

bool cgal_touch(const std::array<Vec3, 3>& a, const Placement& at_a, const std::array<Vec3, 3>& b,
                const Placement& at_b) {
  return std::visit(Touch{}, shape_of(a, at_a), shape_of(b, at_b));
}

DistanceBracket cgal_distance(const std::array<Vec3, 3>& a, const Placement& at_a, const std::array<Vec3, 3>& b,
                              const Placement& at_b) {
  const Shape shape_a = shape_of(a, at_a), shape_b = shape_of(b, at_b);
  if (std::visit(Touch{}, shape_a, shape_b)) return {0, 0};
  const Number square = squared_distance(Features(shape_a), Features(shape_b));
  const auto [low, high] = CGAL::to_interval(square.exact());
  return {std::nextafter(std::sqrt(low), 0.0),
          std::nextafter(std::sqrt(high), std::numeric_limits<double>::infinity())};
}

bool cgal_touch_beyond_common(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
  const std::array<Point, 3> corners_a = exact_corners(a, {}), corners_b = exact_corners(b, {});
  const Shape shape_a = hull_of(corners_a), shape_b = hull_of(corners_b);
  if (is_inside(shape_a, shape_b) && is_inside(shape_b, shape_a)) return true;
  std::vector<Point> common;
  for (const Point& p : corners_a)
    if (std::find(corners_b.begin(), corners_b.end(), p) != corners_b.end()) common.push_back(p);
  const std::vector<Point> shared = corners_of_intersection(shape_a, shape_b);
  if (common.empty()) return !shared.empty();
  const Shape hull = hull_of({common[0], common[common.size() / 2], common.back()});
  return !std::all_of(shared.begin(), shared.end(), [&](const Point& p) { return holds(hull, p); });
}

}  // namespace abut
