#include "support/distance_scenes.h"

#include "support/placement_families.h"
#include <abut/shapes.h>

namespace abut {

namespace {

int some(Random& random, int least, int most) { return least + static_cast<int>(random.below(most - least + 1)); }

/// 10 to a power between the two, by a table: no libm.
double some_power_of_ten(Random& random, int least, int most) {
  double power = 1;
  const int exponent = some(random, least, most);
  for (int i = 0; i < std::abs(exponent); ++i) power *= 10;
  return (exponent < 0 ? 1 / power : power) * random.between(0.3, 3);
}

Mesh some_soup(Random& random) {
  return shapes::random_soup(some(random, 40, 120), random.between(0.05, 1), random.bits());
}

Mesh some_shape(Random& random) {
  switch (random.below(6)) {
    case 0:
      return shapes::torus(0.7, random.between(0.1, 0.3), some(random, 6, 12), some(random, 4, 8));
    case 1:
      return shapes::sphere(random.between(0.5, 1), some(random, 1, 3));
    case 2:
      return shapes::plate(2, 1.5, some(random, 3, 9), some(random, 3, 8));
    case 3:
      return shapes::space_curve(some(random, 30, 120));
    case 4:
      return shapes::cylinder(random.between(0.1, 0.5), random.between(0.3, 1), some(random, 5, 30));
    default:
      return shapes::bumpy_scan(some(random, 80, 180), random.bits());
  }
}

Mesh some_mesh(Random& random) { return random.chance(0.5) ? some_soup(random) : some_shape(random); }

PlacedMeshes turned(Mesh a, Mesh b, Random& random) {
  PlacedMeshes scene{"", std::move(a), std::move(b), random.rotation(random.in_cube(2)), {}};
  scene.at_b = random.rotation(scene.at_a.shift);
  return scene;
}

PlacedMeshes apart(Mesh a, Mesh b, Random& random) {
  PlacedMeshes scene = turned(std::move(a), std::move(b), random);
  scene.at_b.shift += random.direction() * random.between(1, 6);
  return scene;
}

PlacedMeshes soups_apart(Random& random) { return apart(some_soup(random), some_soup(random), random); }
PlacedMeshes shapes_apart(Random& random) { return apart(some_shape(random), some_shape(random), random); }
PlacedMeshes through_each_other(Random& random) {
  PlacedMeshes scene = turned(some_mesh(random), some_mesh(random), random);
  scene.at_b.shift += random.in_cube(0.7);
  return scene;
}

/// B comes from afar up to the last double along a line at which it does not touch, or the next one; and then goes back
/// by a little as often as not. Only the place is found by a query.
PlacedMeshes nearly_touching(Random& random) {
  PlacedMeshes scene = turned(some_mesh(random), some_mesh(random), random);
  const Model a(scene.a), b(scene.b);
  const Vec3 direction = random.direction();
  double clear = 8, touching = 0;
  const auto place = [&](double t) { scene.at_b.shift = scene.at_a.shift + direction * t; };
  for (int i = 0; i < 56; ++i) {
    const double middle = (clear + touching) / 2;
    place(middle);
    (touches(a, scene.at_a, b, scene.at_b) ? touching : clear) = middle;
  }
  place(random.chance(0.25) ? touching : random.chance(0.5) ? clear : clear + some_power_of_ten(random, -16, -2));
  return scene;
}

const Matrix3 quarter_turns[] = {{{1, 0, 0, 0, 1, 0, 0, 0, 1}},
                                 {{0, -1, 0, 1, 0, 0, 0, 0, 1}},
                                 {{1, 0, 0, 0, 0, -1, 0, 1, 0}},
                                 {{0, 0, 1, 1, 0, 0, 0, 1, 0}}};

/// Triangles with corners on a coarse grid, degenerate ones among them.
Mesh on_a_grid(Random& random, const Vec3& corner) {
  Mesh mesh;
  const int count = some(random, 30, 80);
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(count); ++i) {
    const auto step = [&] { return 0.25 * static_cast<double>(random.below(9)); };
    const Vec3 near{step(), step(), step()};
    for (int k = 0; k < 3; ++k) mesh.points.push_back(corner + near + Vec3{step(), step(), step()} * 0.25);
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

/// Exact turns and shifts: corners meet, edges cross and faces lie flush without any rounding, or are a grid step
/// apart.
PlacedMeshes on_one_grid(Random& random) {
  const Matrix3& turn = quarter_turns[random.below(4)];
  // From beside each other to half a step apart.
  const double gap = 2.5 + 0.0625 * static_cast<double>(random.below(5));
  return {"", on_a_grid(random, {}), on_a_grid(random, {gap, 0, 0}), {turn, {}}, {turn, {}}};
}

/// Sticks along x that turn away from it by 1e-1 to 1e-12, seen from above; B's lie above A's.
PlacedMeshes nearly_parallel_edges(Random& random) {
  const auto sticks = [&](double height, double side) {
    Mesh mesh;
    for (std::uint32_t i = 0; i < 40; ++i) {
      const double y = random.between(-0.5, 0.5), slope = some_power_of_ten(random, -12, -1);
      const double tilt = some_power_of_ten(random, -14, -3);
      const Vec3 way{1, random.chance(0.5) ? slope : -slope, random.chance(0.5) ? tilt : -tilt};
      const Vec3 from{random.between(-1, 1), y, height}, aside{0, random.between(-0.05, 0.05), side};
      mesh.points.insert(mesh.points.end(), {from - way, from + way, from + aside});
      mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return mesh;
  };
  const double gap = some_power_of_ten(random, -10, -1);
  PlacedMeshes scene{"", sticks(0, -0.1), sticks(gap, 0.1), {}, {}};
  if (random.chance(0.5)) scene.at_a = scene.at_b = random.rotation(random.in_cube(1));
  return scene;
}

/// Needles and caps: corners moved towards the opposite side until 1e-6 to 1e-13 of it is left.
PlacedMeshes slivers(Random& random) {
  const auto squeezed = [&](Mesh mesh) {
    for (const Triangle& t : mesh.triangles) {
      const Vec3 p = mesh.points[t[0]], q = mesh.points[t[1]];
      Vec3& r = mesh.points[t[2]];
      r = p + (q - p) * random.between(-0.2, 1.2) + (r - p) * some_power_of_ten(random, -13, -6);
    }
    return mesh;
  };
  PlacedMeshes scene = apart(squeezed(some_soup(random)), squeezed(some_soup(random)), random);
  if (random.chance(0.5)) scene.at_b.shift = scene.at_a.shift + random.in_cube(0.5);
  return scene;
}

/// Segments and points among the triangles, by equal indices, equal corners, and corners on a line.
PlacedMeshes degenerate_triangles(Random& random) {
  const auto collapsed = [&](Mesh mesh) {
    for (Triangle& t : mesh.triangles) {
      const Vec3 p = mesh.points[t[0]], q = mesh.points[t[1]];
      switch (random.below(6)) {
        case 0:
          t[2] = t[1];
          break;
        case 1:
          t[1] = t[2] = t[0];
          break;
        case 2:
          mesh.points[t[2]] = q;
          break;
        case 3:
          mesh.points[t[2]] = p + (q - p) * 0.5;
          break;
        default:
          break;
      }
    }
    return mesh;
  };
  PlacedMeshes scene = apart(collapsed(some_soup(random)), collapsed(some_soup(random)), random);
  if (random.chance(0.5)) scene.at_b.shift = scene.at_a.shift + random.in_cube(0.7);
  return scene;
}

PlacedMeshes small_inside_large(Random& random) {
  Mesh inner = some_shape(random);
  const double scale = some_power_of_ten(random, -3, -1);
  for (Vec3& p : inner.points) p = p * scale;
  PlacedMeshes scene = turned(shapes::sphere(4, some(random, 2, 3)), std::move(inner), random);
  scene.at_b.shift += random.in_cube(0.3);
  return scene;
}

const SceneFamily plain_families[] = {{"soups apart", soups_apart},
                                      {"shapes apart", shapes_apart},
                                      {"through each other", through_each_other},
                                      {"nearly touching", nearly_touching},
                                      {"on one grid", on_one_grid},
                                      {"nearly parallel edges", nearly_parallel_edges},
                                      {"slivers", slivers},
                                      {"degenerate triangles", degenerate_triangles},
                                      {"small inside large", small_inside_large}};

PlacedMeshes any_plain(Random& random) { return plain_families[random.below(std::size(plain_families))].next(random); }

void stretch(Placement& at, Random& random) {
  const double k = random.between(-1, 1);
  at.linear = at.linear * Matrix3{{random.between(0.2, 3), k, random.between(-1, 1), 0, random.between(0.2, 3),
                                   random.between(-1, 1), 0, 0, some_power_of_ten(random, -3, 0)}};
}

PlacedMeshes affine(Random& random) {
  PlacedMeshes scene = any_plain(random);
  stretch(scene.at_a, random), stretch(scene.at_b, random);
  return scene;
}

PlacedMeshes at_any_scale(Random& random) {
  PlacedMeshes scene = any_plain(random);
  const double scale = some_power_of_ten(random, -8, 8);
  for (Mesh* mesh : {&scene.a, &scene.b})
    for (Vec3& p : mesh->points) p = p * scale;
  scene.at_a.shift = scene.at_a.shift * scale, scene.at_b.shift = scene.at_b.shift * scale;
  return scene;
}

/// Both a million sizes from the world's origin, or from their own, or from each other.
PlacedMeshes far_away(Random& random) {
  PlacedMeshes scene = any_plain(random);
  const Vec3 away = random.direction() * 1e6;
  switch (random.below(4)) {
    case 0:
      scene.at_a.shift += away, scene.at_b.shift += away;
      break;
    case 1:
      for (Vec3& p : scene.a.points) p += away;
      scene.at_a.shift = scene.at_a.shift - scene.at_a.linear * away;
      break;
    case 2:
      for (Vec3& p : scene.b.points) p += away;
      scene.at_b.shift += away;
      break;
    default:
      scene.at_b.shift += away;
      break;
  }
  return scene;
}

/// Both under one and the same placement, or one of them a last digit off it.
PlacedMeshes under_one_placement(Random& random) {
  PlacedMeshes scene = any_plain(random);
  const PlacementFamily& family = placement_families()[random.below(placement_families().size())];
  // What stood apart by its placements stays so by its points.
  for (Vec3& p : scene.a.points) p = scene.at_a * p;
  for (Vec3& p : scene.b.points) p = scene.at_b * p;
  scene.at_a = scene.at_b = family.next(random);
  if (random.chance(0.2)) scene.at_b.shift.x = std::nextafter(scene.at_b.shift.x, 1e9);
  return scene;
}

PlacedMeshes mirrored(Random& random) {
  PlacedMeshes scene = any_plain(random);
  const Matrix3 mirror{{1, 0, 0, 0, 1, 0, 0, 0, -1}};
  scene.at_b.linear = scene.at_b.linear * mirror;
  if (random.chance(0.5)) scene.at_a.linear = scene.at_a.linear * mirror;
  return scene;
}

}  // namespace

const std::vector<SceneFamily>& distance_scene_families() {
  static const std::vector<SceneFamily> families = [] {
    std::vector<SceneFamily> all(std::begin(plain_families), std::end(plain_families));
    all.push_back({"affine placements", affine});
    all.push_back({"scales 1e-8..1e8", at_any_scale});
    all.push_back({"offsets of 1e6 sizes", far_away});
    all.push_back({"under one placement", under_one_placement});
    all.push_back({"mirrored", mirrored});
    return all;
  }();
  return families;
}

std::vector<PlacedMeshes> distance_scenes(int count, std::uint64_t seed) {
  Random random(seed);
  const std::vector<SceneFamily>& families = distance_scene_families();
  std::vector<PlacedMeshes> scenes;
  for (int i = 0; i < count; ++i) {
    const SceneFamily& family = families[i % families.size()];
    scenes.push_back(family.next(random));
    scenes.back().name = family.name + ", scene " + std::to_string(i) + " of seed " + std::to_string(seed);
  }
  return scenes;
}

}  // namespace abut
