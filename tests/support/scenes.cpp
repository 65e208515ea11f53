#include "support/scenes.h"

#include "leaf/triangle_distance.h"
#include "leaf/triangle_triangle.h"
#include "math/random.h"
#include <abut/shapes.h>

namespace abut {

namespace {

Mesh random_body(Random& random) {
  switch (random.below(7)) {
    case 0:
      return shapes::random_soup(500, random.between(0.02, 0.6), random.bits());
    case 1:
      return shapes::torus(0.7, random.between(0.1, 0.3), 20, 14);
    case 2:
      return shapes::sphere(random.between(0.5, 1), 6);
    case 3:
      return shapes::bumpy_scan(720, random.bits());
    case 4:
      return shapes::space_curve(520);
    case 5:
      return shapes::plate(2, 1.5, 20, 16);
    default:
      return shapes::random_soup(560, 2, random.bits());
  }
}

double radius_of(const Mesh& mesh) {
  double most = 0;
  for (const Vec3& p : mesh.points) most = std::max(most, length(p));
  return most;
}

/// Moves B along a line towards A until the models touch a little. Only the place is found by a query; what touches
/// there is for the brute force to say.
void push_together(PlacedMeshes& scene, const Vec3& direction, double start) {
  const Model a(scene.a), b(scene.b);
  double clear = start, touching = 0;
  const auto place = [&](double t) { scene.at_b.shift = scene.at_a.shift + direction * t; };
  for (int i = 0; i < 8; ++i) {
    const double middle = (clear + touching) / 2;
    place(middle);
    (touches(a, scene.at_a, b, scene.at_b) ? touching : clear) = middle;
  }
  place(touching);
}

// Turns by multiples of 90 degrees, entries exactly 0 and 1.
const Matrix3 quarter_turn_z{{0, -1, 0, 1, 0, 0, 0, 0, 1}};
const Matrix3 quarter_turn_x{{1, 0, 0, 0, 0, -1, 0, 1, 0}};

/// Turned at random, and pushed together when asked.
PlacedMeshes placed_at_random(std::string name, Mesh a, Mesh b, Random& random, bool pushed) {
  PlacedMeshes scene{std::move(name), std::move(a), std::move(b), {}, {}};
  scene.at_a = random.rotation(random.in_cube(3));
  const Vec3 direction = random.direction();
  const double reach = radius_of(scene.a) + radius_of(scene.b);
  scene.at_b = random.rotation(scene.at_a.shift + direction * random.between(0.5, 1) * reach);
  if (pushed) push_together(scene, direction, reach);
  return scene;
}

Mesh stacked(const Mesh& mesh, int copies) {
  const std::vector<Mesh> all(copies, mesh);
  return joined(all);
}

}  // namespace

std::vector<PlacedMeshes> random_scenes(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<PlacedMeshes> scenes;
  for (int i = 0; i < count; ++i) {
    // In this order, whatever the compiler.
    Mesh a = random_body(random), b = random_body(random);
    scenes.push_back(
        placed_at_random("random scene " + std::to_string(i), std::move(a), std::move(b), random, i % 2 == 0));
  }
  return scenes;
}

SceneGroup random_scene_group(int bodies, int count, std::uint64_t seed) {
  Random random(seed);
  SceneGroup group;
  for (int i = 0; i < bodies; ++i) group.bodies.push_back(random_body(random));
  for (int i = 0; i < count; ++i) {
    const std::size_t a = random.below(group.bodies.size()), b = random.below(group.bodies.size());
    group.members.push_back({a, b});
    group.scenes.push_back(placed_at_random("group " + std::to_string(seed) + ", scene " + std::to_string(i),
                                            group.bodies[a], group.bodies[b], random, i % 2 == 0));
  }
  return group;
}

std::vector<PlacedMeshes> special_scenes() {
  const Mesh cube = shapes::box({1, 1, 1}), torus = shapes::torus(1, 0.25, 24, 12);
  const Mesh sphere = shapes::sphere(1, 5), plate = shapes::plate(2, 2, 16, 16);
  const Mesh curve = shapes::space_curve(300), soup = shapes::random_soup(300, 0.3, 5);
  const Placement here;
  std::vector<PlacedMeshes> scenes;
  scenes.push_back({"identical tori on top of each other", torus, torus, here, here});
  scenes.push_back(
      {"identical soups, both turned by the same quarter", soup, soup, {quarter_turn_z, {}}, {quarter_turn_z, {}}});
  scenes.push_back({"a torus and itself turned by exactly 90 degrees", torus, torus, here, {quarter_turn_z, {}}});
  scenes.push_back({"a plate and itself turned in its plane", plate, plate, here, {quarter_turn_z, {}}});
  scenes.push_back({"a plate standing on a plate's edge", plate, plate, here, {quarter_turn_x, {0, 1, 1}}});
  scenes.push_back({"cubes with flush faces", cube, cube, here, {quarter_turn_x, {2, 0, 0}}});
  scenes.push_back({"cubes with flush faces, half overlapping", cube, cube, here, {quarter_turn_x, {2, 1, 0.5}}});
  scenes.push_back({"cubes sharing one edge", cube, cube, here, {quarter_turn_z, {2, 2, 0}}});
  scenes.push_back({"cubes sharing one vertex", cube, cube, here, Placement::translation({2, 2, 2})});
  scenes.push_back({"cubes one unit in the last place apart", cube, cube, here,
                    Placement::translation({0x1.0000000000001p1, 0, 0})});
  scenes.push_back({"a small cube inside a large one", cube, shapes::box({0.25, 0.25, 0.25}), here, here});
  scenes.push_back({"a curve through a sphere", curve, sphere, here, Placement::translation({0.5, 0, 0})});
  scenes.push_back({"a curve and itself", curve, curve, here, here});
  scenes.push_back({"a curve and its exact quarter turn", curve, curve, here, {quarter_turn_x, {}}});
  scenes.push_back(
      {"twenty copies of a cube against a plate", stacked(cube, 20), plate, here, Placement::translation({0, 0, 1})});
  Mesh point_and_segment{{{0, 0, 1}, {0, 0, 3}, {5, 5, 5}}, {{0, 0, 0}, {0, 1, 1}, {2, 2, 2}}, {}};
  scenes.push_back({"a point and a segment on a cube's face", point_and_segment, cube, here, here});
  scenes.push_back({"models of very different size", torus, shapes::torus(1e-6, 2e-7, 12, 8), here,
                    Placement::translation({1.25, 0, 0})});
  const Placement mirrored{Matrix3{{0.6, 0.8, 0, 0.8, -0.6, 0, 0, 0, 1}}, {3, 0.1, -7}};
  const Placement sheared{Matrix3{{1, 0.5, 0, 0, 1, -0.25, 0, 0, -2}}, {1e6, 0, 0.5}};
  const Mesh lifted = transformed(torus, Placement::translation({0, 0, 0.25}));
  for (const Placement& at : {mirrored, sheared}) {
    const std::string how = at == mirrored ? ", both mirrored alike" : ", both sheared alike";
    scenes.push_back({"tori through each other" + how, torus, lifted, at, at});
    scenes.push_back({"a small cube inside a large one" + how, cube, shapes::box({0.25, 0.25, 0.25}), at, at});
    scenes.push_back({"a curve and itself" + how, curve, curve, at, at});
  }
  scenes.push_back({"an empty model", torus, {}, here, here});
  return scenes;
}

std::vector<Contact> brute_force(const PlacedMeshes& scene, double margin) {
  struct Side {
    std::vector<TriangleForm> forms;
    LeafGeometry geometry;
    explicit Side(const Mesh& mesh) : forms(classify_triangles(mesh.points, mesh.triangles)) {
      geometry = {mesh.points, mesh.triangles, forms, {}};
    }
  };
  const Side a(scene.a), b(scene.b);
  ContactTest test(a.geometry, scene.at_a, b.geometry, scene.at_b);
  DistanceTest distance(a.geometry, scene.at_a, b.geometry, scene.at_b);
  std::vector<Contact> contacts;
  for (std::uint32_t i = 0; i < scene.a.triangles.size(); ++i)
    for (std::uint32_t j = 0; j < scene.b.triangles.size(); ++j)
      if (margin > 0 ? distance.upper(i, j) <= margin : test.touch(i, j)) contacts.push_back({i, j});
  return contacts;
}

namespace {

struct Ball {
  Vec3 centre;
  double radius;
};

/// Around the images of triangles, generously.
std::vector<Ball> balls_around(const Mesh& mesh, const Placement& at) {
  std::vector<Ball> balls;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 p = at * mesh.points[t[0]], q = at * mesh.points[t[1]], r = at * mesh.points[t[2]];
    const Vec3 centre = (p + q + r) * (1.0 / 3);
    const double radius = std::max({length(p - centre), length(q - centre), length(r - centre)});
    balls.push_back({centre, radius + 1e-9 * (radius + length(centre))});
  }
  return balls;
}

struct MeasuredPair {
  Contact pair;
  PairDistance found;
};

bool is_better(const MeasuredPair& p, const MeasuredPair& q) {
  return p.found.upper < q.found.upper || (p.found.upper == q.found.upper && p.pair < q.pair);
}

Distance infinitely_far() {
  Distance result;
  result.lower = result.upper;
  return result;
}

}  // namespace

