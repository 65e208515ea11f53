#include "property/rows.h"
#include "support/ray_oracle.h"
#include <abut/cast.h>

#include <cmath>

namespace abut::property {

namespace {

constexpr const char* no_rays = "the points would be beyond 2^300, or there is no triangle";

bool is_ordinary(double x) { return x == 0 || (std::abs(x) >= 0x1p-60 && std::abs(x) <= 0x1p60); }
bool is_ordinary(const Vec3& v) { return is_ordinary(v.x) && is_ordinary(v.y) && is_ordinary(v.z); }

/// Are all numbers of the case so much alike that shifts by 2^-1000 are smaller than anything they lead to?
bool is_ordinary(const Context& c) {
  for (const Vec3& p : c.given.meshes.a.points)
    if (!is_ordinary(p)) return false;
  for (const Vec3& p : c.given.points)
    if (!is_ordinary(p)) return false;
  for (const double entry : c.given.at.a.linear.entries)
    if (!is_ordinary(entry)) return false;
  return is_ordinary(c.given.at.a.shift);
}

/// From the case's points to corners of A, to each other, and on without an end.
std::vector<Ray> rays_of(const Context& c, Random& random) {
  std::vector<Ray> rays;
  const Mesh& mesh = c.given.meshes.a;
  if (mesh.triangles.empty()) return rays;
  for (const Vec3& from : c.given.points) {
    const Triangle& t = mesh.triangles[random.below(mesh.triangles.size())];
    const Vec3 corner = c.given.at.a * mesh.points[t[random.below(3)]];
    const Vec3 to = random.chance(0.6) ? corner : c.given.points[random.below(c.given.points.size())];
    Ray ray = Ray::between(from, to);
    if (ray.direction == Vec3{}) continue;
    if (random.chance(0.5)) ray.t_max = std::numeric_limits<double>::infinity();
    rays.push_back(ray);
  }
  return rays;
}

/// Is a hit the real one?
std::string problem_of(const RayHit& hit, const RayOracle::Hit& real) {
  if (hit.triangle != real.triangle) return text("triangle ", hit.triangle, " instead of ", real.triangle);
  if ((hit.face == Face::edge) != (real.side == 0)) return text("face of triangle ", hit.triangle);
  if (!are_weights(hit.weights)) return text("weights in triangle ", hit.triangle);
  if (std::isinf(hit.t)) return "";
  const Dyadic off = real.t.over - Dyadic(hit.t) * real.t.under, most = Dyadic(hit.t_error) * real.t.under;
  return off <= most && -off <= most ? "" : text("t of triangle ", hit.triangle, " is ", hit.t);
}

Outcome hits_row(Context& c, Random& random) {
  const std::vector<Ray> rays = rays_of(c, random);
  if (rays.empty()) return is_not_asked(no_rays);
  const RayOracle oracle(c.given.meshes.a, c.given.at.a);
  const Model with_tree(c.given.meshes.a, {.rays = true});
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const std::vector<RayOracle::Hit> real = oracle.hits(rays[i]);
    const Model& model = i % 2 == 0 ? c.a : with_tree;
    const std::vector<RayHit> hits = all_hits(model, c.given.at.a, rays[i]);
    if (hits.size() != real.size()) return is_wrong("ray ", i, ": ", hits.size(), " hits instead of ", real.size());
    for (std::size_t k = 0; k < hits.size(); ++k)
      if (const std::string problem = problem_of(hits[k], real[k]); !problem.empty())
        return is_wrong("ray ", i, ", hit ", k, ": ", problem);
    const std::optional<RayHit> first = first_hit(model, c.given.at.a, rays[i]);
    if (first.has_value() == real.empty()) return is_wrong("ray ", i, ": a first hit or none");
    if (first && !problem_of(*first, real[0]).empty()) return is_wrong("ray ", i, ": ", problem_of(*first, real[0]));
    if (any_hit(model, c.given.at.a, rays[i]) == real.empty()) return is_wrong("ray ", i, ": any hit");
  }
  return is_right();
}

Outcome crossings_row(Context& c, Random& random) {
  const std::vector<Ray> rays = rays_of(c, random);
  if (rays.empty()) return is_not_asked(no_rays);
  if (!is_ordinary(c)) return is_not_asked("the oracle's shift is for ordinary numbers");
  const RayOracle oracle(c.given.meshes.a, c.given.at.a);
  for (std::size_t i = 0; i < rays.size(); ++i)
    if (!(crossings(c.a, c.given.at.a, rays[i]) == oracle.crossings(rays[i]))) return is_wrong("ray ", i);
  return is_right();
}

Outcome batch_row(Context& c, Random& random) {
  const std::vector<Ray> rays = rays_of(c, random);
  if (rays.empty()) return is_not_asked(no_rays);
  RayOptions options;
  options.threads = static_cast<int>(random.below(3));
  const std::vector<Simd> sets = available_simd();
  options.simd = sets[random.below(sets.size())];
  const auto first = first_hit(c.a, c.given.at.a, rays, options);
  const auto any = any_hit(c.a, c.given.at.a, rays, options);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const std::optional<RayHit> alone = first_hit(c.a, c.given.at.a, rays[i]);
    if (first[i].has_value() != alone.has_value() || (any[i] != 0) != alone.has_value()) return is_wrong("ray ", i);
    if (alone && (first[i]->t != alone->t || first[i]->triangle != alone->triangle))
      return is_wrong("ray ", i, ": another hit than alone");
  }
  return is_right();
}

