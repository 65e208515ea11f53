#include "shape/hull.h"

#include "leaf/orientation_filter.h"
#include "math/exact_orientation.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>

namespace abut {

namespace {

using Index = std::uint32_t;

const Placement in_place;

/// Gift wrapping (D. R. Chand and S. S. Kapur, "An algorithm for convex polytopes", 1970): around each edge of the hull
/// the next face is found by turning a plane about the edge. Faces are whole polygons, so that coplanar points need no
/// special case; every sign is exact.
class Wrapping {
 public:
  explicit Wrapping(std::span<const Vec3> points) {
    const std::vector<Index> first = welded(points);
    for (Index i = 0; i < points.size(); ++i)
      if (first[i] == i) points_.push_back(points[i]);
    // -0 and 0 are one coordinate and must sort as one.
    for (Vec3& point : points_) point += Vec3{};
    std::sort(points_.begin(), points_.end(), [](const Vec3& a, const Vec3& b) {
      return std::array{a.x, a.y, a.z} < std::array{b.x, b.y, b.z};
    });
  }

  Mesh run() {
    if (points_.empty()) return {};
    std::vector<Index> all(points_.size());
    std::iota(all.begin(), all.end(), 0);
    if (are_collinear(all)) return taken({{0, static_cast<Index>(points_.size() - 1), 0}});
    if (are_coplanar(all)) return taken({polygon_of(all)});
    return taken(wrap(first_edge()));
  }

 private:
  struct Edge {
    Index from, to;
    auto operator<=>(const Edge&) const = default;
  };
  using Polygon = std::vector<Index>;

  PlacedPoint at(Index i) const { return {&points_[i], &in_place}; }
  /// 1 if d is on the side that (b - a) x (c - a) points to.
  int side(Index a, Index b, Index c, Index d) const {
    const int sign = orientation_filter::orientation3d(points_[a], points_[b], points_[c], points_[d], 0);
    return sign != 0 ? sign : exact_orientation3d(at(a), at(b), at(c), at(d));
  }
  int turn(Index a, Index b, Index c, int dropped) const {
    const int sign = orientation_filter::orientation2d(points_[a], points_[b], points_[c], dropped, 0);
    return sign != 0 ? sign : exact_orientation2d(at(a), at(b), at(c), dropped);
  }
  bool is_on_line(Index a, Index b, Index c) const {
    return turn(a, b, c, 0) == 0 && turn(a, b, c, 1) == 0 && turn(a, b, c, 2) == 0;
  }
  bool are_collinear(const std::vector<Index>& set) const {
    return std::all_of(set.begin(), set.end(), [&](Index i) { return is_on_line(set.front(), set.back(), i); });
  }
  bool are_coplanar(const std::vector<Index>& set) const {
    const auto off =
        std::find_if(set.begin(), set.end(), [&](Index i) { return !is_on_line(set.front(), set.back(), i); });
    return off == set.end() ||
           std::all_of(set.begin(), set.end(), [&](Index i) { return side(set.front(), set.back(), *off, i) == 0; });
  }

  /// The hull of points in a plane, not all on a line, sorted: its corners around one of both ways.
  //
  // Andrew's monotone chain along an axis on which the plane does not stand on edge: points with equal coordinates on
  // the first axis that is left are sorted by the second one, because the projection is one to one.
  Polygon polygon_of(const std::vector<Index>& set) const {
    const auto off =
        std::find_if(set.begin(), set.end(), [&](Index i) { return !is_on_line(set.front(), set.back(), i); });
    int dropped = 2;
    while (turn(set.front(), set.back(), *off, dropped) == 0) --dropped;
    const int x = dropped == 0 ? 1 : 0, y = dropped == 2 ? 1 : 2;
    std::vector<Index> sorted = set;
    std::sort(sorted.begin(), sorted.end(), [&](Index i, Index j) {
      const Vec3 &p = points_[i], &q = points_[j];
      return p[x] != q[x] ? p[x] < q[x] : p[y] < q[y];
    });
    Polygon around;
    const auto chain = [&](auto begin, auto end) {
      const std::size_t start = around.size();
      for (auto i = begin; i != end; ++i) {
        while (around.size() >= start + 2 &&
               turn(around[around.size() - 2], around.back(), *i, dropped) != orientation_of(dropped))
          around.pop_back();
        around.push_back(*i);
      }
      around.pop_back();
    };
    chain(sorted.begin(), sorted.end());
    chain(sorted.rbegin(), sorted.rend());
    return around;
  }
  /// The turn, with an axis dropped, that is counterclockwise in the other two in ascending order.
  static int orientation_of(int dropped) { return dropped == 1 ? -1 : 1; }

