#include "experiment.h"
#include "replay.h"
#include "spheres.h"

#include <cstdio>

namespace abut::bench::pqp {

namespace {

using any::VolumeKind;

constexpr int concentric_questions = 60;

/// Loose volumes take more than a second at small gaps: fewer questions have to do.
std::size_t questions_of(VolumeKind kind, int tenths) {
  const bool loose = kind == VolumeKind::sphere || kind == VolumeKind::lss || kind == VolumeKind::aabb;
  return !loose ? concentric_questions : tenths < 3 ? 4 : 15;
}

}  // namespace

/// Fig. 6: distance to 10 % between concentric spheres of 40500 triangles, turned at random, against the gap.
void fig6(const Surroundings& surroundings) {
  const Way way{.relative_error = 0.1};
  Table table({"kind", "gap", "queries", "volume_tests", "triangle_tests", "ms_per_query"});
  for (int tenths = 1; tenths <= 9; ++tenths) {
    const Scenario all = concentric_spheres(0.1 * tenths, concentric_questions);
    const std::vector<double> truth = true_distances(all);
    for (VolumeKind kind : {VolumeKind::sphere, VolumeKind::aabb, VolumeKind::lss, VolumeKind::obb, VolumeKind::rss,
                            VolumeKind::automatic}) {
      const Scenario scenario = first_of(all, questions_of(kind, tenths));
      const Cost cost = Replayer(scenario, trees_of(kind)).ask(way);
      require_right(scenario, name_of(kind), way, cost, truth);
      const auto queries = static_cast<double>(scenario.questions.size());
      table.row({std::string(name_of(kind)), cell(0.1 * tenths), cell(std::uint64_t{scenario.questions.size()}),
                 cell(static_cast<double>(cost.counters.volume_tests) / queries),
                 cell(static_cast<double>(cost.counters.triangle_tests) / queries), cell(cost.milliseconds_each())});
      char text[120];
      std::snprintf(text, sizeof text, "%s, gap %g: %.3f ms", std::string(name_of(kind)).c_str(), 0.1 * tenths,
                    cost.milliseconds_each());
      surroundings.say(text);
    }
  }
  table.save(surroundings.out / "fig6.csv");
}

}  // namespace abut::bench::pqp
