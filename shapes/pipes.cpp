#include "shapes/pipes.h"

#include "math/random.h"
#include "shapes/building.h"
#include <abut/shapes.h>

#include <cassert>

namespace abut::shapes {

namespace {

Cell step(const Cell& from, const Cell& to) { return {to[0] - from[0], to[1] - from[1], to[2] - from[2]}; }
Vec3 as_vector(const Cell& c) {
  return {static_cast<double>(c[0]), static_cast<double>(c[1]), static_cast<double>(c[2])};
}

class Lattice {
 public:
  explicit Lattice(int side) : side_(side), used_(static_cast<std::size_t>(side * side * side), false) {}

  bool is_free(const Cell& c) const {
    for (int k : c)
      if (k < 0 || k >= side_) return false;
    return !used_[index(c)];
  }
  void use(const Cell& c) { used_[index(c)] = true; }
  Cell random_cell(Random& random) const {
    const auto any = [&] { return static_cast<int>(random.below(static_cast<std::uint64_t>(side_))); };
    const int x = any(), y = any(), z = any();
    return {x, y, z};
  }

 private:
  std::size_t index(const Cell& c) const { return static_cast<std::size_t>((c[0] * side_ + c[1]) * side_ + c[2]); }
  int side_;
  std::vector<bool> used_;
};

/// Appends a straight run of up to six cells, preferably around a corner. False when every way is blocked.
bool grow(PipeRoute& route, Lattice& lattice, Random& random) {
  const int avoided_axis = [&] {
    if (route.size() < 2) return -1;
    const Cell last = step(route[route.size() - 2], route.back());
    return last[0] != 0 ? 0 : last[1] != 0 ? 1 : 2;
  }();
  const int wanted = 1 + static_cast<int>(random.below(6));
  const int first_way = static_cast<int>(random.below(6));
  for (int i = 0; i < 6; ++i) {
    const int way = (first_way + i) % 6, axis = way % 3;
    if (axis == avoided_axis) continue;
    int cells = 0;
    for (; cells < wanted; ++cells) {
      Cell next = route.back();
      next[static_cast<std::size_t>(axis)] += way < 3 ? 1 : -1;
      if (!lattice.is_free(next)) break;
      lattice.use(next);
      route.push_back(next);
    }
    if (cells > 0) return true;
  }
  return false;
}

/// A ring's place: its centre and the two directions that span its plane, u x v along the pipe.
struct Ring {
  Vec3 centre, u, v;
};

/// The rings of a pipe; its first straight run is cut into 1 + extra pieces.
std::vector<Ring> rings_of(const PipeRoute& route, int extra) {
  Vec3 ahead = as_vector(step(route[0], route[1]));
  Vec3 u{ahead.y, ahead.z, ahead.x}, v = cross(ahead, u);
  // Pipes end in the middle of a cell: at its face, two ends could meet.
  std::vector<Ring> rings{{as_vector(route[0]), u, v}};
  const auto run_to = [&](const Vec3& end) {
    const Vec3 start = rings.back().centre;
    if (end == start) return;
    for (int piece = 1; piece <= extra; ++piece)
      rings.push_back({start + (end - start) * (piece / (extra + 1.0)), u, v});
    rings.push_back({end, u, v});
    extra = 0;
  };
  for (std::size_t i = 1; i + 1 < route.size(); ++i) {
    const Vec3 next = as_vector(step(route[i], route[i + 1]));
    if (next == ahead) continue;
    const Vec3 cell = as_vector(route[i]), corner = cell + (next - ahead) * 0.5;
    run_to(cell - ahead * 0.5);
    // The bend turns `ahead` into `next` about the corner's axis; what lies along that axis stays.
    const auto turned = [&](const Vec3& w, const Turn& t) {
      const double a = dot(w, ahead), n = dot(w, next);
      return w - ahead * a - next * n + ahead * (a * t.cosine - n * t.sine) + next * (a * t.sine + n * t.cosine);
    };
    for (int k = 1; k <= elbow_sections; ++k) {
      const Turn t = turn(0.25 * k / elbow_sections);
      rings.push_back({corner + turned(next * -0.5, t), turned(u, t), turned(v, t)});
    }
    const Turn quarter = turn(0.25);
    u = turned(u, quarter), v = turned(v, quarter), ahead = next;
  }
  run_to(as_vector(route.back()));
  return rings;
}

void add_pipe(Mesh& mesh, const std::vector<Ring>& rings, int sides) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  // The sheet's rows run around the pipe: d_side x d_ring is outward.
  add_sheet(mesh, sides, static_cast<int>(rings.size()) - 1, {.rows = true}, [&](int side, int ring) {
    const Ring& r = rings[static_cast<std::size_t>(ring)];
    const Turn t = turn(static_cast<double>(side) / sides);
    return r.centre + (r.u * t.cosine + r.v * t.sine) * pipe_radius;
  });
  std::vector<std::uint32_t> start, end;
  const auto ring_count = static_cast<std::uint32_t>(rings.size());
  for (std::uint32_t side = 0; side < static_cast<std::uint32_t>(sides); ++side) {
    start.insert(start.begin(), first + side * ring_count);
    end.push_back(first + side * ring_count + ring_count - 1);
  }
  mesh.add_polygon(start);
  mesh.add_polygon(end);
}

}  // namespace

int section_count(const PipeRoute& route) { return static_cast<int>(rings_of(route, 0).size()) - 1; }

std::vector<PipeRoute> pipe_routes(int side, int count, int sections, std::uint64_t seed) {
  Random random(seed);
  Lattice lattice(side);
  std::vector<PipeRoute> routes;
  int total = 0;
  while (static_cast<int>(routes.size()) < count) {
    const Cell start = lattice.random_cell(random);
    if (!lattice.is_free(start)) continue;
    lattice.use(start);
    PipeRoute route{start};
    if (!grow(route, lattice, random)) continue;
    total += section_count(route);
    routes.push_back(std::move(route));
  }
  bool grown = true;
  while (grown) {
    grown = false;
    for (PipeRoute& route : routes) {
      if (sections - total < elbow_sections + 1) return routes;
      const int before = section_count(route);
      if (!grow(route, lattice, random)) continue;
      total += section_count(route) - before;
      grown = true;
    }
  }
  return routes;
}

Mesh pipes() {
  // 9 sides: a section has 18 triangles, the two ends of a pipe 14; 18 * 7835 + 14 * 190 = 143690.
  constexpr int side = 20, count = 190, sections = 7835, sides = 9;
  const std::vector<PipeRoute> routes = pipe_routes(side, count, sections, 143690);
  int missing = sections;
  for (const PipeRoute& route : routes) missing -= section_count(route);
  assert(missing >= 0);
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const int extra = missing / count + (i < missing % count ? 1 : 0);
    add_pipe(mesh, rings_of(routes[static_cast<std::size_t>(i)], extra), sides);
  }
  const double shift = (side - 1) / 2.0;
  for (Vec3& point : mesh.points) point -= Vec3{shift, shift, shift};
  snap(mesh);
  return mesh;
}

}  // namespace abut::shapes
