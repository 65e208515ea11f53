#include "query/convex_cell.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace abut {

ConvexCell::ConvexCell(const Bounds& box) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 unit;
    unit[axis] = 1;
    planes_.push_back({unit, box.high[axis]});
    planes_.push_back({-unit, -box.low[axis]});
  }
  for (int i = 0; i < 8; ++i) {
    Vec3 corner;
    std::uint64_t planes = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const bool high = i >> axis & 1;
      corner[axis] = high ? box.high[axis] : box.low[axis];
      planes |= std::uint64_t{1} << (2 * axis + (high ? 0 : 1));
    }
    add(corner, planes);
  }
}

// On both planes through the triangle, and a wall on each side. Whatever the directions of a sliver's planes, none of
// them cuts into it.
ConvexCell::ConvexCell(const std::array<Vec3, 3>& triangle) : edge_planes_(3), face_corners_(2) {
  const auto add_plane = [&](const Vec3& direction) {
    const double size = length(direction);
    const Vec3 unit = size > 0 ? direction * (1 / size) : Vec3{1, 0, 0};
    planes_.push_back({unit, std::max({dot(unit, triangle[0]), dot(unit, triangle[1]), dot(unit, triangle[2])})});
  };
  const Vec3 normal = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
  add_plane(normal);
  add_plane(-normal);
  for (int i = 0; i < 3; ++i) add_plane(cross(triangle[(i + 1) % 3] - triangle[i], normal));
  for (int i = 0; i < 3; ++i) add(triangle[i], 3 | std::uint64_t{4} << i | std::uint64_t{4} << (i + 2) % 3);
}

ConvexCell::ConvexCell(std::span<const Vec3> corners) : corners_(corners.begin(), corners.end()) {
  for (const Vec3& corner : corners) bounds_ = {min(bounds_.low, corner), max(bounds_.high, corner)};
}

void ConvexCell::add(const Vec3& corner, std::uint64_t planes) {
  for (std::size_t i = 0; i < corners_.size(); ++i)
    if (corners_[i] == corner) {
      planes_of_[i] |= planes;
      return;
    }
  corners_.push_back(corner);
  planes_of_.push_back(planes);
  bounds_ = {min(bounds_.low, corner), max(bounds_.high, corner)};
}

void ConvexCell::tidy() {
  std::vector<Plane> kept;
  std::vector<std::uint64_t> bits(corners_.size());
  for (std::size_t plane = 0; plane < planes_.size(); ++plane) {
    const std::uint64_t bit = std::uint64_t{1} << plane;
    const auto on =
        std::count_if(planes_of_.begin(), planes_of_.end(), [&](std::uint64_t b) { return (b & bit) != 0; });
    if (on < face_corners_) continue;
    for (std::size_t i = 0; i < bits.size(); ++i)
      if (planes_of_[i] & bit) bits[i] |= std::uint64_t{1} << kept.size();
    kept.push_back(planes_[plane]);
  }
  planes_ = std::move(kept);
  planes_of_ = std::move(bits);
}

Vec3 ConvexCell::centre() const {
  Vec3 sum;
  for (const Vec3& corner : corners_) sum += corner - corners_[0];
  return corners_[0] + sum * (1.0 / static_cast<double>(corners_.size()));
}

double ConvexCell::radius(const Vec3& centre) const {
  double most = 0;
  for (const Vec3& corner : corners_) most = std::max(most, length(corner - centre));
  return most;
}

std::pair<double, double> ConvexCell::extent(const Vec3& direction) const {
  std::pair<double, double> range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Vec3& corner : corners_) {
    const double along = dot(direction, corner);
    range = {std::min(range.first, along), std::max(range.second, along)};
  }
  return range;
}

// The corners of a part are the corners on its side and the points where edges pass through the plane. The ends of an
// edge have two planes or more in common. Rounding may put more than two corners on one edge, or near it; of those with
// all of the edge's planes the first on either side are taken, so that each edge is cut, and no line twice. Points on
// other lines between corners do no harm.
bool ConvexCell::is_edge(std::size_t i, std::size_t j, std::span<const double> above) const {
  const std::uint64_t common = planes_of_[i] & planes_of_[j];
  if (std::popcount(common) < edge_planes_) return false;
  const auto is_first = [&](std::size_t corner) {
    for (std::size_t k = 0; k < corner; ++k)
      if ((planes_of_[k] & common) == common && (above[k] > 0) == (above[corner] > 0) && above[k] != 0) return false;
    return true;
  };
  return is_first(i) && is_first(j);
}

