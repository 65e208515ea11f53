#include "export.h"

#include "rectangles.h"
#include "scenario.h"
#include "spheres.h"

#include <cstdio>

namespace abut::bench::pqp {

namespace {

/// An application of the swept sphere paper whose questions are all about the same two meshes.
ExportedScenario application(const Scenario& scenario, const std::string& name, const std::string& about,
                             const std::string& a, const std::string& b) {
  const Question& first = scenario.questions[0];
  ExportedScenario result{
      "swept_spheres_" + name, about, {a, scenario.meshes[first.mesh_a]}, {b, scenario.meshes[first.mesh_b]}, {}, true};
  for (const Question& question : scenario.questions) result.poses.push_back(question.at);
  return result;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string numbers_of(const classic::Rectangle& r) {
  return numbers(r.centre) + numbers(r.axes[0]) + numbers(r.axes[1]) + cell(r.extent[0]) + " " + cell(r.extent[1]) +
         " ";
}

}  // namespace

void export_applications(Exporter& exporter) {
  exporter.add(application(engine(), "engine", "Swept spheres, Tables 2-4: four pistons in their block, step by step.",
                           "coarse_piston", "coarse_block"));
  exporter.add(application(falling_tori(), "tori",
                           "Swept spheres, Tables 2-4: a small torus falls through a large one.", "warped_torus",
                           "lumpy_torus"));
  exporter.add(application(falling_rings(), "rings",
                           "Swept spheres, Tables 2-4: a chain of ten rings falls; all 45 pairs at each step.", "ring",
                           "ring"));
  const auto& plan = cave_plan();
  if (!plan) return;
  exporter.add(application(plan->computation, "planning",
                           "Swept spheres, Tables 2-5: where a planner has probed a torus.", "wrinkled_torus", "cave"));
  exporter.add(application(plan->verification, "verification",
                           "Swept spheres, Tables 2-5: the path that the planner has found.", "wrinkled_torus",
                           "cave"));
}

void export_fig5(Exporter& exporter) {
  for (double gap : {0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0})
    exporter.add(application(separated_spheres(gap, static_cast<int>(exporter.limited(500))),
                             "fig5_gap_" + short_number(gap),
                             "Swept spheres, Fig. 5: spheres turned at random, " + short_number(gap) + " apart.",
                             "sphere_40500", "sphere_40500"));
}

void export_fig6(Exporter& exporter) {
  for (int tenths = 1; tenths <= 9; ++tenths) {
    const std::string gap = short_number(0.1 * tenths);
    exporter.add(application(concentric_spheres(0.1 * tenths, static_cast<int>(exporter.limited(60))),
                             "fig6_gap_" + gap,
                             "Swept spheres, Fig. 6: a sphere in a sphere, turned at random, " + gap + " apart.",
                             "sphere_40500_smaller_by_" + gap, "sphere_40500"));
  }
}

/// Every seventh of the pairs: as many as a file can hold that people handle.
void export_rectangles(Exporter& exporter) {
  constexpr std::size_t every = 7;
  std::vector<std::string> lines;
  const std::vector<RectanglePair> pairs = pairs_of_queries(exporter.limited(100000) * every);
  for (std::size_t i = 0; i < pairs.size(); i += every)
    lines.push_back(numbers_of(pairs[i].a) + numbers_of(pairs[i].b) +
                    "# distance: " + cell(classic::core_distance(pairs[i].a, pairs[i].b).below));
  exporter.add("swept_spheres_rectangles.pairs",
               "Swept spheres, section 4.3.5: pairs of rectangles that distance queries measure, every seventh.\n"
               "A line is a pair: centre, two unit axes and two half extents of the first, then of the second.",
               lines);
}

}  // namespace abut::bench::pqp
