#include "base/workers.h"
#include "math/rounding.h"
#include "scene/scene_data.h"
#include <abut/error.h>
#include <abut/scene.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace abut {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The least and the largest product of a number of each range, rounded outward.
Bracket product(const Bracket& a, const Bracket& b) {
  const double all[] = {a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper};
  return {next_down(*std::min_element(all, all + 4)), next_up(*std::max_element(all, all + 4))};
}

/// A box around a box that stands at any placement of a range.
Bounds swept_box(const Bounds& own, const PlacementRange& range) {
  Bounds swept;
  for (int row = 0; row < 3; ++row) {
    swept.low[row] = range.low.shift[row], swept.high[row] = range.high.shift[row];
    for (int column = 0; column < 3; ++column) {
      const Bracket part =
          product({range.low.linear(row, column), range.high.linear(row, column)}, {own.low[column], own.high[column]});
      swept.low[row] = add_down(swept.low[row], part.lower);
      swept.high[row] = add_up(swept.high[row], part.upper);
    }
  }
  return swept;
}

Bounds joined(const Bounds& a, const Bounds& b) { return {min(a.low, b.low), max(a.high, b.high)}; }

/// Bodies on their ways.
class MovingScene {
 public:
  MovingScene(const Scene::Data& data, std::span<const BodyMotion> motions, const FirstContactOptions& options)
      : data_(data), options_(options) {
    for (const BodyMotion& each : motions) {
      data.at(each.body);
      if (!motion_of_.emplace(each.body.number, &each.motion).second)
        throw Error("body '" + data.names[each.body.number] + "' has two motions");
      during_ = {std::max(during_.begin, each.motion.during().begin), std::min(during_.end, each.motion.during().end)};
    }
    for (const auto& [number, motion] : motion_of_) require_motions_below(number);
    during_ = {std::max(during_.begin, options.during.begin), std::min(during_.end, options.during.end)};
    if (!(during_.begin <= during_.end)) throw Error("there is no time in which all of the motions are defined");
    if (!(during_.begin > -infinity && during_.end < infinity))
      throw Error("the time is infinite, because no body moves; give it by `during`");
  }

  std::vector<NumberPair> near_pairs() const {
    std::vector<std::uint32_t> numbers;
    std::vector<Bounds> boxes;
    std::vector<NumberPair> pairs;
    BoxTreeMemory memory;
    std::vector<std::uint32_t> found;
    for (const auto& [number, motion] : motion_of_) {
      numbers.push_back(number);
      boxes.push_back(around_way(number, *motion));
      found.clear();
      data_.boxes.list_touching(widened(boxes.back(), options_.margin), memory, found);
      for (const std::uint32_t other : found)
        if (!motion_of_.contains(other) && data_.looks_at(number, other)) pairs.push_back(pair_of(number, other));
    }
    // Around both, which is more than needed.
    for (Bounds& box : boxes) box = widened(box, options_.margin);
    MovingBoxes moving;
    const std::vector<std::uint32_t> ids = moving.add(boxes);
    std::vector<std::uint32_t> number_of(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) number_of[ids[i]] = numbers[i];
    moving.visit_pairs([&](std::uint32_t a, std::uint32_t b) {
      if (data_.looks_at(number_of[a], number_of[b])) pairs.push_back(pair_of(number_of[a], number_of[b]));
    });
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }

  MovingContact first_contact(const NumberPair& pair) const {
    const Motion a = motion(pair.a), b = motion(pair.b);
    const SceneBody &of_a = data_.bodies[pair.a], &of_b = data_.bodies[pair.b];
    if (of_a.shape.kind() == ShapeKind::nothing || of_b.shape.kind() == ShapeKind::nothing) return {};
    if (of_a.shape.kind() == ShapeKind::half_space && of_b.shape.kind() == ShapeKind::half_space)
      throw Error("bodies '" + data_.names[pair.a] + "' and '" + data_.names[pair.b] +
                  "' are half-spaces, of which none may move towards the other");
    FirstContactOptions options = options_;
    options.margin = margin_of(of_a, of_b) + options_.margin;
    // Surfaces alone do not tell that one is inside the other, which can only be so from the beginning.
    if (touches(of_a.shape, a.at(during_.begin), of_b.shape, b.at(during_.begin), options.margin)) {
      MovingContact contact = pair_contact(pair, a, b, options);
      if (contact.verdict == MotionVerdict::contact && contact.lower == during_.begin) return contact;
      contact = {};
      contact.verdict = MotionVerdict::contact;
      contact.lower = contact.upper = during_.begin;
      return contact;
    }
    return pair_contact(pair, a, b, options);
  }

