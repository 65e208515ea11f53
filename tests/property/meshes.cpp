#include "property/meshes.h"

#include <algorithm>
#include <cmath>

namespace abut::property {

namespace {

double whole(Random& random, int low, int high) {
  return low + static_cast<double>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}
Vec3 lattice_point(Random& random, int reach) {
  return {whole(random, -reach, reach), whole(random, -reach, reach), whole(random, -reach, reach)};
}

void append(Mesh& mesh, const Mesh& more) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), more.points.begin(), more.points.end());
  for (const Triangle& t : more.triangles) mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}
void add_triangle(Mesh& mesh, const Vec3& p, const Vec3& q, const Vec3& r) {
  append(mesh, {{p, q, r}, {{0, 1, 2}}, {}});
}
Mesh turned_inside_out(Mesh mesh) {
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}
/// Every triangle with corners of its own, as in an STL file, or not.
Mesh perhaps_torn(Mesh mesh, Random& random) {
  if (!random.chance(0.25)) return mesh;
  Mesh torn;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const std::array<Vec3, 3> c = mesh.corners(i);
    add_triangle(torn, c[0], c[1], c[2]);
  }
  return torn;
}

double volume(const std::array<Vec3, 4>& p) { return dot(p[1] - p[0], cross(p[2] - p[0], p[3] - p[0])); }
/// Normals point outwards. The corners' order may be any; the volume is not 0.
Mesh tetrahedron(std::array<Vec3, 4> p) {
  if (volume(p) < 0) std::swap(p[2], p[3]);
  return {{p.begin(), p.end()}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, {}};
}
std::array<Vec3, 4> lattice_corners(Random& random, int reach) {
  for (;;) {
    const std::array<Vec3, 4> p{lattice_point(random, reach), lattice_point(random, reach),
                                lattice_point(random, reach), lattice_point(random, reach)};
    if (volume(p) != 0) return p;
  }
}
Mesh box(const Vec3& low, const Vec3& high) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.points.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}
Mesh moved(Mesh mesh, const Vec3& by) {
  for (Vec3& p : mesh.points) p += by;
  return mesh;
}

Mesh soup_mesh(Random& random) {
  Mesh mesh;
  const auto count = 1 + random.below(7);
  const double size = random.chance(0.5) ? 1 : 0.2;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Vec3 centre = random.in_cube(0.7);
    add_triangle(mesh, centre + random.in_cube(size), centre + random.in_cube(size), centre + random.in_cube(size));
  }
  return mesh;
}
MeshPair soups(Random& random) { return {soup_mesh(random), soup_mesh(random)}; }

