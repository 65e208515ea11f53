#include "query/convex_hull.h"

#include "leaf/orientation_filter.h"
#include "math/exact_orientation.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace abut {

namespace {

constexpr Placement here = Placement::identity();

int side_of(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& point) {
  const int sign = orientation_filter::orientation3d(a, b, c, point, 0);
  return sign != 0 ? sign : exact_orientation3d({&a, &here}, {&b, &here}, {&c, &here}, {&point, &here});
}

bool are_on_a_line(const Vec3& a, const Vec3& b, const Vec3& c) {
  for (int axis = 0; axis < 3; ++axis)
    if (exact_orientation2d({&a, &here}, {&b, &here}, {&c, &here}, axis) != 0) return false;
  return true;
}

/// The index of what is farthest by a measure that is rounded, if that is as wanted, otherwise of the first that is.
template <class Measure, class IsWanted>
std::optional<std::uint32_t> farthest(std::size_t count, const Measure& measure, const IsWanted& is_wanted) {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < count; ++i)
    if (measure(i) > measure(best)) best = i;
  if (is_wanted(best)) return best;
  for (std::uint32_t i = 0; i < count; ++i)
    if (is_wanted(i)) return i;
  return std::nullopt;
}

/// The hull of points that are not all in a plane. A face that has points in front of it is opened for the farthest of
/// them: all faces that see it go, and the edges around them get new faces to it (C. Barber, D. Dobkin, H. Huhdanpaa,
/// "The Quickhull algorithm for convex hulls", 1996). Signs are exact: a point sees the faces that it is strictly in
/// front of. The triangles of one plane are seen together, so what is seen is a disk. A face that is not seen and has
/// the point in its plane is continued by new ones in that plane; no edge around the disk is in line with the point,
/// since both of its faces would have the point in their planes.
class Quickhull {
 public:
  explicit Quickhull(std::span<const Vec3> points) : points_(points) {}

  std::vector<Triangle> run(std::array<std::uint32_t, 4> first) {
    if (side_of(points_[first[0]], points_[first[1]], points_[first[2]], points_[first[3]]) > 0)
      std::swap(first[0], first[1]);
    begin(first);
    for (std::uint32_t face = 0; face < faces_.size(); ++face)
      if (!faces_[face].is_gone && !faces_[face].before.empty()) open(face);
    std::vector<Triangle> result;
    for (const Face& face : faces_)
      if (!face.is_gone) result.push_back(face.corners);
    return result;
  }

 private:
  struct Face {
    Triangle corners;
    std::array<std::uint32_t, 3> across;  // the faces beyond the edges from corner i on
    std::vector<std::uint32_t> before;    // points that are in front of it, and of no face before it
    bool is_gone = false;
    std::uint32_t seen_from = ~std::uint32_t{0};  // the last point that sees it
  };

  bool sees(std::uint32_t point, const Face& face) const {
    const auto [a, b, c] = face.corners;
    return side_of(points_[a], points_[b], points_[c], points_[point]) > 0;
  }

  void begin(const std::array<std::uint32_t, 4>& first) {
    // The fourth point is behind 0 1 2. Each edge is passed in both directions.
    const auto [a, b, c, d] = first;
    for (const Triangle& corners : {Triangle{a, b, c}, Triangle{b, a, d}, Triangle{c, b, d}, Triangle{a, c, d}})
      faces_.push_back({corners, {}, {}});
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> owner;
    for (std::uint32_t f = 0; f < 4; ++f)
      for (int i = 0; i < 3; ++i) owner[{faces_[f].corners[i], faces_[f].corners[(i + 1) % 3]}] = f;
    for (Face& face : faces_)
      for (int i = 0; i < 3; ++i) face.across[i] = owner[{face.corners[(i + 1) % 3], face.corners[i]}];
    std::vector<std::uint32_t> all(points_.size());
    std::iota(all.begin(), all.end(), 0u);
    share(all, 0);
  }

  /// Gives points to faces from this one on.
  void share(std::span<const std::uint32_t> points, std::size_t first_face) {
    for (const std::uint32_t point : points)
      for (std::size_t face = first_face; face < faces_.size(); ++face)
        if (sees(point, faces_[face])) {
          faces_[face].before.push_back(point);
          break;
        }
  }

  std::uint32_t farthest_before(const Face& face) const {
    const Vec3& corner = points_[face.corners[0]];
    const Vec3 normal = cross(points_[face.corners[1]] - corner, points_[face.corners[2]] - corner);
    return *std::max_element(face.before.begin(), face.before.end(), [&](std::uint32_t x, std::uint32_t y) {
      return dot(points_[x] - corner, normal) < dot(points_[y] - corner, normal);
    });
  }

