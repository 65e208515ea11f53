#pragma once

#include "assembly/broad_phase.h"
#include "scene/checker_data.h"
#include <abut/edge.h>

namespace abut {

/// What carries a mover: the joints of a figure from some link on, or from its root.
struct EdgeSide {
  std::uint32_t mover = 0, figure = 0;
  bool from_world = true;             ///< the chain begins at the figure's base
  std::vector<std::uint32_t> joints;  ///< of the figure
};

/// Two movers that may not touch. Joints above both carry them alike, and are left out.
struct EdgePair {
  EdgeSide a, b;
  double reach = 0;  ///< cores that are at most this far apart touch: radii and paddings
};

/// A ball around a mover, in its link.
struct MoverBall {
  Vec3 centre;
  double radius = 0;
};

/// What of the world is looked at together: one body, or many that stand still as one model.
struct EdgeWorld {
  Model model;       ///< placed: its points are rounded
  double reach = 0;  ///< radius and padding
  double error = 0;  ///< how far its points may be from the bodies'
  std::vector<std::uint32_t> bodies;
  std::vector<std::uint32_t> first_triangle;  ///< of each body
  BoxIndex near{std::span<const Bounds>()};   ///< over the bodies, paddings left out

  std::uint32_t body_of(std::uint32_t triangle) const;
};

/// A half-space of the world: all x with normal . x <= height.
struct EdgeHalfSpace {
  std::uint32_t body = 0;
  Vec3 normal;  ///< of length 1
  double height = 0;
  double reach = 0;
};

struct EdgeData : detail::SharedData {
  explicit EdgeData(Checker checker);

  Checker checker;
  std::vector<MoverBall> balls;  ///< of each mover
  std::vector<EdgeSide> movers;  ///< each from the world on
  std::vector<EdgePair> pairs;
  std::vector<EdgeWorld> worlds;
  std::vector<EdgeHalfSpace> half_spaces;

  const CheckerData& checked() const { return checker.data(); }
  bool may_touch(std::uint32_t mover, std::uint32_t body) const {
    return checked().may_touch(checked().movers[mover].name, checked().bodies[body].name);
  }
};

}  // namespace abut
