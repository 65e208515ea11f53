#include "base/workers.h"
#include "scene/scene_data.h"
#include <abut/error.h>
#include <abut/scene.h>

#include <algorithm>

namespace abut {

namespace {

void require_valid(const SceneOptions& options) {
  if (options.threads < 0) throw Error("the number of threads must not be negative");
}

/// Those of some pairs that are no farther apart than a distance and their paddings, in the same order.
std::vector<NumberPair> those_within(const Scene::Data& data, std::span<const NumberPair> pairs, double distance,
                                     int threads) {
  std::vector<std::uint8_t> within(pairs.size());
  Workers(threads).for_each(pairs.size(), [&](std::size_t i) {
    if (i + fetched_ahead < pairs.size()) {
      const NumberPair& ahead = pairs[i + fetched_ahead];
      data.prefetch(ahead.b), data.prefetch_placement(ahead.b);
    }
    within[i] = data.are_within(pairs[i].a, pairs[i].b, distance);
  });
  std::vector<NumberPair> kept;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (within[i]) kept.push_back(pairs[i]);
  return kept;
}

std::vector<BodyPair> with_ids(const Scene::Data& data, std::span<const NumberPair> pairs) {
  std::vector<BodyPair> ids;
  ids.reserve(pairs.size());
  for (const NumberPair& pair : pairs) ids.push_back(data.ids(pair));
  return ids;
}

/// Pairs of bodies whose boxes come within a distance of each other and which are looked at, sorted.
std::vector<NumberPair> pairs_within(const Scene::Data& data, double distance, int threads) {
  std::vector<std::vector<NumberPair>> of_piece(Workers::pieces(data.bodies.size()));
  Workers(threads).for_pieces(data.bodies.size(), [&](std::size_t piece, std::size_t first, std::size_t last) {
    BoxTreeMemory memory;
    std::vector<std::uint32_t> found;
    for (auto a = static_cast<std::uint32_t>(first); a < last; ++a) {
      if (!data.bodies[a].is_there) continue;
      found.clear();
      data.boxes.list_touching(widened(data.boxes.box(a), distance), memory, found);
      for (const std::uint32_t b : found)
        if (a < b && data.looks_at(a, b)) of_piece[piece].push_back({a, b});
    }
  });
  std::vector<NumberPair> pairs;
  for (const std::vector<NumberPair>& each : of_piece) pairs.insert(pairs.end(), each.begin(), each.end());
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<BodyId> partners_of(const Scene::Data& data, std::uint32_t number) {
  std::vector<BodyId> partners;
  data.boxes.visit_partners(number, [&](std::uint32_t other) {
    const NumberPair pair = pair_of(number, other);
    if (data.looks_at(pair.a, pair.b) && data.are_within(pair.a, pair.b, 0)) partners.push_back(data.id(other));
  });
  std::sort(partners.begin(), partners.end());
  return partners;
}

/// The pairs with a body that has changed whose boxes touch and which are looked at, sorted.
std::vector<NumberPair> changed_near_pairs(const Scene::Data& data) {
  std::vector<NumberPair> pairs;
  for (std::size_t i = 0; i < data.changed.size(); ++i) {
    if (i + fetched_ahead < data.changed.size()) data.boxes.prefetch_partners(data.changed[i + fetched_ahead]);
    const std::uint32_t number = data.changed[i];
    if (!data.bodies[number].is_there) continue;
    data.boxes.visit_partners(number, [&](std::uint32_t other) {
      // Where both have changed, the pair is listed by the one.
      if (!(data.has_changed[other] && other < number) && data.looks_at(number, other))
        pairs.push_back(pair_of(number, other));
    });
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// Two sorted lists as one.
std::vector<BodyPair> merged(std::span<const BodyPair> a, std::span<const BodyPair> b) {
  std::vector<BodyPair> all(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), all.begin());
  return all;
}

/// Does a body touch another one, standing elsewhere?
bool touches_elsewhere(const Scene::Data& data, std::uint32_t number, const Placement& at) {
  const SceneBody& body = data.bodies[number];
  BoxTreeMemory memory;
  std::vector<std::uint32_t> found;
  data.boxes.list_touching(padded_bounds(body.shape, at, body.options.padding), memory, found);
  return std::any_of(found.begin(), found.end(), [&](std::uint32_t other) {
    if (other == number || !data.looks_at(number, other)) return false;
    for (std::uint32_t up = other; up != SceneBody::none; up = data.bodies[up].to)
      if (up == number) return false;
    const SceneBody& met = data.bodies[other];
    return abut::touches(body.shape, at, met.shape, met.at, margin_of(body, met));
  });
}

}  // namespace

bool Scene::Data::looks_at(std::uint32_t a, std::uint32_t b) const {
  const SceneBody &of_a = bodies[a], &of_b = bodies[b];
  if ((of_a.options.mask & of_b.options.group) == 0 || (of_b.options.mask & of_a.options.group) == 0) return false;
  if ((of_a.to == b && !of_a.may_collide) || (of_b.to == a && !of_b.may_collide)) return false;
  return a != b && !names.are_allowed(a, b);
}

bool Scene::Data::are_within(std::uint32_t a, std::uint32_t b, double distance) const {
  const SceneBody &of_a = bodies[a], &of_b = bodies[b];
  return touches(of_a.shape, of_a.at, of_b.shape, of_b.at, margin_of(of_a, of_b) + distance);
}

std::vector<NumberPair> Scene::Data::near_pairs() const {
  std::vector<NumberPair> pairs;
  boxes.visit_pairs([&](std::uint32_t a, std::uint32_t b) {
    if (looks_at(a, b)) pairs.push_back(pair_of(a, b));
  });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

bool Scene::looks_at(BodyId a, BodyId b) const {
  data_->at(a), data_->at(b);
  return data_->looks_at(a.number, b.number);
}

std::vector<BodyPair> Scene::touching(const SceneOptions& options) const {
  require_valid(options);
  return with_ids(*data_, those_within(*data_, data_->near_pairs(), 0, options.threads));
}

void Scene::touching(const Function<Flow(const BodyPair&)>& sink) const {
  for (const NumberPair& pair : data_->near_pairs())
    if (data_->are_within(pair.a, pair.b, 0) && sink(data_->ids(pair)) == Flow::stop) return;
}

std::vector<BodyId> Scene::touching(BodyId body) const {
  data_->at(body);
  return partners_of(*data_, body.number);
}

std::vector<std::vector<BodyId>> Scene::touching(std::span<const BodyId> bodies, const SceneOptions& options) const {
  require_valid(options);
  for (const BodyId body : bodies) data_->at(body);
  std::vector<std::vector<BodyId>> all(bodies.size());
  Workers(options.threads).for_each(bodies.size(), [&](std::size_t i) {
    all[i] = partners_of(*data_, bodies[i].number);
  });
  return all;
}

bool Scene::touches_at(BodyId body, const Placement& at) const { return touches_at(body, {&at, 1}).front() != 0; }

std::vector<std::uint8_t> Scene::touches_at(BodyId body, std::span<const Placement> at,
                                            const SceneOptions& options) const {
  require_valid(options);
  data_->at(body);
  std::vector<std::uint8_t> touched(at.size());
  for (const Placement& each : at) data_->bodies[body.number].shape.bounds_at(each);
  Workers(options.threads).for_each(at.size(), [&](std::size_t i) {
    touched[i] = touches_elsewhere(*data_, body.number, at[i]);
  });
  return touched;
}

std::vector<BodyPair> Scene::within(double distance, const SceneOptions& options) const {
  require_valid(options);
  if (!(distance >= 0 && distance <= largest_input)) throw Error("the distance must be a number from 0 to 2^300");
  if (distance == 0) return touching(options);
  const std::vector<NumberPair> pairs = pairs_within(*data_, distance, options.threads);
  return with_ids(*data_, those_within(*data_, pairs, distance, options.threads));
}

// Pairs of which neither body has changed are kept; only the others are looked for, and compared with those of before.
SceneEvents Scene::next_frame(const SceneOptions& options) {
  require_valid(options);
  Data& data = own(data_);
  const std::vector<BodyPair> now = with_ids(data, those_within(data, changed_near_pairs(data), 0, options.threads));
  std::vector<BodyPair> kept, before, stayed;
  kept.reserve(data.touched.size());
  for (const BodyPair& pair : data.touched)
    (data.has_changed[pair.a.number] || data.has_changed[pair.b.number] ? before : kept).push_back(pair);

  SceneEvents events;
  std::set_difference(now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(events.began));
  std::set_intersection(now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(stayed));
  std::set_difference(before.begin(), before.end(), now.begin(), now.end(), std::back_inserter(events.ended));
  events.stayed = merged(kept, stayed);
  data.touched = merged(kept, now);
  for (const std::uint32_t number : data.changed) data.has_changed[number] = false;
  data.changed.clear();
  data.removed_before = std::exchange(data.removed, {});
  return events;
}

}  // namespace abut
