#include "property/rows.h"
#include <abut/classic.h>

#include <cmath>

namespace abut::property {

namespace {

constexpr const char* no_points = "the points would be beyond 2^300";

Outcome at_point(const std::string& problem, std::size_t i) {
  return problem.empty() ? is_right() : is_wrong("point ", i, ": ", problem);
}

Outcome exact_row(Context& c, Random&) {
  if (c.given.points.empty()) return is_not_asked(no_points);
  for (std::size_t i = 0; i < c.given.points.size(); ++i) {
    const ClosestPoint found = closest_point(c.a, c.given.at.a, c.given.points[i]);
    if (const Outcome o = at_point(problem_of(found, c.given.points[i], c, true), i); o.kind) return o;
  }
  return is_right();
}

Outcome approximate_row(Context& c, Random& random) {
  if (c.given.points.empty()) return is_not_asked(no_points);
  for (std::size_t i = 0; i < c.given.points.size(); ++i) {
    const Vec3& p = c.given.points[i];
    const long double truth = std::sqrt(c.squared_distance(p).rounded());
    ClosestPointOptions options;
    switch (random.below(4)) {
      case 0:
        options.relative_error = random.chance(0.5) ? 0.1 : random.unit();
        break;
      case 1:
        options.absolute_error = static_cast<double>(truth) * random.between(0, 0.5);
        break;
      case 2:
        options.budget.tests = random.below(6);
        break;
      default:
        options.known_upper = static_cast<double>(truth) * random.between(0, 2);
    }
    const ClosestPoint found = closest_point(c.a, c.given.at.a, p, options);
    const bool bounded = options.known_upper < truth * (1 + 0x1p-40L);
    if (!bounded && std::isinf(found.upper)) return is_wrong("point ", i, ": nothing was measured");
    if (const Outcome o = at_point(problem_of(found, p, c, false), i); o.kind) return o;
    if (bounded) continue;
    const bool budget = options.budget.tests != Budget::no_limit;
    if (!budget && !found.complete) return is_wrong("point ", i, ": not complete");
    const long double asked =
        std::max<long double>(options.absolute_error, options.relative_error * static_cast<long double>(found.lower));
    if (found.complete &&
        found.upper - found.lower >
            std::max(asked * (1 + 0x1p-50L), allowed_width(c.placed_a.diameter(found.triangle), truth)))
      return is_wrong("point ", i, ": width: [", found.lower, ", ", found.upper, "] around ", truth);
  }
  return is_right();
}

Outcome batch_row(Context& c, Random& random) {
  if (c.given.points.empty()) return is_not_asked(no_points);
  const std::vector<ClosestPoint> found =
      closest_point(c.a, c.given.at.a, c.given.points, {.threads = static_cast<int>(random.below(4))});
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!is_same(found[i], closest_point(c.a, c.given.at.a, c.given.points[i])))
      return is_wrong("point ", i, ": another answer than alone");
    if (const Outcome o = at_point(problem_of(found[i], c.given.points[i], c, true), i); o.kind) return o;
  }
  return is_right();
}

Outcome kinds_row(Context& c, Random& random) {
  if (c.given.points.empty()) return is_not_asked(no_points);
  const Vec3& p = c.given.points[random.below(c.given.points.size())];
  const ClosestPoint best = closest_point(c.a, c.given.at.a, p);
  if (const std::string problem = problem_of(best, p, c, false); !problem.empty()) return is_wrong(problem);
  for (classic::VolumeKind kind : classic::all_volume_kinds) {
    const classic::Model model(c.given.meshes.a, {.volume = kind});
    const classic::Search search = classic::all_searches[random.below(classic::all_searches.size())];
    if (!is_same(classic::closest_point(model, c.given.at.a, p, {}, {.search = search}), best))
      return is_wrong(name_of(kind), " gives another answer");
  }
  for (Simd simd : available_simd()) {
    ClosestPointOptions how;
    how.simd = simd;
    if (!is_same(closest_point(c.a, c.given.at.a, p, how), best))
      return is_wrong(name_of(simd), " gives another answer");
  }
  return is_right();
}

}  // namespace

std::vector<Row> point_rows() {
  return {
      {"closest_point", "closest_point", exact_row},
      {"closest_point, errors and budgets", "closest_point", approximate_row},
      {"closest_point, batch", "closest_point", batch_row},
      {"closest_point, kinds and simd", "closest_point", kinds_row},
  };
}

}  // namespace abut::property
