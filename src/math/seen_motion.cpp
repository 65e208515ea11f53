#include "math/seen_motion.h"

#include <algorithm>
#include <cmath>

namespace abut {

// A thin rod that turns about its own axis is slow, however long it is.
double MovingExtent::speed_around_centre(const Vec3& turning) const {
  const double by_radius = length(turning) * radius;
  if (box == nullptr || by_radius == 0) return by_radius;
  const auto speed = [&](const Vec3& way) { return cross(turning, state.at.linear * way); };
  const Vec3 x = speed(box->arms[0]), y = speed(box->arms[1]), z = speed(box->arms[2]);
  const auto square = [](const Vec3& v) { return dot(v, v); };
  const double corners = std::sqrt(
      std::max(std::max(square(x + y + z), square(x + y - z)), std::max(square(x - y + z), square(x - y - z))));
  // Of the arms and of the middle, which is no longer than them by much, a few roundings are lost.
  return std::min(by_radius, (length(speed(box->middle - centre)) + corners) * (1 + 0x1p-40) + 0x1p-45 * by_radius);
}

// In the frame that the other model, B, carries along, a point that A carries through x has the velocity
//   w = v_A(x) - v_B(x) = W x (x - c) + w(c),  W = spin_A - spin_B,
// and with accelerations spin x (v - straight) of what each carries, its acceleration there is
//   g = a_A - a_B - 2 spin_B x w = W x v_A - spin_B x w + d,  d = spin_B x straight_B - spin_A x straight_A,
// all seen along B's axes. The change of g, with w' = W x v_A + d, is
//   W x a_A - spin_B x w' - spin_B x g.
// Each term has W, w or d as a factor: models that move together are seen to stand still. By Taylor, with h half the
// time, the point is x + s h w + s^2 h^2 / 2 g within h^3 / 6 times the most that g changes. |v_A - straight_A| of what
// A carries stays the same, as it turns with A; w changes by no more than h |w'|.
//
// Along n, |n . (W x y)| <= |n x W| |y|, and likewise with spin_B: the change of g has no other products. Seen by B,
// which carries its own spin along, A's turns about spin_B: in h, W changes by no more than h |spin_B x W|.
//
// What lift and spin_change add: A's point is t^2/2 e_A(x) farther, and B's that is at y is t^2/2 e_B(y) farther. Seen
// by B the point is then farther by t^2/2 (e_A(x) - e_B(y)), turned by no more than t |spin_B|. There e_B(y) differs
// from e_B(x) by no more than c |y - x|, c = |spin_change_B|; and |y - x| <= h |w| + h^2/2 (|e_A - e_B| + c |y - x|) +
// strays, which bounds it as long as h^2/2 c < 1.
SeenMotion::SeenMotion(const MovingExtent& seen, const MovingExtent& by, double half) {
  const MotionState &a = seen.state, &b = by.state;
  centre = a.at * seen.centre;
  relative_spin = a.spin - b.spin;
  const Vec3 w = a.velocity_at(centre) - b.velocity_at(centre);
  const Vec3 v = a.velocity_at(centre), d = cross(b.spin, b.straight) - cross(a.spin, a.straight);
  turn = relative_spin * half;
  travel_at_centre = w * half;
  half_turn = relative_spin * (half * half / 2);
  spin = a.spin;
  other = b.spin * (half / 2);
  const Vec3 lift = a.lift + cross(a.spin_change, centre - a.point) - b.lift - cross(b.spin_change, centre - b.point),
             spin_change = a.spin_change - b.spin_change;
  half_change = spin_change * (half * half / 2);
  bend_at_centre = (cross(relative_spin, v) - cross(b.spin, w) + d + lift) * (half * half / 2);

  const double spin_a = length(a.spin), spin_b = length(b.spin), spin_w = length(relative_spin),
               straight = length(a.straight);
  const double own_turn = seen.speed_around_centre(a.spin),
               seen_turn = b.spin == Vec3{} ? own_turn : seen.speed_around_centre(relative_spin);
  const double around = length(v - a.straight) + own_turn, d_size = length(d);
  const double w_change = spin_w * (around + straight) + d_size;
  const double w_most = length(w) + seen_turn + half * w_change;
  const double g_change = spin_w * spin_a * around + spin_b * (2 * w_change + spin_b * w_most);
  const double lifted = length(lift) + length(spin_change) * seen.radius, b_change = length(b.spin_change);
  const double h2 = half * half / 2, strays = seen.stray + by.stray, left = std::max(1 - h2 * b_change, 0.0);
  const double off = b_change > 0 ? b_change * (half * w_most + h2 * lifted + strays) / left : 0;
  const double lift_change = h2 * (half * spin_b * (lifted + off) + off);
  // Below 2^-30 of themselves is lost in rounding.
  constexpr double outward = 1 + 0x1p-30;
  rest = (half * half * half / 6 * g_change + lift_change + strays) * outward;
  most_travel = half * (length(w) + seen_turn);
  constexpr double rounding = 0x1p-48;
  wobble = half * length(cross(b.spin, relative_spin)) * outward + rounding * (spin_a + spin_b);
  third = half * half * half / 6 * spin_a * around * outward;
  // `other` is spin_b half / 2.
  other_third = half * half / 3 * (2 * w_change + spin_b * w_most) * outward;
  unsure = (lift_change + strays) * outward + rounding * rest;
}

}  // namespace abut
