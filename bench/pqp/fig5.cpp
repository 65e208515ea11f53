#include "experiment.h"
#include "replay.h"
#include "spheres.h"

#include <cstdio>

namespace abut::bench::pqp {

namespace {

using any::VolumeKind;

constexpr int separated_questions = 500;

/// Loose volumes take so long that fewer questions have to do.
std::size_t questions_of(VolumeKind kind) {
  const bool loose = kind == VolumeKind::sphere || kind == VolumeKind::lss || kind == VolumeKind::aabb;
  return loose ? 20 : separated_questions;
}

}  // namespace

/// Fig. 5: exact distance between spheres of 40500 triangles, turned at random, against how far apart they are.
void fig5(const Surroundings& surroundings) {
  Table table({"kind", "gap", "queries", "volume_tests", "triangle_tests", "ms_per_query"});
  for (double gap : {0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0}) {
    const Scenario all = separated_spheres(gap, separated_questions);
    const std::vector<double> truth = true_distances(all);
    for (VolumeKind kind : {VolumeKind::sphere, VolumeKind::aabb, VolumeKind::lss, VolumeKind::obb, VolumeKind::rss,
                            VolumeKind::automatic}) {
      const Scenario scenario = first_of(all, questions_of(kind));
      const Cost cost = Replayer(scenario, trees_of(kind)).ask({});
      require_right(scenario, name_of(kind), {}, cost, truth);
      const auto queries = static_cast<double>(scenario.questions.size());
      table.row({std::string(name_of(kind)), cell(gap), cell(std::uint64_t{scenario.questions.size()}),
                 cell(static_cast<double>(cost.counters.volume_tests) / queries),
                 cell(static_cast<double>(cost.counters.triangle_tests) / queries), cell(cost.milliseconds_each())});
      char text[120];
      std::snprintf(text, sizeof text, "%s, gap %g: %.3f ms", std::string(name_of(kind)).c_str(), gap,
                    cost.milliseconds_each());
      surroundings.say(text);
    }
  }
  table.save(surroundings.out / "fig5.csv");
}

}  // namespace abut::bench::pqp
