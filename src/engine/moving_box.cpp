#include "engine/moving_box.h"

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
  const double to_inner = 1 / opened_unit;
  const auto inner = [&](const Vec3& v) { return transposed_times(of_opened.turn, v) * to_inner; };
  double travel_terms = sum_of(motion.travel_at_centre) * to_inner;
  double bend_terms = sum_of(motion.bend_at_centre) * to_inner;
  set_column(travel_at_origin, inner(motion.travel_at_centre));
  set_column(bend_at_origin, motion.bend_at_centre * to_inner);
  for (int i = 0; i < 3; ++i) {
    const Vec3 way = of_closed.at.linear.column(i) * closed_unit;
    const Vec3 travel = cross(motion.turn, way), bend = motion.bend_of_way(way) * to_inner;
    set_column(travel_columns[i], inner(travel));
    set_column(bend_columns[i], bend);
    travel_terms += 2 * sum_of(travel) * to_inner;
    bend_terms += 2 * sum_of(bend);
  }
  const double lengthened = 1 + 1.01 * of_opened.defect;
  // Half extents are in the opened frame's unit already.
  const double extents = lengthened * (1 + 1.01 * of_closed.defect);
  travel_per_length = up(motion.travel_per_length * extents);
  bend_per_length = up(motion.bend_per_length * extents);
  rest = up(motion.rest * to_inner * lengthened + 0x1p-21 * 2 * (travel_terms + bend_terms) + 0x1p-120);
  travel_slack = up(0x1p-19 + 1.01 * of_opened.defect);
}

MovingBox moving_box(const MovingFrame& frame, const ClosedBox& closed, const ObbPacket& boxes, int lane) {
  MovingBox moving;
  moving.box = closed;
  const float c[3] = {boxes.centre[0][lane], boxes.centre[1][lane], boxes.centre[2][lane]};
  float bend_square = 0, travel_square = 0;
  for (int k = 0; k < 3; ++k) {
    moving.travel[k] =
        frame.travel_at_origin[k] +
        (frame.travel_columns[0][k] * c[0] + frame.travel_columns[1][k] * c[1] + frame.travel_columns[2][k] * c[2]);
    const float bend = frame.bend_at_origin[k] + (frame.bend_columns[0][k] * c[0] + frame.bend_columns[1][k] * c[1] +
                                                  frame.bend_columns[2][k] * c[2]);
    bend_square += bend * bend;
    travel_square += moving.travel[k] * moving.travel[k];
  }
  moving.travel[3] = 0;
  const float* half = moving.box.half;
  const float radius = std::sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
  const float travel = std::sqrt(travel_square);
  // 2^-18 covers the roundings of this sum; 2^-60 squares that underflow.
  const float beside = (std::sqrt(bend_square) + (frame.travel_per_length + frame.bend_per_length) * radius +
                        frame.rest + frame.travel_slack * travel) *
                           (1 + 0x1p-18f) +
                       0x1p-60f;
  moving.box.slack += beside;
  moving.amplitude = travel + beside;
  for (int i = 0; i < 3; ++i) {
    const float* m = moving.box.functionals[i];
    moving.own_reach[i] =
        half[i] + std::abs(m[0] * moving.travel[0] + m[1] * moving.travel[1] + m[2] * moving.travel[2]);
  }
  return moving;
}

}  // namespace abut