  /// The same, seen counterclockwise from the side that (b - a) x (c - a) points to.
  Polygon face_of(const std::vector<Index>& set, Index a, Index b, Index c) const {
    Polygon polygon = polygon_of(set);
    int dropped = 2;
    while (turn(a, b, c, dropped) == 0) --dropped;
    // Corners of a convex polygon turn one way.
    if (turn(polygon[0], polygon[1], polygon[2], dropped) != turn(a, b, c, dropped))
      std::reverse(polygon.begin(), polygon.end());
    return polygon;
  }

  /// An edge of the hull of points that are not coplanar: on a plane along z that has all points on one side. The first
  /// point is one of the plane's, since no x is less than its own.
  Edge first_edge() const {
    Index next = 1;
    while (points_[next].x == points_[0].x && points_[next].y == points_[0].y) ++next;
    for (Index i = next + 1; i < points_.size(); ++i)
      if (turn(0, next, i, 2) > 0) next = i;
    std::vector<Index> touched;
    for (Index i = 0; i < points_.size(); ++i)
      if (turn(0, next, i, 2) == 0) touched.push_back(i);
    if (are_collinear(touched)) return {touched.front(), touched.back()};
    const Polygon polygon = polygon_of(touched);
    return {polygon[0], polygon[1]};
  }

  /// The face to the left of an edge of the hull, seen from outside.
  Polygon face_beside(const Edge& edge) const {
    Index beyond = 0;
    while (is_on_line(edge.from, edge.to, beyond)) ++beyond;
    for (Index i = beyond + 1; i < points_.size(); ++i)
      if (side(edge.from, edge.to, beyond, i) > 0) beyond = i;
    std::vector<Index> touched;
    for (Index i = 0; i < points_.size(); ++i)
      if (side(edge.from, edge.to, beyond, i) == 0) touched.push_back(i);
    return face_of(touched, edge.from, edge.to, beyond);
  }

  std::vector<Polygon> wrap(const Edge& first) const {
    std::vector<Polygon> faces;
    std::set<Edge> known;
    std::deque<Edge> waiting{first};
    while (!waiting.empty()) {
      const Edge edge = waiting.front();
      waiting.pop_front();
      if (known.count(edge) != 0) continue;
      faces.push_back(face_beside(edge));
      const Polygon& face = faces.back();
      for (std::size_t i = 0; i < face.size(); ++i) {
        const Edge side{face[i], face[(i + 1) % face.size()]};
        known.insert(side);
        waiting.push_back({side.to, side.from});
      }
    }
    return faces;
  }

  /// Faces as fans, and the points that they name.
  Mesh taken(const std::vector<Polygon>& faces) const {
    Mesh mesh;
    std::vector<Index> place(points_.size(), ~Index{0});
    const auto placed = [&](Index i) {
      if (place[i] == ~Index{0}) place[i] = static_cast<Index>(mesh.points.size()), mesh.points.push_back(points_[i]);
      return place[i];
    };
    for (const Polygon& face : faces)
      for (std::size_t i = 2; i < face.size(); ++i)
        mesh.triangles.push_back({placed(face[0]), placed(face[i - 1]), placed(face[i])});
    return mesh;
  }

  std::vector<Vec3> points_;
};

}  // namespace

Mesh hull_mesh(std::span<const Vec3> points) { return Wrapping(points).run(); }

}  // namespace abut