Mesh grid_box(Random& random) {
  const Vec3 low = lattice_point(random, 2);
  return perhaps_torn(box(low, low + Vec3{whole(random, 1, 4), whole(random, 1, 4), whole(random, 1, 4)}), random);
}
Mesh lattice_tetrahedron(Random& random) {
  const Mesh mesh = tetrahedron(lattice_corners(random, 2));
  return perhaps_torn(random.chance(0.2) ? turned_inside_out(mesh) : mesh, random);
}
MeshPair grid_boxes(Random& random) {
  if (random.chance(0.3)) {  // a pin in a housing
    const Mesh pin = moved(tetrahedron({Vec3{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), lattice_point(random, 1));
    return {box({-3, -3, -3}, {3, 3, 3}), pin};
  }
  if (random.chance(0.5)) return {grid_box(random), lattice_tetrahedron(random)};
  return {grid_box(random), grid_box(random)};
}

/// Numbers as people write them: tenths.
double tenths(double count) { return count / 10; }
Vec3 tenths(const Vec3& count) { return {tenths(count.x), tenths(count.y), tenths(count.z)}; }
MeshPair decimal_boxes(Random& random) {
  const bool cube = random.chance(0.5);
  const Vec3 any{whole(random, 80, 990), whole(random, 80, 990), whole(random, 80, 990)};
  const Vec3 low = cube ? Vec3{any.x, any.x, any.x} : any;
  const auto sides = [&] { return Vec3{whole(random, 1, 6), whole(random, 1, 6), whole(random, 1, 6)}; };
  const Mesh a = box(tenths(low), tenths(low + (cube ? Vec3{1, 1, 1} : sides())));
  const Vec3 other = low + lattice_point(random, 4);
  if (random.chance(0.7)) {
    const std::array<Vec3, 4> p = lattice_corners(random, 3);
    return {a, tetrahedron({tenths(other + p[0]), tenths(other + p[1]), tenths(other + p[2]), tenths(other + p[3])})};
  }
  return {a, box(tenths(other), tenths(other + sides()))};
}

MeshPair lattice_tetrahedra(Random& random) { return {lattice_tetrahedron(random), lattice_tetrahedron(random)}; }

/// A tetrahedron around a centre, and the same half and a quarter as large: shell, hollow, core.
MeshPair nested_solids(Random& random) {
  std::array<Vec3, 4> p = lattice_corners(random, 4);
  for (Vec3& q : p) q = q * 16;
  const Vec3 centre = (p[0] + p[1] + p[2] + p[3]) * 0.25;
  Mesh solid;
  const auto shells = 1 + random.below(3);
  const bool alternate = random.chance(0.6);
  double scale = 1;
  for (std::uint64_t i = 0; i < shells; ++i, scale /= 2) {
    std::array<Vec3, 4> q;
    for (int k = 0; k < 4; ++k) q[k] = centre + (p[k] - centre) * scale;
    append(solid, alternate && i % 2 == 1 ? turned_inside_out(tetrahedron(q)) : tetrahedron(q));
  }
  // Somewhere on the way from the centre to the middle of a face, or to a corner, or beyond.
  const Vec3 target = random.chance(0.5) ? p[0] : (p[0] + p[1] + p[2]) * (1.0 / 3);
  const Vec3 at = centre + (target - centre) * random.between(0, 1.2);
  const double size = random.chance(0.5) ? 0.125 : random.between(0.1, 8);
  const std::array<Vec3, 4> r = lattice_corners(random, 2);
  Mesh pin = tetrahedron({at + r[0] * size, at + r[1] * size, at + r[2] * size, at + r[3] * size});
  if (random.chance(0.3)) append(pin, moved(pin, (target - centre) * random.between(-0.7, 0.7)));
  return random.chance(0.5) ? MeshPair{solid, pin} : MeshPair{pin, solid};
}

Mesh open_shell(Random& random) {
  Mesh mesh = random.chance(0.5) ? lattice_tetrahedron(random)
              : random.chance(0.5)
                  ? tetrahedron({random.in_cube(1), random.in_cube(1), random.in_cube(1), random.in_cube(1)})
                  : grid_box(random);
  const auto drop = 1 + random.below(mesh.triangles.size() / 2);
  for (std::uint64_t i = 0; i < drop; ++i)
    mesh.triangles.erase(mesh.triangles.begin() + static_cast<std::ptrdiff_t>(random.below(mesh.triangles.size())));
  return mesh;
}
MeshPair open_shells(Random& random) { return {open_shell(random), open_shell(random)}; }

Mesh degenerate_mesh(Random& random) {
  Mesh mesh;
  const auto count = 2 + random.below(5);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Vec3 p = lattice_point(random, 2), q = lattice_point(random, 2), r = lattice_point(random, 2);
    switch (random.below(7)) {
      case 0:
        add_triangle(mesh, p, p, p);
        break;
      case 1:
        add_triangle(mesh, p, q, q);
        break;
      case 2:
        add_triangle(mesh, p, p, q);
        break;
      case 3:
        add_triangle(mesh, p, q, (p + q) * 0.5);
        break;
      case 4:
        add_triangle(mesh, p, q, q + (q - p));
        break;
      default:
        add_triangle(mesh, p, q, r);
    }
    if (random.chance(0.2)) mesh.triangles.push_back(mesh.triangles.back());
    if (random.chance(0.1)) {
      const Triangle t = mesh.triangles.back();
      mesh.triangles.push_back({t[2], t[1], t[0]});
    }
  }
  return mesh;
}
MeshPair degenerate_meshes(Random& random) { return {degenerate_mesh(random), degenerate_mesh(random)}; }

Mesh sliver_mesh(Random& random) {
  Mesh mesh;
  const auto count = 1 + random.below(4);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Vec3 from = random.in_cube(0.3), along = random.direction();
    const double width = std::ldexp(1.0, -static_cast<int>(random.below(55)));
    add_triangle(mesh, from - along, from + along, from + along * random.between(-1, 1) + random.in_cube(width));
  }
  return mesh;
}
MeshPair slivers(Random& random) { return {sliver_mesh(random), sliver_mesh(random)}; }

