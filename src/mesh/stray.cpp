#include "base/shared_data.h"
#include "math/rounding.h"
#include "mesh/sides.h"
#include <abut/error.h>
#include <abut/stray.h>

#include <algorithm>
#include <cmath>

namespace abut {

struct Stray::Data : detail::SharedData {
  StrayKind kind{};
  std::vector<float> of_triangle;
  double largest = 0, spacing = 0;
};

Stray::Stray() = default;

Stray::Stray(StrayKind kind, std::vector<float> of_triangle, double spacing) : data_(new Data) {
  const auto is_length = [](double value) { return value >= 0 && value <= std::numeric_limits<double>::max(); };
  if (!is_length(spacing)) throw Error("the spacing of a stray must be a length of 0 or more.");
  for (const float length : of_triangle)
    if (!is_length(length)) throw Error("the stray of a triangle must be a length of 0 or more.");
  data_->kind = kind;
  data_->of_triangle = std::move(of_triangle);
  data_->spacing = spacing;
  for (const float length : data_->of_triangle) data_->largest = std::max<double>(data_->largest, length);
}

StrayKind Stray::kind() const { return data_ ? data_->kind : StrayKind::none; }
double Stray::of(std::uint32_t triangle) const {
  if (!data_) return 0;
  if (triangle >= data_->of_triangle.size()) throw Error("there is no triangle " + std::to_string(triangle) + ".");
  return data_->of_triangle[triangle];
}
std::span<const float> Stray::of_triangles() const {
  return data_ ? std::span<const float>(data_->of_triangle) : std::span<const float>();
}
double Stray::largest() const { return data_ ? data_->largest : 0; }
double Stray::spacing() const { return data_ ? data_->spacing : 0; }

namespace {

/// Where neighbours turn by more, the edge is meant to be sharp: the cosine of 40 degrees.
constexpr double least_smooth_cosine = 0.766;

struct Facing {
  Vec3 normal;      ///< of length 1; 0 for a triangle without an area
  double area = 0;  ///< twice
};

Facing facing_of(const Mesh& mesh, std::uint32_t triangle) {
  const auto [a, b, c] = mesh.corners(triangle);
  const Vec3 normal = cross(b - a, c - a);
  const double area = length(normal);
  return {area > 0 ? normal * (1 / area) : Vec3{}, area};
}

/// tan(t/4) for two directions that are t apart; nothing is lost where t is small.
double quarter_tangent(const Vec3& n, const Vec3& m) {
  const double half_cosine = std::sqrt(std::max(0.0, (1 + dot(n, m)) / 2));
  const double half_sine = length(cross(n, m)) / (2 * half_cosine);
  return half_sine / (1 + half_cosine);
}

double spacing_of(const Mesh& mesh) {
  double farthest = 0;
  bool all_floats = true;
  for (const Vec3& p : mesh.points)
    for (int axis = 0; axis < 3; ++axis) {
      farthest = std::max(farthest, std::abs(p[axis]));
      all_floats = all_floats && static_cast<double>(static_cast<float>(p[axis])) == p[axis];
    }
  return farthest * (all_floats ? 0x1p-24 : 0x1p-53);
}

}  // namespace

Stray estimated_stray(const Mesh& mesh) {
  std::vector<float> stray(mesh.triangles.size());
  const std::vector<Side> sides = sorted_sides(mesh);
  for_each_edge(std::span(sides), [&](std::span<const Side> at_edge) {
    if (at_edge.size() != 2) return;
    const Facing first = facing_of(mesh, at_edge[0].triangle), second = facing_of(mesh, at_edge[1].triangle);
    // Neighbours that run the same way along their edge face opposite ways.
    const Vec3 other = at_edge[0].forward == at_edge[1].forward ? -second.normal : second.normal;
    if (!(dot(first.normal, other) >= least_smooth_cosine)) return;
    const double tangent = quarter_tangent(first.normal, other);
    const double edge = length(mesh.points[at_edge[0].low] - mesh.points[at_edge[0].high]);
    for (const auto& [side, facing] : {std::pair(at_edge[0], first), std::pair(at_edge[1], second)}) {
      const auto sagitta = static_cast<float>(facing.area / edge / 2 * tangent);
      stray[side.triangle] = std::max(stray[side.triangle], sagitta);
    }
  });
  return {StrayKind::estimated, std::move(stray), spacing_of(mesh)};
}

}  // namespace abut
