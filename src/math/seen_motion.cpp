#include "math/seen_motion.h"

namespace abut {

// In the frame that the other model, B, carries along, a point that A carries through x has the velocity
//   w = v_A(x) - v_B(x) = W x (x - c) + w(c),  W = spin_A - spin_B,
// and with accelerations spin x (v - straight) of what each carries, its acceleration there is
//   g = a_A - a_B - 2 spin_B x w = W x v_A - spin_B x w + d,  d = spin_B x straight_B - spin_A x straight_A,
// all seen along B's axes. The change of g, with w' = W x v_A + d, is
//   W x a_A - spin_B x w' - spin_B x g.
// Each term has W, w or d as a factor: models that move together are seen to stand still. By Taylor, with h half the
// time, the point is x + s h w + s^2 h^2 / 2 g within h^3 / 6 times the most that g changes. |v_A - straight_A| of what
// A carries stays the same, as it turns with A; w changes by no more than h |w'|.
SeenMotion::SeenMotion(const MovingExtent& seen, const MovingExtent& by, double half) {
  const MotionState &a = seen.state, &b = by.state;
  centre = a.at * seen.centre;
  const Vec3 relative_spin = a.spin - b.spin, w = a.velocity_at(centre) - b.velocity_at(centre);
  const Vec3 v = a.velocity_at(centre), d = cross(b.spin, b.straight) - cross(a.spin, a.straight);
  turn = relative_spin * half;
  travel_at_centre = w * half;
  half_turn = relative_spin * (half * half / 2);
  spin = a.spin;
  other = b.spin * (half / 2);
  bend_at_centre = (cross(relative_spin, v) - cross(b.spin, w) + d) * (half * half / 2);

  const double spin_a = length(a.spin), spin_b = length(b.spin), spin_w = length(relative_spin),
               straight = length(a.straight);
  const double v_most = length(v - a.straight) + spin_a * seen.radius + straight, d_size = length(d);
  const double w_change = spin_w * v_most + d_size;
  const double w_most = length(w) + spin_w * seen.radius + half * w_change;
  const double g_change = spin_w * spin_a * (v_most + straight) + spin_b * (2 * w_change + spin_b * w_most);
  // Below 2^-30 of themselves is lost in rounding.
  constexpr double outward = 1 + 0x1p-30;
  rest = (half * half * half / 6 * g_change + seen.stray + by.stray) * outward;
}

}  // namespace abut
