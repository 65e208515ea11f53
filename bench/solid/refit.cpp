#include "classic/kind_tree.h"
#include "classic/model_data.h"
#include "classic/volume/aabb.h"
#include "export.h"
#include "models.h"
#include <abut/shapes.h>

namespace abut::bench::solid {

namespace {

constexpr std::size_t placements_for_first = 300, placements_for_all = 30;

struct Deformation {
  std::string name;
  double strength;
  Mesh before;
  std::vector<Vec3> after;
};

std::vector<Deformation> deformations_of(const Mesh& mesh) {
  const Mesh loose = shapes::unwelded(mesh);
  std::vector<Deformation> all{{"none", 0, mesh, mesh.points}};
  for (double turns : {0.1, 0.25, 0.5, 1.0, 2.0})
    all.push_back({"twist", turns, mesh, shapes::twisted(mesh.points, turns)});
  for (double factor : {2.0, 5.0, 10.0})
    all.push_back({"blow-up", factor, mesh, shapes::blown_up(mesh.points, factor)});
  for (double distance : {0.01, 0.03, 0.05, 0.1, 0.2})
    all.push_back({"tear", distance, loose, shapes::torn(loose, distance, 4)});
  return all;
}

/// The usual surface-area cost: the surface of all boxes over that of the root.
template <class V>
double surface_area_cost(const Model& model) {
  const auto& tree = static_cast<const classic::KindTree<V>&>(*model.data().tree).tree;
  double sum = 0;
  for (const auto& node : tree.nodes) sum += surface_of(node.volume);
  return sum / surface_of(tree.nodes[0].volume);
}
double surface_area_cost(const Model& model, VolumeKind kind) {
  return kind == VolumeKind::aabb ? surface_area_cost<classic::Aabb>(model) : surface_area_cost<classic::Obb>(model);
}

struct Effort {
  double tests = 0, seconds = 0;
};
Effort effort(const Model& model, std::span<const PlacementPair> at, std::uint64_t max_contacts, Sat sat) {
  Effort result;
  Counters counters;
  result.seconds = least_seconds(2, [&] {
    counters = {};
    for (const PlacementPair& pair : at)
      counters +=
          collide(model, pair.a, model, pair.b, {.max_contacts = max_contacts}, method_of_the_paper(sat)).counters;
  });
  result.tests = static_cast<double>(counters.volume_tests);
  return result;
}

}  // namespace

/// Section 4: queries on a refitted tree against queries on a new one, and what abut advises.
void refit(const Surroundings& to) {
  Table table({"model", "tree", "deformation", "strength", "spread", "surface_area_cost", "advice", "all_tests",
               "all_time", "first_tests", "first_time"});
  for (const PaperModel& model : paper_models(1))
    for (VolumeKind kind : {VolumeKind::aabb, VolumeKind::obb}) {
      const ModelOptions options = as_in_the_paper(kind);
      for (const Deformation& deformation : deformations_of(model.mesh)) {
        Model refitted(deformation.before, options), rebuilt = refitted;
        const double cost_before = surface_area_cost(refitted, kind);
        refitted.refit(deformation.after);
        rebuilt.refit(deformation.after);
        rebuilt.rebuild();
        const std::vector<PlacementPair> at =
            sixty_percent_touching(abut::Model(rebuilt.mesh()), placements_for_first, 5);
        const std::span<const PlacementPair> some = std::span(at).first(placements_for_all);
        const Sat sat = kind == VolumeKind::aabb ? Sat::lite : Sat::full;
        constexpr std::uint64_t all = CollideOptions::all;
        const Effort old_all = effort(refitted, some, all, sat), new_all = effort(rebuilt, some, all, sat);
        const Effort old_first = effort(refitted, at, 1, sat), new_first = effort(rebuilt, at, 1, sat);
        table.row({model.name, std::string(name_of(kind)), deformation.name, cell(deformation.strength),
                   cell(refitted.spread()), cell(surface_area_cost(refitted, kind) / cost_before),
                   refitted.should_rebuild() ? "rebuild" : "refit", cell(old_all.tests / new_all.tests),
                   cell(old_all.seconds / new_all.seconds), cell(old_first.tests / new_first.tests),
                   cell(old_first.seconds / new_first.seconds)});
      }
      to.say(model.name + ", " + std::string(name_of(kind)));
    }
  table.save(to.out / "refit.csv");
}

/// The deformed models, where they are asked for all contacts.
void export_refit(Exporter& exporter) {
  for (const PaperModel& model : paper_models(1))
    for (const Deformation& deformation : deformations_of(model.mesh)) {
      Mesh mesh = deformation.before;
      mesh.points = deformation.after;
      const std::string name = "solid_" + model.name + "_" + deformation.name + "_" + cell(deformation.strength);
      exporter.add({name,
                    "AABB trees, section 4: two copies of a deformed model, 60 % of them touching.",
                    {name, mesh},
                    {name, mesh},
                    sixty_percent_touching(abut::Model(mesh), placements_for_first, 5)});
    }
}

}  // namespace abut::bench::solid
