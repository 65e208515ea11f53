#include "shapes/solid_building.h"

#include <abut/error.h>

#include <algorithm>
#include <utility>

namespace abut::shapes {

namespace {

Vec3 at_height(const PlanPoint& p, double height) { return {p.u, p.v, height}; }

PlanPoint between(const PlanPoint& a, const PlanPoint& b, double t) {
  return {on_grid(a.u + (b.u - a.u) * t), on_grid(a.v + (b.v - a.v) * t)};
}

void add_triangle(Mesh& mesh, const Vec3& a, const Vec3& b, const Vec3& c, bool reversed) {
  const std::uint32_t first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), {a, reversed ? c : b, reversed ? b : c});
  mesh.triangles.push_back({first, first + 1, first + 2});
}

/// How many of the loops the given one lies inside of.
int depth_in(std::span<const Loop> loops, const Loop& loop) {
  return static_cast<int>(std::count_if(
      loops.begin(), loops.end(), [&](const Loop& other) { return other != loop && contains(other, loop.front()); }));
}

/// A loop where two layers meet, and whose it is.
struct Border {
  const Loop* loop;
  bool below = false, above = false;
};

/// The flat faces where the layer below ends and the one above begins.
void add_level(Mesh& mesh, std::span<const Loop> below, std::span<const Loop> above, double height) {
  std::vector<Border> borders;
  for (const Loop& loop : below) borders.push_back({&loop, true, false});
  for (const Loop& loop : above) {
    const auto same = std::find_if(borders.begin(), borders.end(), [&](const Border& b) { return *b.loop == loop; });
    if (same == borders.end())
      borders.push_back({&loop, false, true});
    else
      same->above = true;
  }
  const std::size_t count = borders.size();
  // inside[i][j]: is loop i inside of loop j?
  std::vector<std::vector<bool>> inside(count, std::vector<bool>(count));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j)
      inside[i][j] = i != j && contains(*borders[j].loop, borders[i].loop->front());
  for (std::size_t i = 0; i < count; ++i) {
    bool solid_below = borders[i].below, solid_above = borders[i].above;
    for (std::size_t j = 0; j < count; ++j)
      if (inside[i][j]) solid_below ^= borders[j].below, solid_above ^= borders[j].above;
    if (solid_below == solid_above) continue;
    std::vector<Loop> holes;
    for (std::size_t k = 0; k < count; ++k) {
      bool is_next = inside[k][i];
      for (std::size_t j = 0; j < count && is_next; ++j) is_next = !(inside[k][j] && inside[j][i]);
      if (is_next) holes.push_back(*borders[k].loop);
    }
    for (const auto& [a, b, c] : triangulated(*borders[i].loop, holes))
      add_triangle(mesh, at_height(a, height), at_height(b, height), at_height(c, height), solid_above);
  }
}

/// The flat wall at u = const between two corners of a loop, with the mouths of tunnels in it. `outward` is the sign of
/// its normal along u.
void add_wall_with_mouths(Mesh& mesh, const Layer& layer, const PlanPoint& p, const PlanPoint& q,
                          std::span<const Loop> mouths, double outward) {
  const Loop wall = rectangle({std::min(p.v, q.v), layer.from}, {std::max(p.v, q.v), layer.to});
  const auto at = [&](const PlanPoint& point) { return Vec3{p.u, point.u, point.v}; };
  for (const auto& [a, b, c] : triangulated(wall, mouths)) add_triangle(mesh, at(a), at(b), at(c), outward < 0);
}

/// The mouths in the upright wall between two corners of a loop.
std::vector<Loop> mouths_in(const Layer& layer, const PlanPoint& p, const PlanPoint& q,
                            std::span<const Tunnel> tunnels) {
  std::vector<Loop> mouths;
  if (p.u != q.u || layer.rows != 1) return mouths;
  const Loop wall = rectangle({std::min(p.v, q.v), layer.from}, {std::max(p.v, q.v), layer.to});
  for (const Tunnel& tunnel : tunnels)
    if ((tunnel.from == p.u || tunnel.to == p.u) && contains(wall, tunnel.mouth.front()))
      mouths.push_back(tunnel.mouth);
  return mouths;
}

