#include "assembly/separable.h"

#include "math/rounding.h"

#include <algorithm>

namespace abut {

namespace {

// A dozen directions cover the faces of a corner that touches a corner, from both sides.
constexpr std::size_t most_directions = 16;

/// Directions without their sense; nearly parallel ones count once.
class Directions {
 public:
  void add(const Vec3& direction) {
    const double size = length(direction);
    if (all_.size() == most_directions || !(size > 0) || !std::isfinite(size)) return;
    Vec3 unit = direction * (1 / size);
    for (int axis = 0; axis < 3; ++axis)
      if (std::abs(direction[axis]) == size) unit[axis] = direction[axis] / size;  // exactly 1
    for (const Vec3& other : all_)
      if (std::abs(dot(unit, other)) > 0.9999) return;
    all_.push_back(unit);
  }
  const std::vector<Vec3>& all() const { return all_; }

 private:
  std::vector<Vec3> all_;
};

/// The triangles' areas times their normals in the world.
std::vector<Vec3> facings(const Mesh& mesh, const Placement& at, std::span<const std::uint32_t> triangles) {
  std::vector<Vec3> result;
  for (std::uint32_t triangle : triangles) {
    const std::array<Vec3, 3> p = mesh.corners(triangle);
    result.push_back(cross(at.linear * (p[1] - p[0]), at.linear * (p[2] - p[0])));
  }
  return result;
}

Directions directions_of(const std::vector<Vec3>& of_a, const std::vector<Vec3>& of_b) {
  Vec3 mean_a, mean_b;
  for (const Vec3& facing : of_a) mean_a += facing;
  for (const Vec3& facing : of_b) mean_b += facing;
  Directions directions;
  directions.add(mean_a);
  directions.add(mean_b);
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) directions.add(axis);
  // The largest of them first: where a face lies on another, those around it face elsewhere and are often many.
  std::vector<Vec3> both = of_a;
  both.insert(both.end(), of_b.begin(), of_b.end());
  std::stable_sort(both.begin(), both.end(), [](const Vec3& x, const Vec3& y) { return dot(x, x) > dot(y, y); });
  for (const Vec3& facing : both) directions.add(facing);
  return directions;
}

/// Where a shift comes to by a move of this length, or a rounding farther. An axis of the world is a unit vector
/// exactly; other directions, their lengths and the product are off by less than 8 u together.
Vec3 moved_beyond(const Vec3& shift, const Vec3& direction, double length) {
  const bool is_axis = largest(abs(direction)) == 1;
  const Vec3 move = direction * (is_axis ? length : length * (1 + 8 * unit_roundoff));
  Vec3 result = shift + move;
  for (int axis = 0; axis < 3; ++axis) {
    if (move[axis] > 0) result[axis] = next_up(result[axis]);
    if (move[axis] < 0) result[axis] = next_down(result[axis]);
  }
  return result;
}

}  // namespace

std::optional<Vec3> separating_move(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                                    std::span<const std::uint32_t> triangles_a,
                                    std::span<const std::uint32_t> triangles_b, double depth,
                                    const std::function<bool(const Placement& moved_a)>& is_apart) {
  const Directions directions =
      directions_of(facings(a.mesh(), at_a, triangles_a), facings(b.mesh(), at_b, triangles_b));
  for (const Vec3& direction : directions.all())
    for (const double sense : {depth, -depth}) {
      const Vec3 shift = moved_beyond(at_a.shift, direction, sense);
      if (is_apart({at_a.linear, shift})) return shift - at_a.shift;
    }
  return std::nullopt;
}

}  // namespace abut
