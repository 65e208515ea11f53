#include "support/ray_cases.h"

#include <abut/shapes.h>

#include <cmath>

namespace abut {

namespace {

Mesh whole_numbered_soup(int count, std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  for (int i = 0; i < 3 * count; ++i) {
    const auto whole = [&] { return static_cast<double>(random.below(9)) - 4; };
    mesh.points.push_back({whole(), whole(), whole()});
  }
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(count); ++i)
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  // Some are segments, some points.
  for (std::uint32_t i = 0; i + 7 < mesh.triangles.size(); i += 7) {
    mesh.triangles[i] = {3 * i, 3 * i + 1, 3 * i + 1};
    mesh.triangles[i + 3] = {3 * i, 3 * i, 3 * i};
  }
  return mesh;
}

Mesh slivers(int count, std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(count); ++i) {
    const Vec3 a = random.in_cube(1), b = random.in_cube(1);
    const double width = std::ldexp(1.0, -static_cast<int>(random.below(60)));
    mesh.points.insert(mesh.points.end(), {a, b, a + (b - a) * random.unit() + random.direction() * width});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

/// A point of the surface: a corner, on a side, or inside.
Vec3 surface_point(const Mesh& mesh, Random& random) {
  const auto corners = mesh.corners(random.below(mesh.triangles.size()));
  switch (random.below(3)) {
    case 0:
      return corners[0];
    case 1:
      return (corners[0] + corners[1]) * 0.5;
    default:
      return corners[0] * 0.25 + corners[1] * 0.25 + corners[2] * 0.5;
  }
}

}  // namespace

const std::vector<RayMesh>& ray_meshes() {
  static const std::vector<RayMesh> meshes{
      {"box", shapes::box({1, 2, 3}), true},
      {"icosahedron", shapes::icosahedron(1), true},
      {"sphere", shapes::sphere(1, 2), true},
      {"torus", shapes::torus(2, 0.7, 8, 6), true},
      {"cylinder", shapes::cylinder(1, 2, 12), true},
      {"plate", shapes::plate(4, 4, 4, 4), false},
      {"soup", shapes::random_soup(60, 0.8, 3), false},
      {"whole-numbered soup", whole_numbered_soup(60, 5), false},
      {"slivers", slivers(40, 7), false},
      {"curve", shapes::space_curve(40), false},
  };
  return meshes;
}

Ray next_ray(const Mesh& mesh, const Placement& at, Random& random) {
  const Bounds bounds = bounds_of(mesh.points);
  const Vec3 middle = (bounds.low + bounds.high) * 0.5, size = bounds.high - bounds.low;
  const auto around = [&](double times) {
    const Vec3 cube = random.in_cube(times);
    return at *
           (middle + Vec3{cube.x * size.x, cube.y * size.y, cube.z * size.z} + random.in_cube(0.01 * length(size)));
  };
  const bool aimed = random.chance(0.4);
  const Vec3 from = aimed && random.chance(0.3) ? at * surface_point(mesh, random) : around(1.5);
  const Vec3 to = aimed ? at * surface_point(mesh, random) : around(0.6);
  Ray ray = Ray::between(from, to);
  // The same point twice, or so small a world that all points are one.
  if (ray.direction == Vec3{}) ray = {from, at.linear.column(0)};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (random.below(5)) {
    case 0:
      break;
    case 1:
      ray.t_max = infinity;
      break;
    case 2:
      ray.t_min = -infinity, ray.t_max = infinity;
      break;
    case 3:
      ray.t_min = random.between(-1, 1), ray.t_max = ray.t_min + random.between(0, 2);
      break;
    default:
      // Any length, without a rest.
      ray = {from, ray.direction * std::ldexp(1.0, static_cast<int>(random.below(40)) - 20)};
  }
  // Along an axis.
  if (random.chance(0.1)) {
    const int axis = static_cast<int>(random.below(3));
    const double along = ray.direction[axis] != 0 ? ray.direction[axis] : 1;
    ray.direction = ray.rest = {};
    ray.direction[axis] = along;
  }
  return ray;
}

namespace {

/// The real t is t + error at most, or less.
bool is_near(const property::Ratio& real, double t, double error) {
  if (std::isinf(t)) return std::isinf(error);
  const property::Dyadic value = t, most = error;
  const property::Dyadic off = real.over - value * real.under;
  return off <= most * real.under && -off <= most * real.under;
}

std::string hit_difference(const RayHit& hit, const RayOracle::Hit& real, const RayOracle& oracle) {
  if (hit.triangle != real.triangle) return "triangle " + std::to_string(hit.triangle);
  if (!is_near(real.t, hit.t, hit.t_error)) return "t of triangle " + std::to_string(hit.triangle);
  const Face face = real.side == 0 ? Face::edge : (real.side > 0) != oracle.is_mirrored() ? Face::back : Face::front;
  if (hit.face != face) return "face of triangle " + std::to_string(hit.triangle);
  const double sum = hit.weights[0] + hit.weights[1] + hit.weights[2];
  if (!(std::abs(sum - 1) < 1e-9 && hit.weights[0] >= 0 && hit.weights[1] >= 0 && hit.weights[2] >= 0))
    return "weights of triangle " + std::to_string(hit.triangle);
  return "";
}

}  // namespace

std::string ray_difference(const Model& model, const Placement& at, const RayOracle& oracle,
                           const std::vector<RayOracle::Hit>& real, const Ray& ray) {
  const std::vector<RayHit> hits = all_hits(model, at, ray);
  if (hits.size() != real.size())
    return std::to_string(hits.size()) + " hits instead of " + std::to_string(real.size());
  for (std::size_t i = 0; i < hits.size(); ++i)
    if (const std::string difference = hit_difference(hits[i], real[i], oracle); !difference.empty())
      return "hit " + std::to_string(i) + ": " + difference;
  const std::optional<RayHit> first = first_hit(model, at, ray);
  if (first.has_value() != !real.empty()) return "first hit is there or not";
  if (first && hit_difference(*first, real[0], oracle) != "")
    return "first hit: " + hit_difference(*first, real[0], oracle);
  if (any_hit(model, at, ray) != !real.empty()) return "any hit";
  RayOptions culled;
  culled.back_faces = BackFaces::cull;
  std::size_t kept = 0;
  for (const RayHit& hit : hits) kept += hit.face != Face::back;
  if (all_hits(model, at, ray, culled).size() != kept) return "hits that are not culled";
  if (!(crossings(model, at, ray) == oracle.crossings(ray))) return "crossings";
  return "";
}

}  // namespace abut
