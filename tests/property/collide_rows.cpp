#include "classic/any_model.h"
#include "classic/any_tree.h"
#include "property/rows.h"
#include <abut/contact_regions.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace abut::property {

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs as_pairs(const std::vector<Contact>& contacts) {
  Pairs pairs;
  for (const Contact& c : contacts) pairs.emplace_back(c.a, c.b);
  return pairs;
}
std::string shown(const Pairs& pairs) {
  std::string out;
  for (const auto& [a, b] : pairs) out += text(" ", a, "-", b);
  return out.empty() ? " none" : out;
}
Outcome compared(const Pairs& found, const Pairs& truth, const std::string& how = "") {
  if (found == truth) return is_right();
  return is_wrong(how, how.empty() ? "" : ": ", "found", shown(found), "; true are", shown(truth));
}

Contacts all_contacts(const Context& c, const CollideOptions& options = {}) {
  return collide(c.a, c.given.at.a, c.b, c.given.at.b, options);
}

Outcome contacts_row(Context& c, Random&) {
  const Contacts found = all_contacts(c);
  if (!found.complete) return is_wrong("not complete");
  return compared(as_pairs(found.pairs), c.contacts());
}

Outcome touches_row(Context& c, Random&) {
  const bool found = touches(c.a, c.given.at.a, c.b, c.given.at.b);
  return found == !c.contacts().empty() ? is_right()
                                        : is_wrong("says ", found, "; pairs that touch:", shown(c.contacts()));
}

Outcome swapped_row(Context& c, Random&) {
  Pairs found = as_pairs(collide(c.b, c.given.at.b, c.a, c.given.at.a).pairs);
  for (auto& pair : found) std::swap(pair.first, pair.second);
  std::sort(found.begin(), found.end());
  return compared(found, c.contacts());
}

Outcome capped_row(Context& c, Random& random) {
  const Pairs& truth = c.contacts();
  const std::uint64_t cap = random.below(truth.size() + 2);
  CollideOptions options;
  options.max_contacts = cap;
  const Contacts found = all_contacts(c, options);
  const Pairs pairs = as_pairs(found.pairs);
  if (pairs.size() != std::min<std::size_t>(cap, truth.size()))
    return is_wrong("a cap of ", cap, " gives ", pairs.size(), " of ", truth.size());
  if (!std::includes(truth.begin(), truth.end(), pairs.begin(), pairs.end())) return compared(pairs, truth);
  if (truth.size() != cap && found.complete != (truth.size() < cap)) return is_wrong("complete is ", found.complete);
  return is_right();
}

Outcome margin_row(Context& c, Random& random) {
  const long double least = std::sqrt(c.pairs.least().rounded());
  const std::size_t i = random.below(c.placed_a.size()), j = random.below(c.placed_b.size());
  const long double some = std::sqrt(c.pairs.squared(i, j).rounded());
  const long double choices[] = {
      0, least, some, least * 1.5L, some * random.between(0.5, 1.5), c.placed_a.diameter(i) * random.unit()};
  CollideOptions options;
  options.margin = static_cast<double>(choices[random.below(std::size(choices))]);
  const Contacts found = all_contacts(c, options);
  const Pairs pairs = as_pairs(found.pairs);
  if (!std::is_sorted(pairs.begin(), pairs.end())) return is_wrong("not sorted");
  for (std::uint32_t a = 0; a < c.placed_a.size(); ++a)
    for (std::uint32_t b = 0; b < c.placed_b.size(); ++b) {
      const bool has = std::binary_search(pairs.begin(), pairs.end(), std::pair(a, b));
      const Ratio& square = c.pairs.squared(a, b);
      if (has && !is_at_least(options.margin, square))
        return is_wrong("margin ", options.margin, ": ", a, "-", b, " is ", std::sqrt(square.rounded()), " apart");
      if (has) continue;
      // The distance, rounded up, has to be beyond the margin.
      const long double distance = std::sqrt(square.rounded());
      const long double rounding = allowed_width(c.placed_a.diameter(a) + c.placed_b.diameter(b), distance);
      if (square.over.sign() == 0 || distance + rounding < options.margin)
        return is_wrong("margin ", options.margin, ": ", a, "-", b, " is missed at ", distance);
    }
  return is_right();
}

Outcome consider_row(Context& c, Random& random) {
  const std::uint64_t salt = random.bits();
  CollideOptions options;
  options.consider = [salt](std::uint32_t a, std::uint32_t b) { return Random(salt + 1000 * a + b).chance(0.5); };
  Pairs truth;
  for (const auto& [a, b] : c.contacts())
    if (options.consider(a, b)) truth.emplace_back(a, b);
  return compared(as_pairs(all_contacts(c, options).pairs), truth);
}

