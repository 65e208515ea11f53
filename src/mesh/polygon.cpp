#include "mesh/polygon.h"

#include "mesh/ear_clipping.h"

namespace abut {

namespace {

enum class Fan { right, wrong, without_area };

/// Do the triangles of a fan cover what the polygon bounds, each part once? So it is when none is turned over and they
/// go around the first corner at most once. A polygon that comes back to its first corner and leaves again is left to
/// others.
Fan look_at_fan(std::span<const FlatPoint> polygon) {
  const FlatPoint& hub = polygon[0];
  std::size_t first = 1;
  while (first < polygon.size() && polygon[first] == hub) ++first;
  bool has_area = false, past_half = false, is_right = true;
  for (std::size_t i = first + 1; i < polygon.size(); ++i) {
    const FlatPoint &a = polygon[i - 1], &b = polygon[i];
    const int turn = turn_of(hub, a, b);
    has_area |= turn != 0;
    if (turn < 0 || (a == hub && b != hub) || (turn == 0 && is_between(a, hub, b))) is_right = false;
    if (!is_right && has_area) return Fan::wrong;
    // To the left of the first side, then to the right of it, then to the left again: more than once around.
    const int side = i == first + 1 ? turn : turn_of(hub, polygon[first], b);
    if (past_half && side > 0) is_right = false;
    past_half |= side < 0;
  }
  if (!has_area) return Fan::without_area;
  return is_right ? Fan::right : Fan::wrong;
}

struct Facing {
  Vec3 normal;  ///< twice the area times the direction that the polygon faces, roughly
  Vec3 error;   ///< how far off it may be
};
Facing facing_of(std::span<const Vec3> corners) {
  Vec3 normal, terms;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Vec3 a = corners[i - 1] - corners[0], b = corners[i] - corners[0], p = abs(a), q = abs(b);
    normal += cross(a, b);
    terms += Vec3{p.y * q.z + p.z * q.y, p.z * q.x + p.x * q.z, p.x * q.y + p.y * q.x};
  }
  return {normal, terms * (static_cast<double>(corners.size()) * 0x1p-50)};
}

}  // namespace

PolygonCutter::Outcome PolygonCutter::cut_along(int axis, bool mirrored, std::span<Triangle> fan) {
  const int u = (axis + (mirrored ? 2 : 1)) % 3, v = (axis + (mirrored ? 1 : 2)) % 3;
  flat_.clear();
  for (const Vec3& corner : corners_) flat_.push_back({corner[u], corner[v]});
  const Fan its = look_at_fan(flat_);
  if (its == Fan::without_area) return Outcome::flat;
  if (its == Fan::right && flat_.size() <= largest_fan) return Outcome::done;
  std::vector<std::array<std::uint32_t, 3>> triangles = clip_ears(flat_).triangles;
  if (triangles.empty()) return Outcome::crosses;
  // In the order of the polygon, as a fan is.
  for (auto& t : triangles) std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  std::sort(triangles.begin(), triangles.end());
  for (std::size_t i = 0; i < fan.size(); ++i)
    fan[i] = {indices_[triangles[i][0]], indices_[triangles[i][1]], indices_[triangles[i][2]]};
  return Outcome::done;
}

bool PolygonCutter::cut(std::span<const Vec3> points, std::span<Triangle> fan) {
  if (fan.size() < 2) return true;
  indices_.assign({fan[0][0], fan[0][1]});
  for (const Triangle& triangle : fan) indices_.push_back(triangle[2]);
  corners_.clear();
  for (std::uint32_t index : indices_) corners_.push_back(points[index]);
  const auto [normal, error] = facing_of(corners_);
  const Vec3 size = abs(normal);
  std::array<int, 3> axes{0, 1, 2};
  std::sort(axes.begin(), axes.end(), [&](int a, int b) { return size[a] != size[b] ? size[a] > size[b] : a < b; });
  bool is_flat = true;
  for (const int axis : axes) {
    // Seen along an axis that it hardly faces, a polygon that crosses itself may look as if it did not.
    if (!is_flat && size[axis] < size[axes[0]] / 8) break;
    Outcome outcome = cut_along(axis, normal[axis] < 0, fan);
    // What has hardly an area may be wound either way.
    if (outcome == Outcome::crosses && size[axis] <= error[axis]) outcome = cut_along(axis, normal[axis] >= 0, fan);
    if (outcome == Outcome::done) return true;
    is_flat = is_flat && outcome == Outcome::flat;
  }
  // A polygon on a line, or walked there and back: its fan is its sides.
  return is_flat;
}

}  // namespace abut
