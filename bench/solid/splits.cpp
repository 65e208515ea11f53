#include "tests.h"

namespace abut::bench::solid {

namespace {

constexpr int split_placements = 20000;

}  // namespace

/// Section 2: ways to divide the triangles of an axis-aligned box. The paper's are the middle of the box, (a) halves by
/// count and (b) half-balanced with least overlap; the mean is RAPID's, the surface area abut's own.
void splits(const Surroundings& to) {
  Table table = table_of_tests();
  for (const PaperModel& model : paper_models(split_placements)) {
    to.say(model.name);
    std::vector<Contestant> contestants;
    for (Split split : {Split::middle, Split::median, Split::half_balanced, Split::mean, Split::surface_area}) {
      ModelOptions options = as_in_the_paper(VolumeKind::aabb);
      options.split = split;
      contestants.emplace_back("aabb", model.mesh, options, Sat::lite);
    }
    run_in_turns(contestants, model.placements);
    for (const Contestant& contestant : contestants) add_row(table, model, contestant);
  }
  table.save(to.out / "splits.csv");
}

}  // namespace abut::bench::solid