Outcome sink_row(Context& c, Random&) {
  Pairs found;
  const CollideSummary summary = collide(c.a, c.given.at.a, c.b, c.given.at.b, {}, [&](const Contact& contact) {
    found.emplace_back(contact.a, contact.b);
    return Flow::go_on;
  });
  if (!summary.complete) return is_wrong("not complete");
  std::sort(found.begin(), found.end());
  if (found != c.contacts()) return compared(found, c.contacts());
  std::size_t handed = 0;
  collide(c.a, c.given.at.a, c.b, c.given.at.b, {}, [&](const Contact&) { return ++handed, Flow::stop; });
  return handed == std::min<std::size_t>(1, found.size()) ? is_right() : is_wrong("handed on after a stop: ", handed);
}

Placement moved(Placement at, const Vec3& by) { return at.shift += by, at; }
/// A little of the models' size.
Vec3 step_of(const Context& c, Random& random) {
  const double size = static_cast<double>(c.placed_a.diameter(0) + c.placed_b.diameter(0));
  return random.direction() * (size * random.between(0.01, 0.3));
}

Outcome batch_row(Context& c, Random& random) {
  const PlacementPair& at = c.given.at;
  const PlacementPair other{moved(at.a, step_of(c, random)), at.b};
  const int threads = static_cast<int>(random.below(4));
  const std::vector<Contacts> of_pair = collide(c.a, c.b, std::array{at, other, at}, {.threads = threads});
  const Pairs alone = as_pairs(collide(c.a, other.a, c.b, other.b).pairs);
  for (std::size_t i = 0; i < 3; ++i)
    if (const Outcome o = compared(as_pairs(of_pair[i].pairs), i == 1 ? alone : c.contacts(), text("placement ", i));
        o.kind)
      return o;
  const std::vector<Contacts> of_items =
      collide(std::array{PlacedPair{&c.a, &c.b, other}, PlacedPair{&c.a, &c.b, at}}, {.threads = threads});
  if (const Outcome o = compared(as_pairs(of_items[0].pairs), alone, "item 0"); o.kind) return o;
  return compared(as_pairs(of_items[1].pairs), c.contacts(), "item 1");
}

Outcome cached_row(Context& c, Random& random) {
  CollideCache cache;
  CollideOptions options;
  options.cache = &cache;
  const Vec3 step = step_of(c, random);
  for (int i = 4; i >= 0; --i) {
    const Placement at_a = i == 0 ? c.given.at.a : moved(c.given.at.a, step * i);
    const Pairs found = as_pairs(collide(c.a, at_a, c.b, c.given.at.b, options).pairs);
    const Pairs truth = i == 0 ? c.contacts() : as_pairs(collide(c.a, at_a, c.b, c.given.at.b).pairs);
    if (const Outcome o = compared(found, truth, text("step ", 4 - i)); o.kind) return o;
    if (touches(c.a, at_a, c.b, c.given.at.b, options) == truth.empty()) return is_wrong("touches, step ", 4 - i);
  }
  return is_right();
}

Outcome kinds_row(Context& c, Random& random) {
  for (classic::VolumeKind kind : classic::all_volume_kinds) {
    classic::ModelOptions options;
    options.volume = kind;
    options.storage = random.chance(0.5) ? classic::Storage::float32 : classic::Storage::float64;
    const classic::Fit fit = classic::all_fits[random.below(classic::all_fits.size())];
    if (classic::traits_of(kind).takes_fit) options.fit = fit;
    options.leaf_size = static_cast<std::uint32_t>(1 + random.below(3));
    const classic::Model a(c.given.meshes.a, options), b(c.given.meshes.b, options);
    const Contacts found = collide(a, c.given.at.a, b, c.given.at.b);
    if (const Outcome o = compared(as_pairs(found.pairs), c.contacts(), std::string(name_of(kind))); o.kind) return o;
    const Contacts mixed = collide(a, c.given.at.a, c.b, c.given.at.b);
    if (const Outcome o = compared(as_pairs(mixed.pairs), c.contacts(), text(name_of(kind), " against auto")); o.kind)
      return o;
  }
  return is_right();
}

Outcome machines_row(Context& c, Random&) {
  for (Simd simd : available_simd())
    for (int threads : {1, 3}) {
      CollideOptions options;
      options.simd = simd, options.threads = threads;
      if (const Outcome o = compared(as_pairs(all_contacts(c, options).pairs), c.contacts(),
                                     text(name_of(simd), ", ", threads, " threads"));
          o.kind)
        return o;
      if (touches(c.a, c.given.at.a, c.b, c.given.at.b, options) == c.contacts().empty())
        return is_wrong("touches, ", name_of(simd));
    }
  return is_right();
}

