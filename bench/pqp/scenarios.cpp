#include "application.h"
#include "experiment.h"
#include "scenario_pictures.h"

#include <algorithm>

namespace abut::bench::pqp {

/// The applications of section 7.2: triangles of the two meshes that meet first, questions, how many touch, and how
/// close the others are; pictures of all.
void scenarios(const Surroundings& surroundings) {
  Table table({"scenario", "title", "triangles_a", "triangles_b", "queries", "tracks", "touching", "least_distance",
               "median_distance", "largest_stride", "strides_proved_free"});
  for (const Application& application : all_applications()) {
    const Scenario& scenario = application.scenario();
    save_picture(scenario, surroundings.out);
    std::vector<double> distances(application.truth().begin(), application.truth().end());
    double stride = 0;
    std::uint64_t proved = 0;
    if (scenario.name == "verification") {
      const std::vector<double>& strides = cave_plan()->strides;
      stride = *std::max_element(strides.begin(), strides.end());
      for (std::size_t i = 0; i < strides.size(); ++i) proved += distances[i] + distances[i + 1] > strides[i];
    }
    std::sort(distances.begin(), distances.end());
    const auto apart = std::upper_bound(distances.begin(), distances.end(), 0.0);
    const Question& first = scenario.questions[0];
    table.row({scenario.name, scenario.title, cell(std::uint64_t{scenario.meshes[first.mesh_a].triangles.size()}),
               cell(std::uint64_t{scenario.meshes[first.mesh_b].triangles.size()}),
               cell(std::uint64_t{distances.size()}), cell(std::uint64_t{scenario.tracks}),
               cell(static_cast<std::uint64_t>(apart - distances.begin())), cell(apart == distances.end() ? 0 : *apart),
               cell(distances[distances.size() / 2]), cell(stride), cell(proved)});
    surroundings.say(scenario.title);
  }
  table.save(surroundings.out / "scenarios.csv");
}

}  // namespace abut::bench::pqp