/// A ball on its way to a corner of A begins to touch no sooner than its distance allows, and no later than at the
/// corner.
Outcome cast_row(Context& c, Random& random) {
  if (c.given.points.empty() || c.given.meshes.a.triangles.empty()) return is_not_asked(no_rays);
  if (!is_ordinary(c)) return is_not_asked("rounding of places would hide the answer");
  for (std::size_t i = 0; i < c.given.points.size(); ++i) {
    const Vec3& from = c.given.points[i];
    const long double truth = std::sqrt(c.squared_distance(from).rounded());
    const Triangle& t = c.given.meshes.a.triangles[random.below(c.given.meshes.a.triangles.size())];
    const Ray ray = Ray::between(from, c.given.at.a * c.given.meshes.a.points[t[0]]);
    if (ray.direction == Vec3{}) continue;
    const CastShape ball{static_cast<double>(truth) * (random.chance(0.5) ? random.unit() : random.between(1.001, 2))};
    const std::optional<CastHit> hit = cast(c.a, c.given.at.a, ray, ball);
    if (!hit) return is_wrong("point ", i, ": the ball reaches a corner and touches nothing");
    const long double way = length_of({ray.direction.x, ray.direction.y, ray.direction.z});
    const long double slack = 0x1p-36L * (term_size(c.given.meshes.a, c.given.at.a) + way + largest(abs(from)));
    if (!(hit->lower <= hit->upper) || hit->lower < 0) return is_wrong("point ", i, ": bracket");
    if (ball.radius > truth + slack && hit->upper != 0)
      return is_wrong("point ", i, ": touches at once, not at ", hit->upper);
    if (hit->upper * way < truth - ball.radius - slack) return is_wrong("point ", i, ": too soon at ", hit->upper);
    if (hit->lower * way > std::max(0.0L, way - ball.radius) + slack) return is_wrong("point ", i, ": too late");
  }
  return is_right();
}

}  // namespace

std::vector<Row> ray_rows() {
  return {
      {"rays, hits in order", "all_hits first_hit any_hit", hits_row},
      {"rays, crossings", "crossings", crossings_row},
      {"rays, batch and simd", "first_hit any_hit", batch_row},
      {"cast", "cast", cast_row},
  };
}

}  // namespace abut::property
