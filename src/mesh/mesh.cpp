#include "math/accurate_sum.h"
#include "math/side_by_side.h"
#include "mesh/polygon.h"
#include "mesh/stored_mesh.h"
#include <abut/error.h>
#include <abut/mesh.h>
#include <abut/placement.h>

#include <cassert>

namespace abut {

namespace {

void validate_triangles(const Mesh& mesh) {
  if (mesh.triangles.size() > std::numeric_limits<std::uint32_t>::max())
    throw Error("the mesh has more than 2^32 - 1 triangles.");
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (std::uint32_t corner : mesh.triangles[i])
      if (corner >= mesh.points.size())
        throw Error("triangle " + std::to_string(i) + " names point " + std::to_string(corner) + ", but there are " +
                    std::to_string(mesh.points.size()) + " points (counted from 0).");
}

void validate_parts(const Mesh& mesh) {
  std::uint64_t covered = 0;
  for (const Part& part : mesh.parts) {
    if (part.first != covered)
      throw Error("part '" + part.name + "' starts at triangle " + std::to_string(part.first) + " instead of " +
                  std::to_string(covered) + ".");
    covered += part.count;
  }
  if (!mesh.parts.empty() && covered != mesh.triangles.size())
    throw Error("the parts cover " + std::to_string(covered) + " of " + std::to_string(mesh.triangles.size()) +
                " triangles.");
}

}  // namespace

void Mesh::add_polygon(std::span<const std::uint32_t> polygon) {
  assert(polygon.size() >= 3);
  const std::size_t first = triangles.size();
  for (std::size_t i = 2; i < polygon.size(); ++i) triangles.push_back({polygon[0], polygon[i - 1], polygon[i]});
  if (*std::max_element(polygon.begin(), polygon.end()) >= points.size()) return;
  if (PolygonCutter().cut(points, std::span(triangles).subspan(first))) return;
  triangles.resize(first);
  throw Error("the polygon crosses itself, so that it bounds no surface. Give it as triangles.");
}

void validate_points(std::span<const Vec3> points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      const double value = points[i][axis];
      if (std::abs(value) <= largest_input) continue;
      const std::string where = "point " + std::to_string(i) + ": " + "xyz"[axis];
      if (std::isnan(value)) throw Error(where + " is not a number.");
      if (std::isinf(value)) throw Error(where + " is infinite.");
      throw Error(where + " is beyond 2^300, the largest coordinate that abut takes.");
    }
}

void validate(const Mesh& mesh) {
  validate_points(mesh.points);
  validate_triangles(mesh);
  validate_parts(mesh);
}

Mesh transformed(const Mesh& mesh, const Placement& by) {
  Mesh result = mesh;
  for (Vec3& point : result.points) point = by * point;
  return result;
}

Mesh joined(std::span<const Mesh> meshes) {
  Mesh result;
  bool named = false;
  for (const Mesh& mesh : meshes) named = named || !mesh.parts.empty();
  for (const Mesh& mesh : meshes) {
    const auto point_offset = static_cast<std::uint32_t>(result.points.size());
    const auto triangle_offset = static_cast<std::uint32_t>(result.triangles.size());
    result.points.insert(result.points.end(), mesh.points.begin(), mesh.points.end());
    for (const Triangle& t : mesh.triangles)
      result.triangles.push_back({t[0] + point_offset, t[1] + point_offset, t[2] + point_offset});
    if (named && mesh.parts.empty())
      result.parts.push_back({"", triangle_offset, static_cast<std::uint32_t>(mesh.triangles.size())});
    for (const Part& part : mesh.parts) result.parts.push_back({part.name, part.first + triangle_offset, part.count});
  }
  return result;
}

namespace {

/// From the first corner on.
Vec3 way_from_first(const std::array<Vec3, 3>& corners, const std::array<double, 3>& weights) {
  return (corners[1] - corners[0]) * weights[1] + (corners[2] - corners[0]) * weights[2];
}

std::array<Vec3, 3> corners_of(std::span<const Vec3> points, std::span<const Triangle> triangles,
                               std::uint32_t triangle) {
  if (triangle >= triangles.size())
    throw Error("there is no triangle " + std::to_string(triangle) + ": the mesh has " +
                std::to_string(triangles.size()) + " (counted from 0).");
  const Triangle& t = triangles[triangle];
  return {points[t[0]], points[t[1]], points[t[2]]};
}

Vec3 placed_point_on(const std::array<Vec3, 3>& corners, const Placement& at, const std::array<double, 3>& weights) {
  const Vec3 way = way_from_first(corners, weights);
  Vec3 point;
  for (int axis = 0; axis < 3; ++axis) {
    AccurateSum sum;
    for (int j = 0; j < 3; ++j) sum.add(at.linear(axis, j), corners[0][j]), sum.add(at.linear(axis, j), way[j]);
    sum.add(at.shift[axis]);
    point[axis] = sum.rounded().value;
  }
  return point;
}

}  // namespace

Vec3 point_on(const Mesh& mesh, std::uint32_t triangle, const std::array<double, 3>& weights) {
  const std::array<Vec3, 3> corners = corners_of(mesh.points, mesh.triangles, triangle);
  return corners[0] + way_from_first(corners, weights);
}

Vec3 point_on(const Mesh& mesh, const Placement& at, std::uint32_t triangle, const std::array<double, 3>& weights) {
  return placed_point_on(corners_of(mesh.points, mesh.triangles, triangle), at, weights);
}

Vec3 point_on(const StoredMesh& mesh, const Placement& at, std::uint32_t triangle,
              const std::array<double, 3>& weights) {
  return placed_point_on(corners_of(mesh.points(), mesh.triangles(), triangle), at, weights);
}

std::pair<Vec3, Vec3> points_on(const PlacedWeights& a, const PlacedWeights& b) {
  const std::array<Vec3, 3> of_a = corners_of(a.mesh.points(), a.mesh.triangles(), a.triangle),
                            of_b = corners_of(b.mesh.points(), b.mesh.triangles(), b.triangle);
  const auto split = [](const Vec3& v, const Vec3& w) {
    using Number = Split<SideBySide>;
    return std::array{Number(SideBySide{v.x, w.x}), Number(SideBySide{v.y, w.y}), Number(SideBySide{v.z, w.z})};
  };
  const auto first = split(of_a[0], of_b[0]),
             way = split(way_from_first(of_a, a.weights), way_from_first(of_b, b.weights));
  std::pair<Vec3, Vec3> points;
  for (int axis = 0; axis < 3; ++axis) {
    const auto row = split(a.at.linear.row(axis), b.at.linear.row(axis));
    AccurateSumSideBySide sums;
    for (std::size_t j = 0; j < 3; ++j) sums.add(row[j], first[j]), sums.add(row[j], way[j]);
    sums.add(SideBySide{a.at.shift[axis], b.at.shift[axis]});
    const SideBySide rounded = sums.rounded();
    points.first[axis] = rounded[0], points.second[axis] = rounded[1];
  }
  return points;
}

}  // namespace abut
