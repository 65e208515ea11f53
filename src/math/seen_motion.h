#pragma once

#include "math/motion_piece.h"

namespace abut {

/// A box that holds a model's points, in the model's frame: they are its middle and sums of up to one of each arm.
struct BoxedPoints {
  Vec3 middle;
  Vec3 arms[3];
};

/// A model that moves, as far as bounds on its motion need it.
struct MovingExtent {
  MotionState state;  ///< in the middle of the time that is looked at
  Vec3 centre;        ///< of its points, in its own frame
  double radius;      ///< none of them is farther from the centre's image, in the world
  double stray;  ///< no point is farther than this from where the state carries it: x(t) + t^2/2 e, with x(t) on the
                 ///< rigid motion and e by lift and spin_change, as in the middle
  const BoxedPoints* box = nullptr;  ///< its points are there, too, if it is known

  /// No point moves faster when it turns about the centre's image.
  double speed_around_centre(const Vec3& turning) const;
};

/// How one model moves as seen by another that moves, too, over `half` a time before and after the middle. Seen by the
/// other, which it takes for standing still, a point that is at x in the middle moves on x + s travel(x) + s^2 bend(x),
/// |s| <= 1, within `rest`, and is nowhere farther from x + s travel(x) than |bend(x)| + rest. Travel and bend
/// are linear in x. Lengths are in the world.
struct SeenMotion {
  SeenMotion(const MovingExtent& seen, const MovingExtent& by, double half);

  Vec3 travel(const Vec3& x) const { return travel_at_centre + cross(turn, x - centre); }
  Vec3 bend(const Vec3& x) const { return bend_at_centre + bend_of_way(x - centre); }
  /// Bounds `rest` along a direction of length 1. Turning about it, for example, leaves nothing of the third order.
  double rest_along(const Vec3& n) const {
    return (length(cross(n, relative_spin)) + wobble) * third + length(cross(n, other)) * other_third + unsure;
  }
  Vec3 bend_of_way(const Vec3& way) const {
    return cross(half_turn, cross(spin, way)) - cross(other, cross(turn, way)) + cross(half_change, way);
  }

  Vec3 centre;  ///< of the one that is seen
  Vec3 travel_at_centre, bend_at_centre;
  Vec3 turn;                                 ///< what it turns by in half the time, seen by the other
  Vec3 half_turn, spin, other, half_change;  ///< for bends
  double rest;
  double most_travel;  ///< no point's is longer

 private:
  Vec3 relative_spin;
  double wobble;              // how much that may differ at other times, and rounding
  double third, other_third;  // what is of the third order, over relative_spin and over `other`
  double unsure;              // all that is in `rest` besides
};

}  // namespace abut
