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

namespace {

/// Three numbers, and a fourth that is 0, so that a register holds them.
struct alignas(16) Four {
  float v[4];
};

/// The image of a closed way under a map's columns.
Four carried(const float (&columns)[3][4], float x, float y, float z) {
  Four to;
  for (int k = 0; k < 4; ++k) to.v[k] = columns[0][k] * x + columns[1][k] * y + columns[2][k] * z;
  return to;
}
Four operator+(const Four& a, const float (&b)[4]) {
  Four sum;
  for (int k = 0; k < 4; ++k) sum.v[k] = a.v[k] + b[k];
  return sum;
}
float along(const Four& a, const float* b) { return a.v[0] * b[0] + a.v[1] * b[1] + a.v[2] * b[2]; }
float length_of(const Four& a) { return std::sqrt(along(a, a.v)); }

}  // namespace

// A point of the box is its centre and a sum of w_i a_i, |w_i| <= h_i + 12.2u max(h), u = 2^-24; see closed_box.cpp.
// Travel and bend are linear: the point's differ from the centre's by sums of w_i times the images of a_i, of which
// travels, as all of them, may be off by travel_slack of their lengths.
MovingBox moving_box(const MovingFrame& frame, const ClosedBox& closed, const ObbPacket& boxes, int lane) {
  MovingBox moving;
  moving.box = closed;
  const auto at = [lane](const float(&rows)[3][ObbPacket::lanes], const float(&columns)[3][4]) {
    return carried(columns, rows[0][lane], rows[1][lane], rows[2][lane]);
  };
  const Four travel = at(boxes.centre, frame.travel_columns) + frame.travel_at_origin,
             bend = at(boxes.centre, frame.bend_columns) + frame.bend_at_origin;
  const float half[3] = {boxes.half[0][lane], boxes.half[1][lane], boxes.half[2][lane]};
  const float unsure = 0x1p-20f * std::max(half[0], std::max(half[1], half[2])), way = length_of(travel);
  float beside = length_of(bend) + frame.rest + frame.travel_slack * way;
  for (int i = 0; i < 3; ++i)
    beside += (half[i] + unsure) * ((1 + frame.travel_slack) * length_of(at(boxes.axes[i], frame.travel_columns)) +
                                    length_of(at(boxes.axes[i], frame.bend_columns)));
  // 2^-18 covers the roundings of this sum; 2^-60 squares that underflow.
  beside = beside * (1 + 0x1p-18f) + 0x1p-60f;
  moving.box.slack += beside;
  moving.amplitude = way + beside;
  for (int k = 0; k < 4; ++k) moving.travel[k] = travel.v[k];
  for (int i = 0; i < 3; ++i) moving.own_reach[i] = closed.half[i] + std::abs(along(travel, closed.functionals[i]));
  return moving;
}

}  // namespace abut