/// Large triangles, of a size at which their distances are rounded to about the gap, compete with small ones.
MeshPair fans(Random& random) {
  const double size = std::ldexp(1.0, static_cast<int>(random.below(28)));
  const double gap = random.chance(0.3) ? 0x1p-10 : size * std::ldexp(random.between(0.5, 8), -53);
  const bool level = random.chance(0.5);
  const auto small = [&](double height) {
    const Vec3 at{random.between(-2, 2), random.between(-2, 2), height};
    const double tilt = level ? 0 : height / 4;
    Mesh mesh;
    add_triangle(mesh, at, at + Vec3{random.between(0.1, 1), 0, tilt}, at + Vec3{0, random.between(0.1, 1), -tilt});
    return mesh;
  };
  const auto fan = [&](double height) {
    Mesh mesh;
    const auto count = 1 + random.below(3);
    Vec3 last{random.between(-1, 1) * size, random.between(-1, 1) * size, height};
    const Vec3 middle{random.between(-1, 1), random.between(-1, 1), height};
    for (std::uint64_t i = 0; i < count; ++i) {
      const Vec3 next{random.between(-1, 1) * size, random.between(-1, 1) * size, level ? height : height * 3};
      add_triangle(mesh, middle, last, next);
      last = next;
    }
    return mesh;
  };
  MeshPair pair;
  append(pair.a, fan(gap * random.between(1, 4)));
  for (auto i = 1 + random.below(2); i > 0; --i) append(pair.a, small(gap * random.between(1, 4)));
  for (auto i = 1 + random.below(2); i > 0; --i) append(pair.b, small(-gap * random.between(0, 1)));
  if (random.chance(0.4)) append(pair.b, fan(-gap * random.between(0, 1)));
  return pair;
}

MeshPair far_models(Random& random) {
  MeshPair pair = random.chance(0.3) ? grid_boxes(random) : lattice_tetrahedra(random);
  const double far = std::ldexp(1.0, static_cast<int>(random.below(40)) + 6);
  const Vec3 by = random.chance(0.5)
                      ? random.in_cube(far)
                      : Vec3{std::round(random.between(-far, far)), std::round(random.between(-far, far)),
                             std::round(random.between(-far, far))};
  const double size = random.chance(0.5) ? 1 : 0.1;
  for (Mesh* mesh : {&pair.a, &pair.b})
    for (Vec3& p : mesh->points) p = p * size + by;
  return pair;
}

MeshPair single_triangles(Random& random) {
  MeshPair pair;
  const bool lattice = random.chance(0.6);
  const auto point = [&] { return lattice ? lattice_point(random, 2) : random.in_cube(1); };
  add_triangle(pair.a, point(), point(), point());
  add_triangle(pair.b, point(), point(), point());
  return pair;
}

