#include "export.h"

#include "models.h"

namespace abut::bench::solid {

/// All placements of Tables 1 and 2.
void export_placements(Exporter& exporter) {
  for (PaperModel& model : paper_models(static_cast<int>(exporter.limited(100000))))
    exporter.add({"solid_" + model.name,
                  "AABB trees, Tables 1 and 2: two copies at random placements of which 60 % touch.",
                  {"solid_" + model.name, model.mesh},
                  {"solid_" + model.name, model.mesh},
                  std::move(model.placements)});
}

void export_models(Exporter& exporter) {
  for (PaperModel& model : paper_models(0))
    exporter.add({"solid_" + model.name, std::move(model.mesh)}, "AABB trees, section 2: a model of the paper.");
}

}  // namespace abut::bench::solid
