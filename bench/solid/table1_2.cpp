#include "tests.h"

namespace abut::bench::solid {

namespace {

constexpr int placements = 100000;

}  // namespace

/// Tables 1 and 2: box and triangle tests of both trees with both separating axis tests; and of both trees divided by
/// surface area, as abut does unless told otherwise.
void table1_2(const Surroundings& to) {
  Table table = table_of_tests();
  for (const PaperModel& model : paper_models(placements)) {
    to.say(model.name);
    std::vector<Contestant> contestants;
    const auto add = [&](VolumeKind kind, const ModelOptions& options, Sat sat) {
      contestants.emplace_back(std::string(name_of(kind)), model.mesh, options, first_contact(sat));
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
  }
  table.save(to.out / "table1_2.csv");
}

}  // namespace abut::bench::solid
