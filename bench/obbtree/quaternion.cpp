#include "classic/volume/quaternion.h"

#include "classic/counted.h"
#include "export.h"
#include "math/random.h"
#include <abut/classic.h>
#include <abut/shapes.h>

#include <cstdio>
#include <limits>

namespace abut::bench::obbtree {

namespace {

/// Of a test of a stored box: what unfolding its axes takes.
int unfolding_operations() {
  classic::Counted::counts() = {};
  matrix_of(classic::Quaternion<classic::Counted>{});
  return classic::Counted::counts().total();
}

Mesh torus_of(int around) { return shapes::torus(1, 0.3, around, around / 2); }
constexpr int whole_torus = 160;

/// Where the second torus stands.
std::vector<Placement> placements() {
  Random random(5);
  std::vector<Placement> result;
  for (int i = 0; i < 20; ++i) result.push_back(random.rotation(random.in_cube(0.7)));
  return result;
}

}  // namespace

void export_quaternion(Exporter& exporter) {
  ExportedScenario scenario{"quaternion",
                            "Section 7.2: two tori that touch in many places.",
                            {"torus_of_quaternion", torus_of(whole_torus)},
                            {"torus_of_quaternion", torus_of(whole_torus)},
                            {}};
  for (const Placement& at : placements()) scenario.poses.push_back({{}, at});
  exporter.add(std::move(scenario));
}

/// Section 7.2: 412 bytes a triangle; "using quaternions ... results in substantial space savings, but need 13 more
/// operations per OBB overlap test". On two tori that touch in many places.
void quaternion(const Surroundings& surroundings) {
  const Mesh torus = torus_of(surroundings.count(whole_torus, 40));
  Table table({"kind", "storage", "triangles", "bytes_per_triangle", "paper_bytes", "more_operations",
               "paper_more_operations", "volume_tests", "ns_per_volume_test"});
  for (classic::VolumeKind kind : {classic::VolumeKind::obb, classic::VolumeKind::obb_quaternion})
    for (classic::Storage storage : classic::all_storages) {
      const classic::Model model(torus, {.volume = kind, .split = classic::Split::mean, .storage = storage});
      const bool turned = kind == classic::VolumeKind::obb_quaternion;
      double seconds = 0;
      std::uint64_t tests = 0;
      for (const Placement& at : placements()) {
        const classic::QueryCost cost = measure_cost(model, {}, model, at);
        seconds += cost.seconds_per_volume_test * static_cast<double>(cost.volume_tests);
        tests += cost.volume_tests;
      }
      const double bytes =
          static_cast<double>(model.tree_summary().tree_bytes) / static_cast<double>(torus.triangles.size());
      const double ns = 1e9 * seconds / static_cast<double>(tests);
      table.row({std::string(name_of(kind)), std::string(name_of(storage)), cell(std::uint64_t{torus.triangles.size()}),
                 cell(bytes), cell(std::uint64_t{412}),
                 cell(static_cast<std::uint64_t>(turned ? unfolding_operations() : 0)),
                 cell(std::uint64_t{turned ? 13u : 0u}), cell(tests), cell(ns)});
      char text[160];
      std::snprintf(text, sizeof text, "%s, %s: %.0f bytes a triangle, %.1f ns a volume test",
                    std::string(name_of(kind)).c_str(), std::string(name_of(storage)).c_str(), bytes, ns);
      surroundings.report(text);
    }
  table.save(surroundings.out / "quaternion.csv");
}

}  // namespace abut::bench::obbtree
