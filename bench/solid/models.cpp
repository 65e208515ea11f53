#include "models.h"

#include <abut/shapes.h>

namespace abut::bench::solid {

std::vector<PaperModel> paper_models(int placements) {
  std::vector<PaperModel> models{{"torus", shapes::torus(1, 0.25, 50, 50), {}},
                                 {"spacecraft", shapes::spacecraft(), {}},
                                 {"teapot", shapes::teapot(), {}}};
  std::uint64_t seed = 1998;
  for (PaperModel& model : models)
    model.placements = sixty_percent_touching(abut::Model(model.mesh), placements, ++seed, 4000);
  return models;
}

ModelOptions as_in_the_paper(VolumeKind kind) {
  ModelOptions options{.volume = kind,
                       .split = kind == VolumeKind::aabb ? Split::middle : Split::mean,
                       .storage = classic::Storage::float64,
                       .leaf_size = 1};
  if (kind == VolumeKind::obb) options.fit = classic::Fit::vertex_covariance;
  return options;
}

CollideMethod method_of_the_paper(Sat sat) { return {.descent = classic::Descent::larger_volume, .sat = sat}; }

Contacts first_contact(const Model& model, const PlacementPair& at, Sat sat) {
  return collide(model, at.a, model, at.b, {.max_contacts = 1}, method_of_the_paper(sat));
}

}  // namespace abut::bench::solid
