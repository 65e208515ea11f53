#include "math/rounding.h"
#include "scene/scene_data.h"
#include <abut/error.h>
#include <abut/scene.h>

#include <algorithm>
#include <unordered_set>

namespace abut {

namespace {

std::string quoted(std::string_view name) {
  std::string text("'");
  text.append(name).push_back('\'');
  return text;
}

void require_valid(const BodyOptions& options, std::string_view name) {
  if (!(options.padding >= 0 && options.padding <= largest_input))
    throw Error("the padding of body " + quoted(name) + " must be a number from 0 to 2^300");
}

/// The box of a body, or an Error that names it.
Bounds checked_bounds(const Shape& shape, const Placement& at, double padding, const std::string& name) {
  try {
    return padded_bounds(shape, at, padding);
  } catch (const Error& error) {
    throw Error("body " + quoted(name) + ": " + error.what());
  }
}

}  // namespace

// Paddings are summed and added to d with two roundings, so what they are compared with is at most (1 + 2^-51) times
// the real sum; each part is widened by 2^-50 of itself, and the box is rounded outward.
Bounds widened(const Bounds& box, double by) {
  if (by == 0 || box.low.x > box.high.x) return box;
  const double more = multiply_up(by, 1 + 0x1p-50);
  Bounds wide;
  for (int k = 0; k < 3; ++k) {
    wide.low[k] = subtract_down(box.low[k], more);
    wide.high[k] = add_up(box.high[k], more);
  }
  return wide;
}

Bounds padded_bounds(const Shape& shape, const Placement& at, double padding) {
  return widened(shape.bounds_at(at), padding);
}

const SceneBody& Scene::Data::at(BodyId body) const {
  if (!has(body)) throw Error("the scene has no body " + std::to_string(body.number) + "; was it removed?");
  return bodies[body.number];
}

void Scene::Data::mark_changed(std::uint32_t number) {
  if (has_changed[number]) return;
  has_changed[number] = true;
  changed.push_back(number);
}

Scene::Scene() : data_(new Data) {}

std::vector<BodyId> Scene::add(std::span<const NewBody> bodies) {
  std::vector<Bounds> boxes;
  std::unordered_set<std::string_view> names;
  for (const NewBody& body : bodies) {
    if (has(body.name) || !names.insert(body.name).second)
      throw Error("the scene has a body " + quoted(body.name) + " already");
    require_valid(body.options, body.name);
    boxes.push_back(checked_bounds(body.shape, body.at, body.options.padding, body.name));
  }
  Data& data = own(data_);
  const std::vector<std::uint32_t> numbers = data.boxes.add(boxes);
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::uint32_t number = numbers[i];
    if (data.bodies.size() <= number) data.bodies.resize(number + 1), data.has_changed.resize(number + 1);
    SceneBody& body = data.bodies[number];
    body.shape = bodies[i].shape;
    body.at = bodies[i].at;
    body.options = bodies[i].options;
    ++body.use;
    body.is_there = true;
    data.names.add(number, bodies[i].name);
    data.mark_changed(number);
    ids.push_back(data.id(number));
  }
  data.count += bodies.size();
  return ids;
}

BodyId Scene::add(std::string name, const Shape& shape, const Placement& at, const BodyOptions& options) {
  const NewBody body{std::move(name), shape, at, options};
  return add({&body, 1}).front();
}

void Scene::remove(BodyId id) {
  data_->at(id);
  Data& data = own(data_);
  while (!data.bodies[id.number].attached.empty()) detach(data.id(data.bodies[id.number].attached.back()));
  if (data.bodies[id.number].to != SceneBody::none) detach(id);
  data.mark_changed(id.number);
  SceneBody& body = data.bodies[id.number];
  body.is_there = false;
  body.shape = {};
  data.removed[id] = data.names[id.number];
  data.names.remove(id.number);
  data.boxes.remove(id.number);
  --data.count;
}

void Scene::move(BodyId body, const Placement& at) { move({&body, 1}, {&at, 1}); }

void Scene::move(std::span<const BodyId> bodies, std::span<const Placement> at) {
  if (bodies.size() != at.size())
    throw Error("there are " + std::to_string(bodies.size()) + " bodies to move and " + std::to_string(at.size()) +
                " placements");
  std::vector<std::uint32_t> numbers;
  std::vector<Placement> places;
  std::vector<Bounds> boxes;
  numbers.reserve(bodies.size()), places.reserve(bodies.size()), boxes.reserve(bodies.size());
  const Data& before = *data_;
  const auto list = [&](const auto& self, std::uint32_t number, const Placement& place) -> void {
    const SceneBody& body = before.bodies[number];
    numbers.push_back(number);
    places.push_back(place);
    boxes.push_back(checked_bounds(body.shape, place, body.options.padding, before.names[number]));
    for (const std::uint32_t each : body.attached) self(self, each, place * before.bodies[each].at_to);
  };
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (i + fetched_ahead < bodies.size()) before.prefetch(bodies[i + fetched_ahead].number);
    if (const SceneBody& body = before.at(bodies[i]); body.to != SceneBody::none)
      throw Error("body " + quoted(before.names[bodies[i].number]) + " is attached to " +
                  quoted(before.names[body.to]) + " and moves with it; detach it first");
    list(list, bodies[i].number, at[i]);
  }
  Data& data = own(data_);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i + fetched_ahead < numbers.size()) data.prefetch_placement(numbers[i + fetched_ahead]);
    data.bodies[numbers[i]].at = places[i];
    data.mark_changed(numbers[i]);
  }
  data.boxes.move(numbers, boxes);
}

