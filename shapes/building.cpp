#include "shapes/building.h"

#include <abut/error.h>

#include <cassert>
#include <cmath>
#include <map>
#include <utility>

namespace abut::shapes {

namespace {

std::uint32_t point_count(const Mesh& mesh) { return static_cast<std::uint32_t>(mesh.points.size()); }

void add_quad(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  mesh.triangles.push_back({a, b, c});
  mesh.triangles.push_back({a, c, d});
}

/// Taylor series to x^17 and x^16: below 2^-53 for |x| <= pi/4.
Turn small_turn(double x) {
  const double square = x * x;
  double cosine = 1, sine = 1;
  for (int n = 16; n >= 2; n -= 2) {
    cosine = 1 - cosine * square / (n * (n - 1));
    sine = 1 - sine * square / (n * (n + 1));
  }
  return {cosine, sine * x};
}

}  // namespace

Turn turn(double turns) {
  constexpr double two_pi = 6.283185307179586;
  const double fraction = turns - std::floor(turns);
  const int quarter = static_cast<int>(std::floor(4 * fraction + 0.5));
  const Turn rest = small_turn(two_pi * (fraction - 0.25 * quarter));
  switch (quarter % 4) {
    case 0:
      return rest;
    case 1:
      return {-rest.sine, rest.cosine};
    case 2:
      return {-rest.cosine, -rest.sine};
    default:
      return {rest.sine, -rest.cosine};
  }
}

double snapped(double value) {
  // Veltkamp's splitting: what survives the cancellation is the leading 53 - 29 bits, rounded to nearest.
  const double shifted = value * (0x1p29 + 1);
  return shifted - (shifted - value);
}

void snap(Mesh& mesh) {
  for (Vec3& point : mesh.points) point = {snapped(point.x), snapped(point.y), snapped(point.z)};
}

void weld(Mesh& mesh) {
  std::map<std::array<double, 3>, std::uint32_t> known;
  std::vector<Vec3> points;
  for (Triangle& t : mesh.triangles)
    for (std::uint32_t& corner : t) {
      const Vec3 p = mesh.points[corner];
      const auto [entry, is_new] = known.try_emplace({p.x, p.y, p.z}, static_cast<std::uint32_t>(points.size()));
      if (is_new) points.push_back(p);
      corner = entry->second;
    }
  mesh.points = std::move(points);
}

void require(bool condition, const char* need) {
  if (!condition) throw Error(need);
}

void add_sheet(Mesh& mesh, int rows, int columns, Loops loops, const Surface& surface) {
  const int point_rows = rows + (loops.rows ? 0 : 1), point_columns = columns + (loops.columns ? 0 : 1);
  const std::uint32_t first = point_count(mesh);
  for (int row = 0; row < point_rows; ++row)
    for (int column = 0; column < point_columns; ++column) mesh.points.push_back(surface(row, column));
  const auto at = [&](int row, int column) {
    return first + static_cast<std::uint32_t>((row % point_rows) * point_columns + column % point_columns);
  };
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      add_quad(mesh, at(row, column), at(row + 1, column), at(row + 1, column + 1), at(row, column + 1));
}

void add_tube(Mesh& mesh, const Vec3& first_pole, int rings, int sides, const Vec3& last_pole,
              const Surface& ring_point) {
  const std::uint32_t first = point_count(mesh), count = static_cast<std::uint32_t>(sides);
  // The parameters are swapped, so that the sheet faces d_side x d_ring: outward.
  for (int ring = 0; ring < rings; ++ring)
    for (int side = 0; side < sides; ++side) mesh.points.push_back(ring_point(ring, side));
  const auto at = [&](int ring, std::uint32_t side) { return first + static_cast<std::uint32_t>(ring) * count + side; };
  const std::uint32_t before = point_count(mesh), after = before + 1;
  mesh.points.push_back(first_pole);
  mesh.points.push_back(last_pole);
  for (std::uint32_t side = 0, next = 1; side < count; ++side, next = (side + 1) % count) {
    mesh.triangles.push_back({before, at(0, next), at(0, side)});
    for (int ring = 0; ring + 1 < rings; ++ring)
      add_quad(mesh, at(ring, side), at(ring, next), at(ring + 1, next), at(ring + 1, side));
    mesh.triangles.push_back({after, at(rings - 1, side), at(rings - 1, next)});
  }
}

void add_revolved(Mesh& mesh, std::span<const ProfilePoint> profile, int sides, double start) {
  assert(profile.size() >= 3 && profile.front().radius == 0 && profile.back().radius == 0);
  add_tube(mesh, {profile.front().along, 0, 0}, static_cast<int>(profile.size()) - 2, sides,
           {profile.back().along, 0, 0}, [&](int ring, int side) {
             const ProfilePoint& p = profile[static_cast<std::size_t>(ring) + 1];
             const Turn angle = turn(start + static_cast<double>(side) / sides);
             return Vec3{p.along, p.radius * angle.cosine, p.radius * angle.sine};
           });
}

void add_slab(Mesh& mesh, int columns, int rows, const Surface& upper, const Surface& lower) {
  const std::uint32_t first = point_count(mesh);
  add_sheet(mesh, columns, rows, {}, upper);
  const std::uint32_t depth = point_count(mesh) - first;
  const std::size_t lower_triangles = mesh.triangles.size();
  add_sheet(mesh, columns, rows, {}, lower);
  for (std::size_t i = lower_triangles; i < mesh.triangles.size(); ++i)
    std::swap(mesh.triangles[i][1], mesh.triangles[i][2]);
  const auto at = [&](int u, int v) { return first + static_cast<std::uint32_t>(u * (rows + 1) + v); };
  const auto add_rim = [&](std::uint32_t from, std::uint32_t to) {
    add_quad(mesh, from, from + depth, to + depth, to);
  };
  for (int u = 0; u < columns; ++u) add_rim(at(u, 0), at(u + 1, 0)), add_rim(at(u + 1, rows), at(u, rows));
  for (int v = 0; v < rows; ++v) add_rim(at(columns, v), at(columns, v + 1)), add_rim(at(0, v + 1), at(0, v));
}

void add_box(Mesh& mesh, const Vec3& low, const Vec3& high, int columns, int rows) {
  const auto face = [&](double z) {
    return [=](int u, int v) {
      return Vec3{low.x + (high.x - low.x) * u / columns, low.y + (high.y - low.y) * v / rows, z};
    };
  };
  add_slab(mesh, columns, rows, face(high.z), face(low.z));
}

void end_part(Mesh& mesh, std::string name) {
  const std::uint32_t first = mesh.parts.empty() ? 0 : mesh.parts.back().first + mesh.parts.back().count;
  mesh.parts.push_back({std::move(name), first, static_cast<std::uint32_t>(mesh.triangles.size()) - first});
}

void add_copy(Mesh& mesh, const Mesh& piece, const std::function<Vec3(const Vec3&)>& move) {
  const std::uint32_t first = point_count(mesh);
  for (const Vec3& point : piece.points) mesh.points.push_back(move(point));
  for (const Triangle& t : piece.triangles) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

}  // namespace abut::shapes
