#include "experiment.h"
#include "proximity.h"
#include "sheet.h"
#include <abut/classic.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <algorithm>

namespace abut::bench::obbtree {

namespace {

using classic::ModelRef;
using classic::VolumeKind;

constexpr Colour yellow{0.93f, 0.78f, 0.2f}, green{0.45f, 0.66f, 0.42f};

/// Contacts in each tenth of the torpedo's length, stern first.
std::array<std::uint64_t, 10> contacts_along(const Mesh& torpedo, const std::vector<Contact>& contacts) {
  const Bounds bounds = bounds_of(torpedo.points);
  std::array<std::uint64_t, 10> result{};
  for (const Contact& contact : contacts) {
    const auto [a, b, c] = torpedo.corners(contact.a);
    const double along = ((a.x + b.x + c.x) / 3 - bounds.low.x) / (bounds.high.x - bounds.low.x);
    ++result[static_cast<std::size_t>(std::clamp(10 * along, 0.0, 9.0))];
  }
  return result;
}

Image seen(std::span<const PictureItem> items, const Vec3& towards, int width, int height) {
  return render(items, camera_around(items, towards, static_cast<double>(width) / height), width, height);
}

/// The whole, and below it each part from the side that touches.
Sheet picture_of(const Mesh& torpedo, const Mesh& pivot, const std::vector<Contact>& contacts) {
  std::vector<std::uint32_t> of_torpedo, of_pivot;
  for (const Contact& contact : contacts) {
    of_torpedo.push_back(contact.a);
    of_pivot.push_back(contact.b);
  }
  const PictureItem items[] = {
      {.mesh = &torpedo, .at = shapes::torpedo_at_rest(), .colour = yellow, .highlighted = of_torpedo},
      {.mesh = &pivot, .colour = green, .highlighted = of_pivot}};
  constexpr int width = 1240, height = 560, half = width / 2, lower = 330;
  Sheet sheet("fig7", 2);
  sheet.add(seen(items, {0.9, -1.6, 0.9}, width, height), std::to_string(contacts.size()) + " contacts, in red below",
            2);
  sheet.add(seen(std::span(items, 1), {0.5, -1.2, -1.6}, half, lower), "the torpedo from below");
  sheet.add(seen(std::span(items + 1, 1), {0.5, -1.2, 1.6}, half, lower), "the pivot from above");
  return sheet;
}

}  // namespace

/// Fig. 7: a torpedo at rest on its pivot.
void fig7(const Surroundings& surroundings) {
  const Mesh torpedo = shapes::torpedo(), pivot = shapes::pivot();
  const Placement at_rest = shapes::torpedo_at_rest();
  Table table({"kind", "object_triangles", "environment_triangles", "contacts", "box_tests", "triangle_tests",
               "ms_per_query", "us_per_box_test", "us_per_triangle_test"});
  std::vector<Contact> first;
  const auto measure = [&](const std::string& kind, ModelRef object, ModelRef environment) {
    const std::vector<Contact> contacts = collide(object, at_rest, environment, {}).pairs;
    if (first.empty()) first = contacts;
    if (contacts != first) throw Error("Fig. 7: trees of kind " + kind + " found other contacts than the paper's.");
    const classic::QueryCost cost = measure_cost(object, at_rest, environment, {}, {}, 100);
    table.row({kind, cell(torpedo.triangles.size()), cell(pivot.triangles.size()), cell(contacts.size()),
               cell(cost.volume_tests), cell(cost.triangle_tests), cell(1e3 * cost.total_seconds),
               cell(1e6 * cost.seconds_per_volume_test), cell(1e6 * cost.seconds_per_triangle_test)});
    surroundings.say(kind + ": " + cell(1e3 * cost.total_seconds) + " ms, " + std::to_string(contacts.size()) +
                     " contacts");
  };
  const auto measure_classic = [&](const std::string& kind, const classic::ModelOptions& options) {
    measure(kind, classic::Model(torpedo, options), classic::Model(pivot, options));
  };
  measure_classic("obb_paper", as_in_the_paper(VolumeKind::obb));
  for (VolumeKind kind : classic::all_volume_kinds) measure_classic(std::string(name_of(kind)), {.volume = kind});
  measure("auto", abut::Model(torpedo), abut::Model(pivot));
  table.save(surroundings.out / "fig7.csv");

  Table along({"tenth_of_length", "contacts"});
  const std::array<std::uint64_t, 10> counts = contacts_along(torpedo, first);
  for (std::size_t i = 0; i < counts.size(); ++i) along.row({cell(std::uint64_t{i + 1}), cell(counts[i])});
  along.save(surroundings.out / "fig7_along.csv");
  picture_of(torpedo, pivot, first).save(surroundings.out);
}

}  // namespace abut::bench::obbtree