 private:
  Motion motion(std::uint32_t number) const {
    const auto found = motion_of_.find(number);
    return found == motion_of_.end() ? Motion(data_.bodies[number].at) : *found->second;
  }
  void require_motions_below(std::uint32_t number) const {
    for (const std::uint32_t each : data_.bodies[number].attached)
      if (!motion_of_.contains(each))
        throw Error("body '" + data_.names[each] + "' is attached to '" + data_.names[number] +
                    "', which moves: give it a motion, too, or detach it");
  }
  /// With radius and padding; boxes of several parts of the way, which are smaller together than one of the whole.
  Bounds around_way(std::uint32_t number, const Motion& motion) const {
    const SceneBody& body = data_.bodies[number];
    if (body.shape.kind() == ShapeKind::nothing) return {};
    if (body.shape.kind() == ShapeKind::half_space)
      return {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
    const Bounds own = bounds_of(body.shape.core().mesh().points);
    constexpr int parts = 8;
    Bounds all;
    double from = during_.begin;
    for (int i = 1; i <= parts && own.low.x <= own.high.x; ++i) {
      const double to = i == parts ? during_.end : during_.begin + (during_.end - during_.begin) * i / parts;
      all = joined(all, swept_box(own, motion.enclosure(from, to)));
      from = to;
    }
    return widened(widened(all, body.shape.radius()), body.options.padding);
  }
  /// The cores, with both radii in the margin.
  MovingContact pair_contact(const NumberPair& pair, const Motion& a, const Motion& b,
                             FirstContactOptions options) const {
    const SceneBody &of_a = data_.bodies[pair.a], &of_b = data_.bodies[pair.b];
    options.margin += of_a.shape.radius() + of_b.shape.radius();
    options.during = during_;
    options.threads = 1;
    return abut::first_contact(core_for(pair.a, pair.b), a, core_for(pair.b, pair.a), b, options);
  }
  /// The core of a body. For a half-space the part of its plane that another body may come to: as nothing of that is
  /// in the half-space when the time begins, it comes to the plane first.
  Model core_for(std::uint32_t number, std::uint32_t other) const {
    const SceneBody& body = data_.bodies[number];
    if (body.shape.kind() != ShapeKind::half_space) return body.shape.core();
    if (motion_of_.contains(number))
      throw Error("body '" + data_.names[number] + "' is a half-space, which cannot move here; let the others move");
    const Bounds box = around_way(other, motion(other));
    // No point of the body, nor the point of the plane that is closest to it in the world, is farther than this from
    // the origin of the half-space, along any axis of its frame; twice as far is beyond all roundings.
    const Matrix3 back = abs(inverse(body.at.linear));
    const Vec3 reach = max(abs(box.low - body.at.shift), abs(box.high - body.at.shift));
    const double beside = length(reach);
    const double most = 2 * largest(back * (reach + Vec3{beside, beside, beside})), far = most > 0 ? most : 1;
    Mesh plane;
    plane.points = {{-far, -far, 0}, {far, -far, 0}, {far, far, 0}, {-far, far, 0}};
    plane.triangles = {{0, 1, 2}, {0, 2, 3}};
    return Model(plane);
  }

  const Scene::Data& data_;
  const FirstContactOptions& options_;
  std::map<std::uint32_t, const Motion*> motion_of_;
  TimeSpan during_{-infinity, infinity};
};

}  // namespace

std::vector<SceneMotionContact> Scene::first_contacts(std::span<const BodyMotion> motions,
                                                      const FirstContactOptions& options) const {
  if (options.after_parting) throw Error("after_parting is for two models, not for the bodies of a scene");
  if (options.threads < 0) throw Error("the number of threads must not be negative");
  if (!(options.margin >= 0 && options.margin <= largest_input))
    throw Error("the margin must be a number from 0 to 2^300");
  if (motions.empty()) return {};
  const MovingScene moving(*data_, motions, options);
  const std::vector<NumberPair> pairs = moving.near_pairs();
  std::vector<MovingContact> contacts(pairs.size());
  Workers(options.threads).for_each(pairs.size(), [&](std::size_t i) { contacts[i] = moving.first_contact(pairs[i]); });
  std::vector<SceneMotionContact> found;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (contacts[i].verdict != MotionVerdict::clear) found.push_back({data_->ids(pairs[i]), contacts[i]});
  std::stable_sort(found.begin(), found.end(), [](const SceneMotionContact& a, const SceneMotionContact& b) {
    return a.contact.upper < b.contact.upper;
  });
  return found;
}

}  // namespace abut
