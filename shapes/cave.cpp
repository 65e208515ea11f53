#include "math/random.h"
#include "shapes/building.h"
#include <abut/shapes.h>

namespace abut::shapes {

namespace {

constexpr int columns = 90, rows = 70, wall_rows = 8, perimeter = 2 * (columns + rows);

struct Ground {
  double x, y;
};

Ground grid_point(int column, int row) {
  return {cave_half_length * (2.0 * column / columns - 1), cave_half_width * (2.0 * row / rows - 1)};
}
double floor_height(const Ground& g) {
  return 0.22 * turn(0.13 * g.x + 0.07 * g.y).sine + 0.14 * turn(0.09 * g.x - 0.21 * g.y).cosine +
         0.05 * turn(0.61 * g.x + 0.43 * g.y).sine;
}
double ceiling_height(const Ground& g) {
  return cave_height + 0.3 * turn(0.11 * g.x - 0.09 * g.y).cosine + 0.16 * turn(0.17 * g.x + 0.2 * g.y).sine +
         0.06 * turn(0.53 * g.x - 0.47 * g.y).cosine;
}

/// The grid's boundary, counterclockwise seen from above.
Ground boundary_point(int step) {
  step %= perimeter;
  if (step < columns) return grid_point(step, 0);
  if (step < columns + rows) return grid_point(columns, step - columns);
  if (step < 2 * columns + rows) return grid_point(2 * columns + rows - step, rows);
  return grid_point(0, perimeter - step);
}

Vec3 wall_point(int step, int row) {
  const Ground g = boundary_point(step);
  const double low = floor_height(g), high = ceiling_height(g), share = static_cast<double>(row) / wall_rows;
  // Hollowed out between floor and ceiling.
  const double bulge = 1 + 0.16 * share * (1 - share) * (2 + turn(7.0 * step / perimeter + 0.3 * share).sine);
  return row == 0           ? Vec3{g.x, g.y, low}
         : row == wall_rows ? Vec3{g.x, g.y, high}
                            : Vec3{g.x * bulge, g.y * bulge, low + (high - low) * share};
}

void add_rock(Mesh& mesh) {
  add_sheet(mesh, columns, rows, {}, [](int column, int row) {
    const Ground g = grid_point(column, row);
    return Vec3{g.x, g.y, floor_height(g)};
  });
  add_sheet(mesh, rows, columns, {}, [](int row, int column) {
    const Ground g = grid_point(column, row);
    return Vec3{g.x, g.y, ceiling_height(g)};
  });
  add_sheet(mesh, wall_rows, perimeter, {false, true}, [](int row, int step) { return wall_point(step, row); });
  weld(mesh);
}

/// A cone from its root in the rock to its tip, 50 sides of seven triangles.
void add_cone(Mesh& mesh, const Vec3& root, const Vec3& tip, double radius) {
  constexpr int sides = 50, pieces = 3;
  const double up = tip.z > root.z ? 1 : -1;
  const auto at = [&](int ring, int side) {
    const double share = ring / (pieces + 1.0);
    const Turn angle = turn(up * side / sides);
    const double r = radius * (1 - share) * (1 - 0.4 * share);
    return root + (tip - root) * share + Vec3{r * angle.cosine, r * angle.sine, 0};
  };
  add_sheet(mesh, pieces, sides, {false, true}, [&](int ring, int side) { return at(ring, sides - side); });
  const auto end = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.push_back(tip);
  for (int side = 0; side < sides; ++side) mesh.points.push_back(at(pieces, side));
  for (std::uint32_t side = 0; side < sides; ++side)
    mesh.triangles.push_back({end, end + 1 + side, end + 1 + (side + 1) % sides});
}

/// From floor to ceiling, narrow in the middle: 350 triangles, too.
void add_column(Mesh& mesh, const Ground& g, double radius) {
  constexpr int sides = 35, pieces = 5;
  const double low = floor_height(g) - 0.3, high = ceiling_height(g) + 0.3;
  add_sheet(mesh, pieces, sides, {false, true}, [&](int ring, int side) {
    const double share = static_cast<double>(ring) / pieces, off = 2 * share - 1, r = radius * (0.6 + 0.4 * off * off);
    const Turn angle = turn(-static_cast<double>(side) / sides);
    return Vec3{g.x + r * angle.cosine, g.y + r * angle.sine, low + (high - low) * share};
  });
}

/// Places for what grows in the cave, apart from each other and from the two known stalagmites.
std::vector<Ground> strewn(Random& random, int count, double apart) {
  std::vector<Ground> places{{-cave_stalagmite, 0}, {cave_stalagmite, 0}};
  while (static_cast<int>(places.size()) < count) {
    const Ground g{random.between(-11.5, 11.5), random.between(-7.5, 7.5)};
    bool clear = true;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double dx = g.x - places[i].x, dy = g.y - places[i].y, least = i < 2 ? 3.4 : apart;
      clear = clear && dx * dx + dy * dy > least * least;
    }
    if (clear) places.push_back(g);
  }
  return places;
}

}  // namespace

Mesh cave() {
  constexpr int things = 59, stalagmites = 28, in_all = 36;
  Mesh mesh;
  add_rock(mesh);
  Random random(50970);
  const std::vector<Ground> places = strewn(random, things, 1.25);
  for (int i = 0; i < things; ++i) {
    const Ground g = places[static_cast<std::size_t>(i)];
    const Vec3 lean{random.between(-0.2, 0.2), random.between(-0.2, 0.2), 0};
    const double low = floor_height(g), high = ceiling_height(g), radius = random.between(0.35, 0.7);
    const double length = i < 2 ? 2 - low : random.between(1.2, 3.4);
    if (i < stalagmites)
      add_cone(mesh, {g.x, g.y, low - 0.3}, Vec3{g.x, g.y, low + length} + (i < 2 ? Vec3{} : lean), radius);
    else if (i < in_all)
      add_column(mesh, g, radius);
    else
      add_cone(mesh, {g.x, g.y, high + 0.3}, Vec3{g.x, g.y, high - length} + lean, radius);
  }
  snap(mesh);
  return mesh;
}

}  // namespace abut::shapes