Outcome refit_row(Context& c, Random& random) {
  const Mesh& mesh = c.given.meshes.a;
  Mesh before = mesh;
  const double size = largest(bounds_of(mesh.points).high - bounds_of(mesh.points).low);
  for (Vec3& p : before.points) p += random.in_cube(size);
  any::ModelOptions options;
  if (random.chance(0.5)) options.volume = any::all_volume_kinds[random.below(any::all_volume_kinds.size())];
  any::Model a(before, options);
  a.refit(mesh.points, static_cast<int>(1 + random.below(2)));
  if (random.chance(0.2)) a.rebuild();
  const PlacementPair& at = c.given.at;
  if (const Outcome o = compared(as_pairs(classic::collide(a, at.a, c.b, at.b).pairs), c.contacts()); o.kind) return o;
  DistanceOptions smallest;
  smallest.smallest_touching = true;
  if (!is_same(classic::distance(a, at.a, c.b, at.b, smallest), distance(c.a, at.a, c.b, at.b, smallest)))
    return is_wrong("the distance is another than that of a new model");
  for (const Vec3& p : c.given.points)
    if (!is_same(closest_point(a, at.a, p), closest_point(c.a, at.a, p)))
      return is_wrong("the closest point is another than that of a new model");
  return is_right();
}

/// The oracle has two ways to tell that triangles meet.
Outcome oracle_row(Context& c, Random&) {
  for (std::size_t i = 0; i < c.placed_a.size(); ++i)
    for (std::size_t j = 0; j < c.placed_b.size(); ++j)
      if (c.pairs.touch(i, j) == common_points(c.placed_a[i], c.placed_b[j]).empty())
        return is_wrong("the oracle contradicts itself at ", i, "-", j);
  return is_right();
}

bool is_same(const Quotient& p, const Quotient& q) { return p.over * q.under == q.over * p.under; }

/// Pairs belong together that have a corner of their common parts in one place; for those with triangles that have an
/// area. The number of each pair's part.
std::vector<std::size_t> true_parts(Context& c) {
  const Pairs& pairs = c.contacts();
  std::vector<std::vector<Quotient>> points;
  for (const auto& [a, b] : pairs) points.push_back(common_points(c.placed_a[a], c.placed_b[b]));
  std::vector<std::size_t> part(pairs.size());
  for (std::size_t i = 0; i < part.size(); ++i) {
    part[i] = i;
    for (std::size_t j = 0; j < i; ++j) {
      const bool meet = part[i] != part[j] && std::ranges::any_of(points[i], [&](const Quotient& p) {
                          return std::ranges::any_of(points[j], [&](const Quotient& q) { return is_same(p, q); });
                        });
      if (!meet) continue;
      const std::size_t from = std::max(part[i], part[j]), to = std::min(part[i], part[j]);
      std::ranges::replace(part, from, to);
    }
  }
  return part;
}

Outcome regions_row(Context& c, Random&) {
  const ContactRegions found = contact_regions(c.a, c.given.at.a, c.b, c.given.at.b);
  Pairs all;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> patch_of;
  for (std::size_t i = 0; i < found.patches.size(); ++i)
    for (const Contact& pair : found.patches[i].pairs) {
      all.emplace_back(pair.a, pair.b);
      patch_of[{pair.a, pair.b}] = i;
    }
  std::sort(all.begin(), all.end());
  if (const Outcome o = compared(all, c.contacts(), "pairs of patches"); o.kind) return o;
  const auto is_flat = [](const Corners& t) { return is_zero(cross(t[1] - t[0], t[2] - t[0])); };
  for (const auto& [a, b] : all)
    if (is_flat(c.placed_a[a]) || is_flat(c.placed_b[b])) return is_right();
  if (all.size() > 200) return is_right();
  const std::vector<std::size_t> parts = true_parts(c);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if ((patch_of[all[i]] == patch_of[all[j]]) != (parts[i] == parts[j]))
        return is_wrong("pairs ", all[i].first, "-", all[i].second, " and ", all[j].first, "-", all[j].second,
                        parts[i] == parts[j] ? " belong together" : " are apart");
  return is_right();
}

}  // namespace

std::vector<Row> collide_rows() {
  return {
      {"the oracle itself", "", oracle_row},
      {"collide", "collide", contacts_row},
      {"collide, swapped", "collide", swapped_row},
      {"contact_regions", "contact_regions", regions_row},
      {"touches", "touches", touches_row},
      {"collide, capped", "collide", capped_row},
      {"collide, margin", "collide", margin_row},
      {"collide, consider", "collide", consider_row},
      {"collide, sink", "collide", sink_row},
      {"collide, batch", "collide", batch_row},
      {"collide, cached", "collide touches", cached_row},
      {"collide, volume kinds", "collide", kinds_row},
      {"collide, simd and threads", "collide touches available_simd require_available", machines_row},
      {"refit, then the rest", "collide distance closest_point", refit_row},
  };
}

}  // namespace abut::property