Distance brute_force_distance(const PlacedMeshes& scene) {
  const auto forms_a = classify_triangles(scene.a.points, scene.a.triangles),
             forms_b = classify_triangles(scene.b.points, scene.b.triangles);
  DistanceTest test({scene.a.points, scene.a.triangles, forms_a, {}}, scene.at_a,
                    {scene.b.points, scene.b.triangles, forms_b, {}}, scene.at_b);
  const std::vector<Ball> balls_a = balls_around(scene.a, scene.at_a), balls_b = balls_around(scene.b, scene.at_b);
  std::vector<MeasuredPair> pairs;
  MeasuredPair best{{}, {0, std::numeric_limits<double>::infinity()}};
  for (std::uint32_t a = 0; a < balls_a.size(); ++a)
    for (std::uint32_t b = 0; b < balls_b.size(); ++b) {
      const double reach = balls_a[a].radius + balls_b[b].radius + best.found.upper;
      const Vec3 way = balls_b[b].centre - balls_a[a].centre;
      if (dot(way, way) > reach * reach) continue;
      pairs.push_back({{a, b}, test.measure(a, b)});
      if (is_better(pairs.back(), best)) best = pairs.back();
    }
  if (pairs.empty()) return infinitely_far();
  // The pairs whose lower is too low for the closest one are measured again.
  const double allowed = DistanceTest::sure_width(test.size(best.pair.a, best.pair.b), best.found.lower);
  const double needed = best.found.upper - allowed;
  double lower = best.found.upper == 0 ? 0 : std::numeric_limits<double>::infinity();
  for (MeasuredPair& p : pairs) {
    if (p.found.lower < needed) p.found = test.measure_again(p.pair.a, p.pair.b, needed);
    lower = std::min(lower, p.found.lower);
    if (is_better(p, best)) best = p;
  }
  Distance result;
  result.lower = std::min(lower, best.found.upper), result.upper = best.found.upper;
  result.triangle_a = best.pair.a, result.triangle_b = best.pair.b;
  result.weights_a = best.found.weights_a, result.weights_b = best.found.weights_b;
  return result;
}

}  // namespace abut
