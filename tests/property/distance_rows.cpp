#include "property/rows.h"
#include <abut/classic.h>

#include <cmath>

namespace abut::property {

namespace {

Distance measured(const Context& c, const DistanceOptions& options = {}) {
  return distance(c.a, c.given.at.a, c.b, c.given.at.b, options);
}
Outcome judged(const std::string& problem, const std::string& how = "") {
  if (problem.empty()) return is_right();
  return is_wrong(how, how.empty() ? "" : ": ", problem);
}
long double true_distance(Context& c) { return std::sqrt(c.pairs.least().rounded()); }

Outcome exact_row(Context& c, Random&) { return judged(problem_of(measured(c), c, true)); }

Outcome smallest_row(Context& c, Random&) {
  DistanceOptions options;
  options.smallest_touching = true;
  const Distance found = measured(c, options);
  if (found.upper == 0 && std::pair(found.triangle_a, found.triangle_b) != c.contacts().front())
    return is_wrong("of the pairs that touch, ", found.triangle_a, " ", found.triangle_b, " is named, not the first");
  return judged(problem_of(found, c, true));
}

/// A search that came to its end is as good as was asked, or as an exact one.
Outcome approximate(Context& c, const DistanceOptions& options, const std::string& how) {
  const Distance found = measured(c, options);
  if (const Outcome o = judged(problem_of(found, c, false), how); o.kind) return o;
  if (!found.complete) return is_wrong(how, ": not complete");
  const long double sizes = c.placed_a.diameter(found.triangle_a) + c.placed_b.diameter(found.triangle_b);
  const long double asked =
      std::max<long double>(found.lower * static_cast<long double>(options.relative_error), options.absolute_error);
  if (found.upper - found.lower <= std::max(asked * (1 + 0x1p-50L), allowed_width(sizes, true_distance(c))))
    return is_right();
  return is_wrong(how, ": width: [", found.lower, ", ", found.upper, "] around ", true_distance(c));
}
Outcome relative_row(Context& c, Random& random) {
  DistanceOptions options;
  options.relative_error = random.chance(0.5) ? 0.1 : std::ldexp(1.0, -static_cast<int>(random.below(50)));
  return approximate(c, options, text("relative error ", options.relative_error));
}
Outcome absolute_row(Context& c, Random& random) {
  DistanceOptions options;
  const long double truth = true_distance(c);
  const long double size = truth == 0 || random.chance(0.3) ? c.placed_a.diameter(0) : truth;
  options.absolute_error = static_cast<double>(size * random.between(0, 0.5));
  return approximate(c, options, text("absolute error ", options.absolute_error));
}

Outcome budget_row(Context& c, Random& random) {
  DistanceOptions options;
  options.budget.tests = random.below(12);
  const Distance found = measured(c, options);
  if (std::isinf(found.upper)) return is_wrong("nothing was measured");
  return judged(problem_of(found, c, false), text("at most ", options.budget.tests, " tests"));
}

Outcome known_upper_row(Context& c, Random& random) {
  const Distance best = measured(c);
  DistanceOptions options;
  const double factors[] = {1, 1, 0.5, 2, random.between(0, 3)};
  options.known_upper = best.upper * factors[random.below(std::size(factors))];
  const Distance found = measured(c, options);
  const std::string how = text("known upper ", options.known_upper);
  if (options.known_upper >= best.upper) {
    if (found.upper != best.upper || found.lower != best.lower)
      return is_wrong(how, ": [", found.lower, ", ", found.upper, "], not [", best.lower, ", ", best.upper, "]");
    return is_right();
  }
  // Nothing so close is there: what is said has to be true all the same.
  if (!is_at_most(found.lower, c.pairs.least()))
    return is_wrong(how, ": lower ", found.lower, " of ", true_distance(c));
  if (!is_at_least(std::min(found.upper, 0x1p1000), c.pairs.least()))
    return is_wrong(how, ": upper ", found.upper, " of ", true_distance(c));
  return is_right();
}

Placement moved(Placement at, const Vec3& by) { return at.shift += by, at; }
Vec3 step_of(const Context& c, Random& random) {
  const double size = static_cast<double>(c.placed_a.diameter(0) + c.placed_b.diameter(0));
  return random.direction() * (size * random.between(0.01, 0.3));
}

Outcome batch_row(Context& c, Random& random) {
  const PlacementPair &at = c.given.at, other{moved(at.a, step_of(c, random)), at.b};
  const int threads = static_cast<int>(random.below(4));
  const Distance alone = distance(c.a, other.a, c.b, other.b);
  const std::vector<Distance> of_pair = distance(c.a, c.b, std::array{other, at}, {.threads = threads});
  const std::vector<Distance> of_items =
      distance(std::array{PlacedPair{&c.a, &c.b, other}, PlacedPair{&c.a, &c.b, at}}, {.threads = threads});
  if (!is_same(of_pair[0], alone) || !is_same(of_items[0], alone)) return is_wrong("another answer than alone");
  if (!is_same(of_pair[1], of_items[1])) return is_wrong("placements and items differ");
  return judged(problem_of(of_pair[1], c, true));
}

Outcome cached_row(Context& c, Random& random) {
  DistanceCache cache;
  DistanceOptions options;
  options.cache = &cache;
  const Vec3 step = step_of(c, random);
  for (int i = 3; i >= 0; --i) {
    const Placement at_a = i == 0 ? c.given.at.a : moved(c.given.at.a, step * i);
    const Distance found = distance(c.a, at_a, c.b, c.given.at.b, options);
    if (!is_same(found, distance(c.a, at_a, c.b, c.given.at.b)))
      return is_wrong("another answer than without cache, step ", 3 - i);
    if (i == 0) return judged(problem_of(found, c, true));
  }
  return is_right();
}

Outcome kinds_row(Context& c, Random& random) {
  DistanceOptions smallest;
  smallest.smallest_touching = true;
  const Distance best = measured(c, smallest);
  if (const std::string problem = problem_of(best, c, false); !problem.empty()) return is_wrong(problem);
  for (classic::VolumeKind kind : classic::all_volume_kinds) {
    classic::ModelOptions options;
    options.volume = kind;
    options.leaf_size = static_cast<std::uint32_t>(1 + random.below(3));
    options.storage = random.chance(0.5) ? classic::Storage::float32 : classic::Storage::float64;
    const classic::Model a(c.given.meshes.a, options), b(c.given.meshes.b, options);
    const classic::Search search = classic::all_searches[random.below(classic::all_searches.size())];
    const Distance found = classic::distance(a, c.given.at.a, b, c.given.at.b, smallest, {.search = search});
    if (!is_same(found, best))
      return is_wrong(name_of(kind), ", ", name_of(search), ": [", found.lower, ", ", found.upper, "] ",
                      found.triangle_a, "-", found.triangle_b, ", auto [", best.lower, ", ", best.upper, "] ",
                      best.triangle_a, "-", best.triangle_b);
  }
  return is_right();
}

Outcome machines_row(Context& c, Random&) {
  const Distance best = measured(c);
  for (Simd simd : available_simd()) {
    DistanceOptions options;
    options.simd = simd;
    if (!is_same(measured(c, options), best)) return is_wrong(name_of(simd), " gives another answer");
  }
  return judged(problem_of(best, c, false));
}

Outcome within_row(Context& c, Random& random) {
  const Distance best = measured(c);
  const double infinity = std::numeric_limits<double>::infinity();
  const double limits[] = {0,
                           best.upper,
                           std::max(0.0, std::nextafter(best.upper, 0)),
                           best.lower * 0.5,
                           best.upper * 2,
                           best.upper * random.between(0, 2),
                           static_cast<double>(c.placed_a.diameter(0)),
                           infinity};
  const Ratio least = c.pairs.least();
  for (double limit : limits) {
    const Nearness near = within(c.a, c.given.at.a, c.b, c.given.at.b, limit);
    if (near.answer == Answer::unknown || !near.complete) return is_wrong("within ", limit, " is not known");
    const bool found = near.answer == Answer::yes;
    if (found ? !(best.upper <= near.upper && near.upper <= limit) : !std::isinf(near.upper))
      return is_wrong("within ", limit, ": the pair named is ", near.upper, " apart, the closest ", best.upper);
    if (limit == 0 && found != (least.over.sign() == 0))
      return is_wrong("within 0: ", found, " at a distance of ", true_distance(c));
    if (found && !std::isinf(limit) && !is_at_least(limit, least))
      return is_wrong("within ", limit, " at a distance of ", true_distance(c));
    if (found != (best.upper <= limit)) return is_wrong("within ", limit, ": ", found, " though upper is ", best.upper);
    const std::vector<Nearness> many = within(c.a, c.b, std::array{c.given.at, c.given.at}, limit, {.threads = 2});
    for (const Nearness& one : many)
      if (one.answer != near.answer || one.upper != near.upper || one.triangle_a != near.triangle_a ||
          one.triangle_b != near.triangle_b)
        return is_wrong("within ", limit, ": the batch says ", name_of(one.answer));
  }
  return is_right();
}

}  // namespace

std::vector<Row> distance_rows() {
  return {
      {"distance", "distance", exact_row},
      {"distance, smallest touching", "distance", smallest_row},
      {"distance, relative error", "distance", relative_row},
      {"distance, absolute error", "distance", absolute_row},
      {"distance, max tests", "distance", budget_row},
      {"distance, known upper", "distance", known_upper_row},
      {"distance, batch", "distance", batch_row},
      {"distance, cached", "distance", cached_row},
      {"distance, volume kinds", "distance", kinds_row},
      {"distance, simd", "distance", machines_row},
      {"within", "within", within_row},
  };
}

}  // namespace abut::property