/// The walls of one loop; returns how many mouths they have.
std::size_t add_walls(Mesh& mesh, const Layer& layer, std::size_t loop, std::span<const Tunnel> tunnels) {
  const Loop &lower = layer.lower[loop], &upper = layer.upper[loop];
  const bool is_hole = depth_in(layer.lower, lower) % 2 == 1;
  std::size_t mouth_count = 0;
  for (std::size_t i = 0, j = 1; i < lower.size(); ++i, j = (j + 1) % lower.size()) {
    const std::vector<Loop> mouths = mouths_in(layer, lower[i], lower[j], tunnels);
    if (!mouths.empty()) {
      add_wall_with_mouths(mesh, layer, lower[i], lower[j], mouths, (lower[j].v > lower[i].v) != is_hole ? 1 : -1);
      mouth_count += mouths.size();
      continue;
    }
    for (int row = 0; row < layer.rows; ++row) {
      const double t = static_cast<double>(row) / layer.rows, s = static_cast<double>(row + 1) / layer.rows;
      const double low = on_grid(layer.from + (layer.to - layer.from) * t),
                   high = on_grid(layer.from + (layer.to - layer.from) * s);
      const Vec3 a = at_height(between(lower[i], upper[i], t), low), b = at_height(between(lower[j], upper[j], t), low),
                 c = at_height(between(lower[j], upper[j], s), high),
                 d = at_height(between(lower[i], upper[i], s), high);
      add_triangle(mesh, a, b, c, is_hole);
      add_triangle(mesh, a, c, d, is_hole);
    }
  }
  return mouth_count;
}

void add_tube_wall(Mesh& mesh, const Tunnel& tunnel) {
  for (std::size_t i = 0; i < tunnel.mouth.size(); ++i) {
    const PlanPoint &p = tunnel.mouth[i], &q = tunnel.mouth[(i + 1) % tunnel.mouth.size()];
    const Vec3 a{tunnel.from, p.u, p.v}, b{tunnel.from, q.u, q.v}, c{tunnel.to, q.u, q.v}, d{tunnel.to, p.u, p.v};
    add_triangle(mesh, a, b, c, true);
    add_triangle(mesh, a, c, d, true);
  }
}

Layer rounded(Layer layer) {
  layer.from = on_grid(layer.from), layer.to = on_grid(layer.to);
  for (Loop& loop : layer.lower) loop = on_grid(std::move(loop));
  for (Loop& loop : layer.upper) loop = on_grid(std::move(loop));
  return layer;
}

}  // namespace

Layer prism(double from, double to, std::vector<Loop> loops, int rows) { return {from, to, loops, loops, rows}; }

Layer taper(double from, double to, std::vector<Loop> lower, std::vector<Loop> upper, int rows) {
  return {from, to, std::move(lower), std::move(upper), rows};
}

Mesh stacked(std::span<const Layer> given, std::span<const Tunnel> given_tunnels) {
  std::vector<Layer> layers;
  std::vector<Tunnel> tunnels;
  for (const Layer& layer : given) layers.push_back(rounded(layer));
  for (const Tunnel& t : given_tunnels) tunnels.push_back({on_grid(t.from), on_grid(t.to), on_grid(t.mouth)});
  Mesh mesh;
  std::size_t mouths = 0;
  std::span<const Loop> below;
  for (const Layer& layer : layers) {
    add_level(mesh, below, layer.lower, layer.from);
    for (std::size_t loop = 0; loop < layer.lower.size(); ++loop) mouths += add_walls(mesh, layer, loop, tunnels);
    below = layer.upper;
  }
  if (!layers.empty()) add_level(mesh, below, {}, layers.back().to);
  if (mouths != 2 * tunnels.size()) throw Error("a tunnel must lead from one upright wall of a layer to another.");
  for (const Tunnel& tunnel : tunnels) add_tube_wall(mesh, tunnel);
  weld(mesh);
  return mesh;
}

Mesh turned(std::span<const ProfilePoint> profile, int sides, double start) {
  Mesh mesh;
  add_revolved(mesh, profile, sides, start);
  for (Vec3& p : mesh.points) p = {on_grid(p.y), on_grid(p.z), on_grid(p.x)};
  return mesh;
}

Mesh laid_along_x(const Mesh& mesh) {
  Mesh laid = mesh;
  for (Vec3& p : laid.points) p = {p.z, p.x, p.y};
  return laid;
}

}  // namespace abut::shapes
