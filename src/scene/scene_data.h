#pragma once

#include "base/shared_data.h"
#include "scene/body_names.h"
#include "scene/moving_boxes.h"
#include <abut/scene.h>

#include <map>

namespace abut {

/// A body, or what is left of one. What a move and a pair ask for first is in one line of memory.
struct alignas(64) SceneBody {
  static constexpr std::uint32_t none = 0xffffffffu;

  Shape shape;
  BodyOptions options;
  std::uint32_t use = 0;
  bool is_there = false;
  bool may_collide = false;             ///< with what it is attached to
  std::uint32_t to = none;              ///< where it is attached
  std::vector<std::uint32_t> attached;  ///< to it
  Placement at, at_to;
};

/// How many bodies ahead of their use it is time to fetch them.
inline constexpr std::size_t fetched_ahead = 12;

/// Numbers of two bodies, a < b.
struct NumberPair {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const NumberPair&, const NumberPair&) = default;
};
inline NumberPair pair_of(std::uint32_t a, std::uint32_t b) { return a < b ? NumberPair{a, b} : NumberPair{b, a}; }

/// Bodies are numbered as their boxes are.
struct Scene::Data : detail::SharedData {
  std::vector<SceneBody> bodies;
  BodyNames names;
  MovingBoxes boxes;
  std::size_t count = 0;

  // Of the last frame.
  std::vector<BodyPair> touched;          ///< sorted
  std::vector<std::uint32_t> changed;     ///< since, each once
  std::vector<std::uint8_t> has_changed;  ///< by number; those that were removed have, too
  std::map<BodyId, std::string> removed, removed_before;

  BodyId id(std::uint32_t number) const { return {number, bodies[number].use}; }
  BodyPair ids(const NumberPair& pair) const { return {id(pair.a), id(pair.b)}; }
  bool has(BodyId body) const {
    return body.number < bodies.size() && bodies[body.number].is_there && bodies[body.number].use == body.use;
  }
  /// Error when it is not there.
  const SceneBody& at(BodyId body) const;

  bool looks_at(std::uint32_t a, std::uint32_t b) const;
  /// Are two bodies no farther apart than a distance and their paddings?
  bool are_within(std::uint32_t a, std::uint32_t b, double distance) const;
  /// The pairs whose boxes touch and which are looked at, sorted.
  std::vector<NumberPair> near_pairs() const;
  void mark_changed(std::uint32_t number);

  /// Brings what a body is, or where it stands, into the cache: lists of bodies from all over memory would wait for one
  /// after the other.
  void prefetch(std::uint32_t number) const {
    if (number < bodies.size()) __builtin_prefetch(&bodies[number]);
  }
  void prefetch_placement(std::uint32_t number) const {
    const char* at = reinterpret_cast<const char*>(&bodies[number].at);
    __builtin_prefetch(at), __builtin_prefetch(at + 64);
  }
};

/// The sum of two paddings, as it is compared with a distance.
inline double margin_of(const SceneBody& a, const SceneBody& b) { return a.options.padding + b.options.padding; }

/// A box and all within a distance of it, and a bit more: boxes of two bodies widened by their paddings, and one of
/// them by a distance d besides, touch wherever the bodies are no farther apart than d and the sum of the paddings,
/// rounded.
Bounds widened(const Bounds& box, double by);

/// The box of a body with its padding. Throws Error for a placement that the shape does not take.
Bounds padded_bounds(const Shape& shape, const Placement& at, double padding);

}  // namespace abut
