#include "math/random.h"
#include "tests.h"

namespace abut::bench::solid {

namespace {

constexpr int table1_2_placements = 100000;
constexpr std::size_t placements_when_turned = 5000;
constexpr int turns = 3;

/// The same bodies at the same places, but turned in their own frames: what the boxes owe to the way a model lies in
/// its frame. Turn 0 is the model as it is.
void add_turned(Table& table, const PaperModel& model) {
  Random random(3);
  for (int turn = 0; turn <= turns; ++turn) {
    const Placement by = turn == 0 ? Placement::identity() : random.rotation(), back = inverse(by);
    const Mesh turned = transformed(model.mesh, by);
    for (VolumeKind kind : {VolumeKind::obb, VolumeKind::aabb}) {
      const Model tree(turned, as_in_the_paper(kind));
      Counters counters;
      for (const PlacementPair& at : std::span(model.placements).first(placements_when_turned))
        counters += first_contact(tree, {at.a * back, at.b * back}, Sat::full).counters;
      table.row({model.name, std::string(name_of(kind)), cell(static_cast<std::uint64_t>(turn)),
                 cell(static_cast<double>(counters.volume_tests) / placements_when_turned)});
    }
  }
}

}  // namespace

/// Tables 1 and 2: box and triangle tests of both trees with both separating axis tests; and of both trees divided by
/// surface area, as abut does unless told otherwise.
void table1_2(const Surroundings& to) {
  Table table = table_of_tests(), turned({"model", "tree", "turn", "box_tests_per_query"});
  for (const PaperModel& model : paper_models(table1_2_placements)) {
    to.say(model.name);
    std::vector<Contestant> contestants;
    const auto add = [&](VolumeKind kind, const ModelOptions& options, Sat sat) {
      contestants.emplace_back(std::string(name_of(kind)), model.mesh, options, sat);
    };
    for (Sat sat : {Sat::full, Sat::lite})
      for (VolumeKind kind : {VolumeKind::obb, VolumeKind::aabb}) {
        ModelOptions options = as_in_the_paper(kind);
        add(kind, options, sat);
        options.split = Split::surface_area;
        add(kind, options, sat);
      }
    run_in_turns(contestants, model.placements);
    for (const Contestant& contestant : contestants) add_row(table, model, contestant);
    add_turned(turned, model);
  }
  table.save(to.out / "table1_2.csv");
  turned.save(to.out / "turned.csv");
}

}  // namespace abut::bench::solid