void Scene::set_shape(BodyId id, const Shape& shape) {
  const SceneBody& body = data_->at(id);
  const Bounds box = checked_bounds(shape, body.at, body.options.padding, data_->names[id.number]);
  Data& data = own(data_);
  data.bodies[id.number].shape = shape;
  data.mark_changed(id.number);
  data.boxes.move(id.number, box);
}

void Scene::set_options(BodyId id, const BodyOptions& options) {
  const SceneBody& body = data_->at(id);
  require_valid(options, data_->names[id.number]);
  const Bounds box = checked_bounds(body.shape, body.at, options.padding, data_->names[id.number]);
  Data& data = own(data_);
  data.bodies[id.number].options = options;
  data.mark_changed(id.number);
  data.boxes.move(id.number, box);
}

void Scene::attach(BodyId id, BodyId to, const Placement& at, const AttachOptions& options) {
  const SceneBody& body = data_->at(id);
  const SceneBody& other = data_->at(to);
  const std::string name = quoted(data_->names[id.number]);
  if (body.to != SceneBody::none) throw Error("body " + name + " is attached already; detach it first");
  for (std::uint32_t up = to.number; up != SceneBody::none; up = data_->bodies[up].to)
    if (up == id.number)
      throw Error("body " + name + " cannot be attached to " + quoted(data_->names[to.number]) +
                  ", which is or moves with that body itself");
  require_valid(at, ("the placement at which body " + name + " is attached").c_str());
  const Placement place = other.at * at;
  // First of all that may throw.
  move(id, place);
  Data& data = own(data_);
  SceneBody& attached = data.bodies[id.number];
  attached.to = to.number;
  attached.at_to = at;
  attached.may_collide = options.may_collide;
  data.bodies[to.number].attached.push_back(id.number);
}

void Scene::attach(BodyId id, BodyId to, const AttachOptions& options) {
  attach(id, to, inverse(data_->at(to).at) * data_->at(id).at, options);
}

void Scene::detach(BodyId id) {
  if (data_->at(id).to == SceneBody::none)
    throw Error("body " + quoted(data_->names[id.number]) + " is not attached to anything");
  Data& data = own(data_);
  SceneBody& body = data.bodies[id.number];
  std::erase(data.bodies[body.to].attached, id.number);
  body.to = SceneBody::none;
  data.mark_changed(id.number);
}

void Scene::allow(std::string pattern_a, std::string pattern_b) {
  Data& data = own(data_);
  data.names.allow(std::move(pattern_a), std::move(pattern_b));
  for (const BodyPair& pair : data.touched)
    if (data.has(pair.a)) data.mark_changed(pair.a.number);
}

std::size_t Scene::size() const { return data_->count; }

std::vector<BodyId> Scene::bodies() const {
  std::vector<BodyId> all;
  for (std::uint32_t number = 0; number < data_->bodies.size(); ++number)
    if (data_->bodies[number].is_there) all.push_back(data_->id(number));
  return all;
}

BodyId Scene::find(std::string_view name) const {
  const std::uint32_t number = data_->names.find(name);
  if (number == BodyNames::none) throw Error("the scene has no body " + quoted(name));
  return data_->id(number);
}

bool Scene::has(std::string_view name) const { return data_->names.find(name) != BodyNames::none; }
bool Scene::has(BodyId body) const { return data_->has(body); }

const std::string& Scene::name(BodyId body) const {
  for (const auto* removed : {&data_->removed, &data_->removed_before})
    if (const auto found = removed->find(body); found != removed->end()) return found->second;
  data_->at(body);
  return data_->names[body.number];
}

const Shape& Scene::shape(BodyId body) const { return data_->at(body).shape; }
const Placement& Scene::placement(BodyId body) const { return data_->at(body).at; }
const BodyOptions& Scene::options(BodyId body) const { return data_->at(body).options; }

std::optional<Attachment> Scene::attachment(BodyId id) const {
  const SceneBody& body = data_->at(id);
  if (body.to == SceneBody::none) return std::nullopt;
  return Attachment{data_->id(body.to), body.at_to, body.may_collide};
}

std::vector<AllowedPatterns> Scene::allowed() const {
  std::vector<AllowedPatterns> all;
  const std::span<const std::string> patterns = data_->names.patterns();
  for (std::size_t i = 0; i + 1 < patterns.size(); i += 2) all.push_back({patterns[i], patterns[i + 1]});
  return all;
}

Bounds Scene::bounds(BodyId body) const {
  data_->at(body);
  return data_->boxes.box(body.number);
}

}  // namespace abut
