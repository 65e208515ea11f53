#pragma once

#include "math/motion_piece.h"

namespace abut {

/// A model that moves, as far as bounds on its motion need it.
struct MovingExtent {
  MotionState state;  ///< in the middle of the time that is looked at
  Vec3 centre;        ///< of its points, in its own frame
  double radius;      ///< none of them is farther from the centre's image, in the world
  double stray;  ///< no point is farther than this from where the state carries it: x(t) + t^2/2 e, with x(t) on the
                 ///< rigid motion and e by lift and spin_change, as in the middle
};

/// How one model moves as seen by another that moves, too, over `half` a time before and after the middle. Seen by the
/// other, which it takes for standing still, a point that is at x in the middle moves on x + s travel(x) + s^2 bend(x),
/// |s| <= 1, within `rest`, and is nowhere farther from x + s travel(x) than |bend(x)| + rest. Travel and bend
/// are linear in x. Lengths are in the world.
struct SeenMotion {
  SeenMotion(const MovingExtent& seen, const MovingExtent& by, double half);

  Vec3 travel(const Vec3& x) const { return travel_at_centre + cross(turn, x - centre); }
  Vec3 bend(const Vec3& x) const { return bend_at_centre + bend_of_way(x - centre); }
  Vec3 bend_of_way(const Vec3& way) const {
    return cross(half_turn, cross(spin, way)) - cross(other, cross(turn, way)) + cross(half_change, way);
  }

  Vec3 centre;  ///< of the one that is seen
  Vec3 travel_at_centre, bend_at_centre;
  Vec3 turn;                                 ///< what it turns by in half the time, seen by the other
  Vec3 half_turn, spin, other, half_change;  ///< for bends
  double rest;
};

}  // namespace abut
