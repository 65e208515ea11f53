#include "export.h"

#include "proximity.h"
#include "simulation.h"
#include <abut/shapes.h>

#include <cstdio>

namespace abut::bench::obbtree {

/// All gaps of the figure. Meshes are rounded to floats after they are grown, so that the files hold the models.
void export_fig5(Exporter& exporter) {
  const Mesh sphere = shapes::sphere(1, 40);
  for (double gap : falling_gaps(5)) {
    char name[32];
    std::snprintf(name, sizeof name, "%.3g", gap);
    const std::string text = name;
    exporter.add({"fig5_gap_" + text,
                  "Fig. 5: concentric spheres of radius 1 and 1 + " + text + ".",
                  {"sphere", sphere},
                  {"sphere_grown_by_" + text, transformed(sphere, {Matrix3{} * (1 + gap), {}})},
                  {PlacementPair{}}});
  }
}

void export_fig7(Exporter& exporter) {
  exporter.add({"fig7",
                "Fig. 7: a torpedo at rest on its pivot.",
                {"torpedo", shapes::torpedo()},
                {"pivot", shapes::pivot()},
                {PlacementPair{shapes::torpedo_at_rest(), {}}}});
}

namespace {

ExportedScenario along_path(Simulation&& simulation, const std::string& about, const std::string& object,
                            const std::string& environment) {
  ExportedScenario result{"table3_" + simulation.name,
                          about,
                          {object, std::move(simulation.object)},
                          {environment, std::move(simulation.environment)},
                          {}};
  for (const Placement& at : simulation.path) result.poses.push_back({at, {}});
  return result;
}

}  // namespace

void export_table3(Exporter& exporter) {
  exporter.add(along_path(pipes_in_pipes(), "Table 3 and Fig. 8: the pipes, 15 times smaller, fall into the pipes.",
                          "small_pipes", "pipes"));
  exporter.add(along_path(torus_on_landscape(), "Table 3 and Fig. 10: a wrinkled torus falls onto a landscape.",
                          "wrinkled_torus", "toothed_landscape"));
}

void export_tightness(Exporter& exporter) {
  exporter.add({"sphere", shapes::sphere(1, 40)}, "Section 6: the sphere whose trees' tightness is measured.");
}
void export_fig9(Exporter& exporter) {
  exporter.add({"torus_of_levels", shapes::torus(1, 0.4, 100, 50)}, "Fig. 9: the torus whose trees are shown.");
}
void export_storage(Exporter& exporter) {
  exporter.add({"wrinkled_torus", shapes::wrinkled_torus()}, "Section 7: the model whose trees' memory is counted.");
}

}  // namespace abut::bench::obbtree