Mesh many_shells(Random& random) {
  Mesh mesh;
  const auto count = 2 + random.below(2);
  for (std::uint64_t i = 0; i < count; ++i) {  // five apart, and never wider than four
    const Vec3 cell{5 * static_cast<double>(i), 5 * whole(random, 0, 1), 5 * whole(random, 0, 1)};
    append(mesh, moved(lattice_tetrahedron(random), cell));
  }
  return mesh;
}
MeshPair disjoint_shells(Random& random) {
  return {many_shells(random), random.chance(0.5) ? many_shells(random) : lattice_tetrahedron(random)};
}

/// Do two of the solid's tetrahedra have a side in common? Which shells they then make is a matter of taste.
bool share_a_side(const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.points.size(); i += 4)
    for (std::size_t j = 0; j < i; j += 4) {
      int common = 0;
      for (std::size_t k = i; k < i + 4; ++k)
        common +=
            static_cast<int>(std::count(mesh.points.begin() + static_cast<std::ptrdiff_t>(j),
                                        mesh.points.begin() + static_cast<std::ptrdiff_t>(j + 4), mesh.points[k]));
      if (common == 2 || common == 3) return true;
    }
  return false;
}
/// Tetrahedra that cross, touch or contain each other: corners anywhere, or whole.
MeshPair crossing_shells(Random& random) {
  Mesh mesh;
  const bool lattice = random.chance(0.5);
  do {
    mesh = {};
    for (auto count = 2 + random.below(2); count > 0; --count) {
      const Mesh one =
          tetrahedron(lattice ? lattice_corners(random, 2)
                              : std::array{random.in_cube(2), random.in_cube(2), random.in_cube(2), random.in_cube(2)});
      append(mesh, random.chance(0.3) ? turned_inside_out(one) : one);
    }
  } while (share_a_side(mesh));
  return {mesh, moved(tetrahedron({random.in_cube(0.3), random.in_cube(0.3), random.in_cube(0.3), random.in_cube(0.3)}),
                      random.in_cube(1))};
}

MeshPair mixed_pair(Random& random) {
  constexpr MeshPair (*kinds[])(Random&) = {soups,         grid_boxes,       decimal_boxes,     lattice_tetrahedra,
                                            nested_solids, open_shells,      degenerate_meshes, slivers,
                                            fans,          single_triangles, disjoint_shells};
  const auto first = random.below(std::size(kinds)), second = random.below(std::size(kinds));
  MeshPair pair{kinds[first](random).a, kinds[second](random).b};
  const Bounds of_a = bounds_of(pair.a.points), of_b = bounds_of(pair.b.points);
  for (Vec3& p : pair.b.points) p += (of_a.low - of_b.low) * 0.5;
  return pair;
}

}  // namespace

std::vector<MeshFamily> mesh_families() {
  return {
      {"soups", "1 to 7 triangles anywhere", soups},
      {"grid boxes", "boxes, and tetrahedra, with whole corners; pins in housings", grid_boxes},
      {"decimal boxes", "boxes of tenths between 8 and 100, with a box or a tetrahedron", decimal_boxes},
      {"lattice tetrahedra", "corners -2 to 2: many touch exactly", lattice_tetrahedra},
      {"nested solids", "up to three shells within each other, and a pin", nested_solids},
      {"open shells", "tetrahedra and boxes that lack triangles", open_shells},
      {"degenerate", "points, segments, copies and triangles with whole corners", degenerate_meshes},
      {"slivers", "aspects down to 2^-54", slivers},
      {"fans", "triangles up to 2^27 long beside small ones, at gaps of their rounding", fans},
      {"far models", "boxes and tetrahedra up to 2^46 away from their origin", far_models},
      {"single triangles", "one each", single_triangles},
      {"disjoint shells", "solids of two or three tetrahedra", disjoint_shells},
      {"crossing shells", "solids of two or three tetrahedra that cross, touch or contain each other", crossing_shells},
      {"mixed", "two families", mixed_pair},
  };
}

}  // namespace abut::property
