#include "math/random.h"
#include "shapes/building.h"
#include "shapes/geodesic.h"
#include <abut/shapes.h>

namespace abut::shapes {

Mesh sphere(double radius, int frequency) {
  Mesh mesh = unit_geodesic(frequency);
  for (Vec3& point : mesh.points) point = point * radius;
  snap(mesh);
  return mesh;
}

Mesh icosahedron(double radius) { return sphere(radius, 1); }

Mesh box(const Vec3& half) {
  Mesh mesh;
  add_box(mesh, -half, half);
  snap(mesh);
  return mesh;
}

Mesh cylinder(double radius, double half_height, int sides) {
  require(sides >= 3, "a cylinder needs at least 3 sides.");
  Mesh mesh;
  add_tube(mesh, {0, 0, -half_height}, 2, sides, {0, 0, half_height}, [&](int ring, int side) {
    const Turn angle = turn(static_cast<double>(side) / sides);
    return Vec3{radius * angle.cosine, radius * angle.sine, ring == 0 ? -half_height : half_height};
  });
  snap(mesh);
  return mesh;
}

Mesh plate(double width, double depth, int columns, int rows) {
  require(columns >= 1 && rows >= 1, "a plate needs at least 1 column and 1 row.");
  Mesh mesh;
  add_sheet(mesh, columns, rows, {}, [&](int column, int row) {
    return Vec3{width * column / columns - width / 2, depth * row / rows - depth / 2, 0};
  });
  snap(mesh);
  return mesh;
}

Mesh torus(double major, double minor, int around, int across) {
  return wrinkled_torus({.major = major,
                         .minor = minor,
                         .around = around,
                         .across = across,
                         .lobe_depth = 0,
                         .wrinkle_depth = 0,
                         .wave_height = 0});
}

Mesh wrinkled_torus(const WrinkledTorus& form) {
  require(form.around >= 3 && form.across >= 3, "a torus needs at least 3 pieces around and 3 across.");
  Mesh mesh;
  add_sheet(mesh, form.around, form.across, {true, true}, [&](int row, int column) {
    const double u = static_cast<double>(row) / form.around, v = static_cast<double>(column) / form.across;
    const Turn ring = turn(u), section = turn(v);
    const double lobe = form.lobe_depth * turn(form.lobes * v + form.twists * u).cosine;
    // The wrinkles run askew: one turn of the cross-section shifts them by two.
    const double wrinkle = form.wrinkle_depth * turn(form.wrinkles * u + 2 * v).cosine;
    const double radius = form.minor * (1 + lobe + wrinkle);
    const double reach = form.major + radius * section.cosine;
    return Vec3{reach * ring.cosine, reach * ring.sine,
                radius * section.sine + form.minor * form.wave_height * turn(form.waves * u).sine};
  });
  snap(mesh);
  return mesh;
}

Mesh lumpy_torus() {
  return wrinkled_torus({.major = 2,
                         .minor = 0.7,
                         .around = 54,
                         .across = 30,
                         .lobe_depth = 0.1,
                         .lobes = 3,
                         .twists = 5,
                         .wrinkle_depth = 0.1,
                         .wrinkles = 9,
                         .wave_height = 0});
}

Mesh warped_torus() {
  return wrinkled_torus({.major = 0.8,
                         .minor = 0.25,
                         .around = 37,
                         .across = 18,
                         .lobe_depth = 0.08,
                         .lobes = 2,
                         .twists = 1,
                         .wrinkle_depth = 0.06,
                         .wrinkles = 6,
                         .wave_height = 0.9,
                         .waves = 2});
}

Mesh random_soup(int count, double size, std::uint64_t seed) {
  require(count >= 0, "a soup cannot have fewer than 0 triangles.");
  Random random(seed);
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const Vec3 centre = random.in_cube(1 - size / 2);
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    for (int corner = 0; corner < 3; ++corner) mesh.points.push_back(centre + random.in_cube(size / 2));
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  snap(mesh);
  return mesh;
}

Mesh space_curve(int points) {
  require(points >= 2, "a curve needs at least 2 points.");
  Mesh mesh;
  for (int i = 0; i < points; ++i) {
    // A trefoil knot, left open between its last point and its first.
    const double t = static_cast<double>(i) / points;
    const Turn once = turn(t), twice = turn(2 * t), thrice = turn(3 * t);
    mesh.points.push_back({once.sine + 2 * twice.sine, once.cosine - 2 * twice.cosine, -thrice.sine});
  }
  for (std::uint32_t i = 0; i + 1 < static_cast<std::uint32_t>(points); ++i)
    mesh.triangles.push_back({i, i + 1, i + 1});
  snap(mesh);
  return mesh;
}

}  // namespace abut::shapes
