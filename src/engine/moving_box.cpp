#include "engine/moving_box.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

// Rounding to float, and sums of a few terms in float, take less than 2^-18.
float up(double x) { return static_cast<float>(x * (1 + 0x1p-18)); }

double sum_of(const Vec3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

void set_column(float (&to)[4], const Vec3& v) {
  for (int k = 0; k < 3; ++k) to[k] = static_cast<float>(v[k]);
  to[3] = 0;
}

}  // namespace

// With x = linear y of the opened placement, and linear = turn (I + E), |E| <= defect: a vector v of the world is
// turn' v in the opened frame up to 1.01 defect |v|. A travel in float: four roundings of terms whose sizes are summed
// in `terms`, |c| <= 2 per coordinate; 2^-21 of that covers it. Products of the travel with axes are off by 4u of it;
// and boxes that meet may be farther apart in the middle by the travel, of which the errors of closed_box.cpp take
// 13u: 2^-19 of the travel covers both. The same holds for the shift, half of a bend, and for the swing: half of a bend
// and of what all swing by.
MovingFrame::MovingFrame(const SeenMotion& motion, const Vec3& swing, const MotionState& of_closed,
                         const MotionState& of_opened, double closed_unit, double opened_unit) {
  const double to_inner = 1 / opened_unit, lengthened = 1 + 1.01 * of_opened.defect;
  double terms = 0;
  const auto set_inner = [&](float(&to)[4], const Vec3& v, double largest_factor) {
    set_column(to, transposed_times(of_opened.turn, v) * to_inner);
    terms += largest_factor * sum_of(v) * to_inner;
  };
  set_inner(travel_at_origin, motion.travel_at_centre, 1);
  set_inner(shift_at_origin, motion.bend_at_centre * 0.5, 2);
  set_inner(half_swing, swing * 0.5, 1);
  for (int k = 0; k < 3; ++k) {
    travel_of_centre[k][3] = travel_at_origin[k], shift_of_centre[k][3] = shift_at_origin[k];
    half_swing_of_centre[k][3] = half_swing[k];
  }
  for (int i = 0; i < 3; ++i) {
    const Vec3 way = of_closed.at.linear.column(i) * closed_unit;
    set_inner(travel_columns[i], cross(motion.turn, way), 2);
    // A shift counts for what it is, and again as a part of the swing.
    set_inner(shift_columns[i], motion.bend_of_way(way) * 0.5, 4);
  }
  rest = up(motion.rest * to_inner * lengthened + 0x1p-21 * 2 * terms + 0x1p-120);
  travel_slack = up(0x1p-19 + 1.01 * of_opened.defect);
}

}  // namespace abut
