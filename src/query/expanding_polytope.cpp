#include "query/expanding_polytope.h"

#include "leaf/point_triangle.h"
#include "math/exact_orientation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace abut {

namespace {

/// A - B is convex; B + t and A are apart when t is not inside it.
Vec3 support(const HullPair& hulls, const Vec3& direction) {
  return hulls.a.along(direction) - hulls.b.along(-direction);
}

/// A closed surface of triangles between points of A - B, wound so that the origin is behind each, mostly.
class Polytope {
 public:
  /// False when the points are in a plane, or nearly.
  bool start(const HullPair& hulls) {
    for (int axis = 0; axis < 3; ++axis)
      for (const double sign : {1.0, -1.0}) {
        Vec3 direction;
        direction[axis] = sign;
        points_.push_back(support(hulls, direction));
      }
    const Bounds box = bounds_of(points_);
    tolerance_ = 0x1p-40 * length(box.high - box.low);
    if (!start_with_tetrahedron()) return false;
    for (std::uint32_t i = 0; i < 6; ++i) add(i);
    return true;
  }

  struct Face {
    std::array<std::uint32_t, 3> corners;
    Vec3 normal;  // a unit vector
    double offset;
  };

  /// The face whose plane is the closest behind the origin, or the farthest before it.
  const Face& weakest() const {
    return *std::min_element(faces_.begin(), faces_.end(),
                             [](const Face& a, const Face& b) { return a.offset < b.offset; });
  }

  /// Is the point beyond the face? Then it is added.
  bool expand(const Vec3& point, const Face& face) {
    if (!(dot(face.normal, point) > face.offset + tolerance_)) return false;
    points_.push_back(point);
    return add(static_cast<std::uint32_t>(points_.size() - 1));
  }

  // Each direction's ray from the origin meets a triangle: a closed surface of which no triangle faces the origin
  // covers each direction as often as any other. With y the point met, the hull reaches at least |y| in that direction.
  /// The hull of the points holds a ball of this radius around the origin, up to rounding of its points; or 0.
  double inner_radius() const {
    static constexpr Placement here = Placement::identity();
    static constexpr Vec3 origin;
    double least = std::numeric_limits<double>::infinity();
    bool any = false;
    for (const Face& face : faces_) {
      const std::array<Vec3, 3> corners = corners_of(face);
      const int side =
          exact_orientation3d({&origin, &here}, {&corners[0], &here}, {&corners[1], &here}, {&corners[2], &here});
      if (side < 0) return 0;
      any = any || side > 0;
      double longest = 0;
      for (int i = 0; i < 3; ++i) longest = std::max(longest, length(corners[i] - corners[(i + 1) % 3]));
      // A sliver's distance may be too large by half its width.
      least = std::min(least, distance_to_triangle({}, corners) * (1 - 0x1p-40) - 0x1p-24 * longest);
    }
    return any ? std::max(least, 0.0) : 0;
  }

 private:
  std::array<Vec3, 3> corners_of(const Face& face) const {
    return {points_[face.corners[0]], points_[face.corners[1]], points_[face.corners[2]]};
  }

  void add_face(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const Vec3 normal = cross(points_[b] - points_[a], points_[c] - points_[a]);
    const double size = length(normal);
    Face face{{a, b, c}, size > 0 ? normal * (1 / size) : normal, 0};
    // Nothing is beyond a face without an area, and it is never the weakest.
    face.offset = size > 0 ? dot(face.normal, (points_[a] + points_[b] + points_[c]) * (1.0 / 3))
                           : std::numeric_limits<double>::infinity();
    faces_.push_back(face);
  }

  bool start_with_tetrahedron() {
    std::array<std::uint32_t, 4> best{};
    double most = 0;
    for (std::uint32_t a = 0; a < 6; ++a)
      for (std::uint32_t b = a + 1; b < 6; ++b)
        for (std::uint32_t c = b + 1; c < 6; ++c)
          for (std::uint32_t d = c + 1; d < 6; ++d) {
            const double volume = dot(cross(points_[b] - points_[a], points_[c] - points_[a]), points_[d] - points_[a]);
            if (std::abs(volume) > std::abs(most)) most = volume, best = {a, b, c, d};
          }
    if (!(std::abs(most) > tolerance_ * tolerance_ * tolerance_)) return false;
    if (most > 0) std::swap(best[0], best[1]);
    add_face(best[0], best[1], best[2]);
    add_face(best[0], best[3], best[1]);
    add_face(best[1], best[3], best[2]);
    add_face(best[2], best[3], best[0]);
    return true;
  }

  /// Replaces the faces that the point is beyond by a cone from their rim to the point.
  bool add(std::uint32_t point) {
    using Line = std::pair<std::uint32_t, std::uint32_t>;
    std::vector<Line> rim;
    std::vector<Face> kept;
    for (const Face& face : faces_) {
      if (!(dot(face.normal, points_[point]) > face.offset + tolerance_)) {
        kept.push_back(face);
        continue;
      }
      for (int i = 0; i < 3; ++i) {
        const Line line{face.corners[i], face.corners[(i + 1) % 3]};
        const auto back = std::find(rim.begin(), rim.end(), Line{line.second, line.first});
        if (back == rim.end())
          rim.push_back(line);
        else
          rim.erase(back);
      }
    }
    if (rim.empty()) return false;
    faces_ = std::move(kept);
    for (const Line& line : rim) add_face(line.first, line.second, point);
    return true;
  }

  std::vector<Vec3> points_;
  std::vector<Face> faces_;
  double tolerance_ = 0;
};

}  // namespace

double HullPair::way_along(const Vec3& unit) const { return dot(a.along(unit), unit) - dot(b.along(-unit), unit); }

std::optional<HullWay> shortest_hull_way(const HullPair& hulls, double relative_error, double least) {
  constexpr int most_steps = 256;
  Polytope polytope;
  if (!polytope.start(hulls)) return std::nullopt;
  HullWay best{{}, 0, std::numeric_limits<double>::infinity()};
  for (int step = 0; step < most_steps; ++step) {
    const Polytope::Face face = polytope.weakest();
    const Vec3 point = support(hulls, face.normal);
    const double upper = dot(face.normal, point);
    if (!(upper > 0)) return std::nullopt;
    if (upper < best.upper) best.upper = upper, best.direction = face.normal;
    if (best.upper <= std::max(face.offset, least) * (1 + relative_error)) break;
    if (!polytope.expand(point, face)) break;
  }
  best.lower = std::max(0.0, polytope.inner_radius() - hulls.slack);
  return best;
}

}  // namespace abut
