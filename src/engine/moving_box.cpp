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
// 13u: 2^-19 of the travel covers both.
MovingFrame::MovingFrame(const SeenMotion& motion, const MotionState& of_closed, const MotionState& of_opened,
                         double closed_unit, double opened_unit) {
  const double to_inner = 1 / opened_unit, lengthened = 1 + 1.01 * of_opened.defect;
  const auto inner = [&](const Vec3& v) { return transposed_times(of_opened.turn, v) * to_inner; };
  double travel_terms = sum_of(motion.travel_at_centre) * to_inner;
  // A bend's length is that in the opened frame, where defects may make it longer than in the world.
  const double to_bend = to_inner * lengthened;
  double bend_terms = sum_of(motion.bend_at_centre) * to_bend;
  set_column(travel_at_origin, inner(motion.travel_at_centre));
  set_column(bend_at_origin, motion.bend_at_centre * to_bend);
  for (int k = 0; k < 3; ++k) travel_of_centre[k][3] = travel_at_origin[k], bend_of_centre[k][3] = bend_at_origin[k];
  for (int i = 0; i < 3; ++i) {
    const Vec3 way = of_closed.at.linear.column(i) * closed_unit;
    const Vec3 travel = cross(motion.turn, way), bend = motion.bend_of_way(way) * to_bend;
    set_column(travel_columns[i], inner(travel));
    set_column(bend_columns[i], bend);
    travel_terms += 2 * sum_of(travel) * to_inner;
    bend_terms += 2 * sum_of(bend);
  }
  rest = up(motion.rest * to_inner * lengthened + 0x1p-21 * 2 * (travel_terms + bend_terms) + 0x1p-120);
  travel_slack = up(0x1p-19 + 1.01 * of_opened.defect);
}

}  // namespace abut