std::optional<std::pair<ConvexCell, ConvexCell>> ConvexCell::cut(const Vec3& direction, double offset) const {
  if (planes_.empty() || planes_.size() == most_planes || corners_.size() > most_corners) return std::nullopt;
  std::array<double, most_corners> above;
  bool any_above = false, any_below = false;
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    above[i] = dot(direction, corners_[i]) - offset;
    any_above = any_above || above[i] > 0, any_below = any_below || above[i] < 0;
  }
  if (!any_above || !any_below) return std::nullopt;
  const std::uint64_t new_plane = std::uint64_t{1} << planes_.size();
  std::pair<ConvexCell, ConvexCell> parts;
  auto& [low, high] = parts;
  for (ConvexCell* part : {&low, &high}) {
    part->planes_ = planes_;
    part->edge_planes_ = edge_planes_, part->face_corners_ = face_corners_;
  }
  low.planes_.push_back({direction, offset});
  high.planes_.push_back({-direction, -offset});
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const std::uint64_t planes = planes_of_[i] | (above[i] == 0 ? new_plane : 0);
    if (above[i] <= 0) low.add(corners_[i], planes);
    if (above[i] >= 0) high.add(corners_[i], planes);
    for (std::size_t j = 0; above[i] < 0 && j < corners_.size(); ++j) {
      if (!(above[j] > 0) || !is_edge(i, j, above)) continue;
      const Vec3 point = corners_[i] + (corners_[j] - corners_[i]) * (above[i] / (above[i] - above[j]));
      low.add(point, (planes_of_[i] & planes_of_[j]) | new_plane);
      high.add(point, (planes_of_[i] & planes_of_[j]) | new_plane);
    }
  }
  low.tidy();
  high.tidy();
  return parts;
}

/// Is nothing left of the triangle behind all planes, each moved out by the slack?
bool ConvexCell::is_clipped_away(const std::array<Vec3, 3>& triangle, double slack) const {
  std::array<Vec3, 2 * most_planes> rest{triangle[0], triangle[1], triangle[2]}, next;
  std::array<double, 2 * most_planes> above;
  std::size_t count = 3;
  for (const Plane& plane : planes_) {
    bool any = false;
    for (std::size_t i = 0; i < count; ++i) {
      above[i] = dot(plane.normal, rest[i]) - (plane.offset + slack);
      any = any || above[i] > 0;
    }
    if (!any) continue;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t j = i + 1 < count ? i + 1 : 0;
      if (above[i] <= 0) next[kept++] = rest[i];
      if ((above[i] <= 0) != (above[j] <= 0) && above[i] != above[j])
        next[kept++] = rest[i] + (rest[j] - rest[i]) * (above[i] / (above[i] - above[j]));
    }
    if (kept == 0) return true;
    // A convex polygon gains one corner a plane; rounding may bend it more.
    if (kept > rest.size() - 2) return false;
    std::copy_n(next.begin(), kept, rest.begin());
    count = kept;
  }
  return false;
}

bool ConvexCell::is_beside(const std::array<Vec3, 3>& triangle, double slack) const {
  for (int axis = 0; axis < 3; ++axis) {
    const auto [least, most] = std::minmax({triangle[0][axis], triangle[1][axis], triangle[2][axis]});
    if (least > bounds_.high[axis] + slack || most < bounds_.low[axis] - slack) return true;
  }
  if (is_clipped_away(triangle, slack)) return true;
  const Vec3 normal = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
  const double size = length(normal);
  if (!(size > 0)) return false;
  const Vec3 unit = normal * (1 / size);
  const double at = dot(unit, triangle[0]);
  // Of a sliver the normal may be anything: its own corners must be on the plane.
  const double spread = std::max(std::abs(dot(unit, triangle[1]) - at), std::abs(dot(unit, triangle[2]) - at)) + slack;
  const auto [least, most] = extent(unit);
  return least > at + spread || most < at - spread;
}

bool ConvexCell::is_beside(const Vec3& centre, const std::array<Vec3, 3>& axes, double slack) const {
  for (int axis = 0; axis < 3; ++axis) {
    const double reach = std::abs(axes[0][axis]) + std::abs(axes[1][axis]) + std::abs(axes[2][axis]) + slack;
    if (centre[axis] - reach > bounds_.high[axis] || centre[axis] + reach < bounds_.low[axis]) return true;
  }
  for (const Plane& plane : planes_) {
    double reach = slack;
    for (const Vec3& axis : axes) reach += std::abs(dot(plane.normal, axis));
    if (dot(plane.normal, centre) - reach > plane.offset) return true;
  }
  return false;
}

}  // namespace abut
