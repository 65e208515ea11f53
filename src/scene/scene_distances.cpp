#include "base/workers.h"
#include "scene/scene_data.h"
#include <abut/error.h>
#include <abut/scene.h>

#include <limits>

namespace abut {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

std::vector<SceneContact> Scene::contacts(const SceneContactOptions& options) const {
  const std::vector<BodyPair> pairs = within(options.distance, {.threads = options.threads});
  std::vector<SceneContact> contacts(pairs.size());
  Workers(options.threads).for_each(pairs.size(), [&](std::size_t i) {
    const SceneBody &a = data_->bodies[pairs[i].a.number], &b = data_->bodies[pairs[i].b.number];
    contacts[i] = {pairs[i], abut::distance(a.shape, a.at, b.shape, b.at, {.depth = options.depth})};
  });
  return contacts;
}

std::optional<SceneNeighbour> Scene::nearest(BodyId id, double cut_off) const {
  if (!(cut_off >= 0)) throw Error("the distance at which to stop must be a number, 0 or more");
  const SceneBody& body = data_->at(id);
  std::optional<SceneNeighbour> best;
  double limit = cut_off;
  data_->boxes.visit_nearest(data_->boxes.box(id.number), [&](std::uint32_t other, double gap) {
    if (gap > limit) return false;
    if (!data_->looks_at(id.number, other)) return true;
    const SceneBody& met = data_->bodies[other];
    // A bit more, so that one that is exactly as far away is measured, too.
    const ShapeDistance found =
        abut::distance(body.shape, body.at, met.shape, met.at, {.cut_off = limit * (1 + 0x1p-30)});
    const BodyId met_id = data_->id(other);
    if (found.upper > limit || found.upper == infinity) return true;
    if (best && found.upper == best->distance.upper && best->body < met_id) return true;
    best = SceneNeighbour{met_id, found};
    limit = found.upper;
    return true;
  });
  return best;
}

std::vector<std::optional<SceneNeighbour>> Scene::nearest(std::span<const BodyId> bodies, double cut_off,
                                                          const SceneOptions& options) const {
  if (options.threads < 0) throw Error("the number of threads must not be negative");
  for (const BodyId body : bodies) data_->at(body);
  if (!(cut_off >= 0)) throw Error("the distance at which to stop must be a number, 0 or more");
  std::vector<std::optional<SceneNeighbour>> all(bodies.size());
  Workers(options.threads).for_each(bodies.size(), [&](std::size_t i) { all[i] = nearest(bodies[i], cut_off); });
  return all;
}

}  // namespace abut