  struct Border {
    std::uint32_t from, to, beyond;  // an edge as the seen face passes it, and the face that is not seen
  };

  void open(std::uint32_t start) {
    const std::uint32_t point = farthest_before(faces_[start]);
    std::vector<std::uint32_t> seen{start}, left;
    std::vector<Border> border;
    faces_[start].seen_from = point;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      Face& face = faces_[seen[i]];
      face.is_gone = true;
      left.insert(left.end(), face.before.begin(), face.before.end());
      face.before = {};
      for (int k = 0; k < 3; ++k) {
        Face& other = faces_[face.across[k]];
        if (other.seen_from == point) continue;
        if (!sees(point, other)) {
          border.push_back({face.corners[k], face.corners[(k + 1) % 3], face.across[k]});
          continue;
        }
        other.seen_from = point;
        seen.push_back(face.across[k]);
      }
    }
    std::erase(left, point);
    share(left, close(point, border));
  }

  /// Makes faces from the border to the point, and returns the first of them.
  std::size_t close(std::uint32_t point, std::span<const Border> border) {
    const auto first = static_cast<std::uint32_t>(faces_.size());
    std::map<std::uint32_t, std::uint32_t> from, to;  // the new face at each corner of the border
    for (const Border& edge : border) {
      const auto number = static_cast<std::uint32_t>(faces_.size());
      faces_.push_back({{edge.from, edge.to, point}, {edge.beyond, 0, 0}, {}});
      from[edge.from] = to[edge.to] = number;
      Face& beyond = faces_[edge.beyond];
      for (int i = 0; i < 3; ++i)
        if (beyond.corners[i] == edge.to && beyond.corners[(i + 1) % 3] == edge.from) beyond.across[i] = number;
    }
    for (std::uint32_t face = first; face < faces_.size(); ++face) {
      faces_[face].across[1] = from[faces_[face].corners[1]];
      faces_[face].across[2] = to[faces_[face].corners[0]];
    }
    return first;
  }

  std::span<const Vec3> points_;
  std::vector<Face> faces_;
};

/// Of points in a plane that has three of them not in line: as the base of a pyramid.
std::vector<Triangle> flat_hull(std::span<const Vec3> points, const std::array<std::uint32_t, 3>& first) {
  const auto count = static_cast<std::uint32_t>(points.size());
  const Vec3 &a = points[first[0]], &b = points[first[1]], &c = points[first[2]];
  std::vector<Vec3> with_top(points.begin(), points.end());
  // A step along an axis that is not in the plane leads off it. It is not lost in rounding, being as large as the
  // coordinate, or the triangle.
  const double size = std::max(largest(abs(b - a)), largest(abs(c - a)));
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 top = a;
    top[axis] = a[axis] > 0 ? a[axis] - std::max(size, a[axis]) : a[axis] + std::max(size, -a[axis]);
    if (side_of(a, b, c, top) == 0) continue;
    with_top.push_back(top);
    break;
  }
  std::vector<Triangle> result;
  for (const Triangle& t : Quickhull(with_top).run({first[0], first[1], first[2], count})) {
    if (t[0] == count || t[1] == count || t[2] == count) continue;
    result.push_back(t);
    result.push_back({t[0], t[2], t[1]});
  }
  return result;
}

}  // namespace

std::vector<Triangle> convex_hull(std::span<const Vec3> points) {
  if (points.empty()) return {};
  const auto from = [&](std::uint32_t i) { return points[i] - points[0]; };
  const auto second = farthest(
      points.size(), [&](std::uint32_t i) { return largest(abs(from(i))); },
      [&](std::uint32_t i) { return points[i] != points[0]; });
  if (!second) return {{0, 0, 0}};
  const auto third = farthest(
      points.size(), [&](std::uint32_t i) { return largest(abs(cross(from(*second), from(i)))); },
      [&](std::uint32_t i) { return !are_on_a_line(points[0], points[*second], points[i]); });
  if (!third) {
    const auto is_less = [&](std::uint32_t i, std::uint32_t j) {
      const Vec3 &p = points[i], &q = points[j];
      return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
    };
    std::vector<std::uint32_t> all(points.size());
    std::iota(all.begin(), all.end(), 0u);
    const auto [low, high] = std::minmax_element(all.begin(), all.end(), is_less);
    return {{*low, *high, *high}};
  }
  const Vec3 normal = cross(from(*second), from(*third));
  const auto fourth = farthest(
      points.size(), [&](std::uint32_t i) { return std::abs(dot(from(i), normal)); },
      [&](std::uint32_t i) { return side_of(points[0], points[*second], points[*third], points[i]) != 0; });
  if (!fourth) return flat_hull(points, {0, *second, *third});
  return Quickhull(points).run({0, *second, *third, *fourth});
}

}  // namespace abut
