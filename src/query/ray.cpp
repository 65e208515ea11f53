#include "base/workers.h"
#include "math/expansion.h"
#include "query/ray_search.h"

namespace abut {

namespace {

void require_valid(const Placement& at, const RayOptions& options) {
  // Most models of rays stand where they are.
  if (!(is_identity(at.linear) && largest(abs(at.shift)) <= largest_input && is_finite(at.shift)))
    abut::require_valid(at, "the placement");
  require_available(options.simd);
}

/// The results of all rays, in input order: ask(rays, results) answers runs of them.
template <class Result, class Ask>
std::vector<Result> in_runs(const Placement& at, std::span<const Ray> rays, const RayOptions& options, const Ask& ask) {
  require_valid(at, options);
  Workers workers(options.threads);
  // Rays of a run are sorted: the more there are, the closer they lie together.
  constexpr std::size_t longest = std::size_t{1} << 15;
  const std::size_t run = workers.alone() ? longest : std::clamp<std::size_t>(rays.size() / 64, 1024, longest);
  for (const Ray& ray : rays) require_valid(ray);
  std::vector<Result> results(rays.size());
  workers.for_each((rays.size() + run - 1) / run, [&](std::size_t i) {
    if (options.stop && options.stop->load(std::memory_order_relaxed)) return;
    const std::size_t first = i * run, count = std::min(run, rays.size() - first);
    ask(rays.subspan(first, count), std::span(results).subspan(first, count));
  });
  return results;
}

/// The same by ask(search, ray) for each.
template <class Result, class Ask>
std::vector<Result> for_rays(const Model& model, const Placement& at, std::span<const Ray> rays,
                             const RayOptions& options, const Ask& ask) {
  return in_runs<Result>(at, rays, options, [&](std::span<const Ray> some, std::span<Result> results) {
    RaySearch search(model, at, options);
    for (std::size_t i = 0; i < some.size(); ++i) results[i] = ask(search, some[i]);
  });
}

/// The same for one ray.
template <class Ask>
auto for_ray(const Model& model, const Placement& at, const Ray& ray, const RayOptions& options, const Ask& ask) {
  require_valid(at, options);
  require_valid(ray);
  RaySearch search(model, at, options);
  return ask(search, ray);
}

constexpr auto ask_first = [](RaySearch& search, const Ray& ray) { return search.first(ray); };
constexpr auto ask_any = [](RaySearch& search, const Ray& ray) { return search.any(ray); };
constexpr auto ask_all = [](RaySearch& search, const Ray& ray) { return search.all(ray); };
constexpr auto ask_crossings = [](RaySearch& search, const Ray& ray) { return search.crossings(ray); };

}  // namespace

Ray Ray::between(const Vec3& from, const Vec3& to) {
  Ray ray{from, to - from, 0, 1};
  for (int axis = 0; axis < 3; ++axis) ray.rest[axis] = two_difference(to[axis], from[axis]).error;
  return ray;
}

std::optional<RayHit> first_hit(const Model& model, const Placement& at, const Ray& ray, const RayOptions& options) {
  return for_ray(model, at, ray, options, ask_first);
}
std::vector<std::optional<RayHit>> first_hit(const Model& model, const Placement& at, std::span<const Ray> rays,
                                             const RayOptions& options) {
  using Result = std::optional<RayHit>;
  return in_runs<Result>(at, rays, options, [&](std::span<const Ray> some, std::span<Result> results) {
    RaySearch::first(model, at, options, some, results);
  });
}

bool any_hit(const Model& model, const Placement& at, const Ray& ray, const RayOptions& options) {
  return for_ray(model, at, ray, options, ask_any);
}
std::vector<std::uint8_t> any_hit(const Model& model, const Placement& at, std::span<const Ray> rays,
                                  const RayOptions& options) {
  return in_runs<std::uint8_t>(at, rays, options, [&](std::span<const Ray> some, std::span<std::uint8_t> results) {
    RaySearch::any(model, at, options, some, results);
  });
}

std::vector<RayHit> all_hits(const Model& model, const Placement& at, const Ray& ray, const RayOptions& options) {
  return for_ray(model, at, ray, options, ask_all);
}
std::vector<std::vector<RayHit>> all_hits(const Model& model, const Placement& at, std::span<const Ray> rays,
                                          const RayOptions& options) {
  return for_rays<std::vector<RayHit>>(model, at, rays, options, ask_all);
}

Crossings crossings(const Model& model, const Placement& at, const Ray& ray, const RayOptions& options) {
  return for_ray(model, at, ray, options, ask_crossings);
}
std::vector<Crossings> crossings(const Model& model, const Placement& at, std::span<const Ray> rays,
                                 const RayOptions& options) {
  return for_rays<Crossings>(model, at, rays, options, ask_crossings);
}

}  // namespace abut
