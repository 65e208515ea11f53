#include "engine/facing.h"

#include "math/nearest_float.h"
#include "math/rounding.h"

#include <cmath>

namespace abut {

namespace {

// Across d, a unit vector, and of length 1.
Vec3 unit_across(const Vec3& d) {
  const Vec3 size = abs(d);
  const int least = size.x <= size.y && size.x <= size.z ? 0 : size.y <= size.z ? 1 : 2;
  Vec3 axis;
  axis[least] = 1;
  const Vec3 normal = cross(d, axis);
  return normal * (1 / length(normal));
}

double squared_norm(const Matrix3& m) {
  double square = 0;
  for (double entry : m.entries) square += entry * entry;
  return square;
}

}  // namespace

// Why no real coordinate of a model's point is outside of what a box's are computed to be, by more than the slacks. u =
// 2^-24, c, h and a_i a box's centre, half extents and axes, all floats; p the origin, a float too; M the real map,
// rows and columns at most N long, F its rounding to float; t = c - p.
//   F.t: F is off by u of each entry, t by u, three products and two sums by 3.01u: 5.1u N |t|.
//   The sum of h_i |F.a_i|: F u, products 3.01u, times h_i and summed 3.01u, of N |h|1: 7.1u N |h|1. Boxes are slabs,
// and as sums of their axes reach further by 12.2u max(h) along each (gap_box.cpp): 37u N |h|1.
//   Sums of the three, the offset and the slack: four roundings, 4.1u (N |t| + N |h|1 + |offset|).
// Together 10u N |t| + 49u N |h|1, for which 64u N is taken, its own rounding included. Corners of triangles are
// rounded to float, which is u N reach more, and as boxes have h = 0.
//   The map's own error moves a point, no farther than 2.1 reach from p, by 3 * 2.1 reach times that of its entries.
//   The
// offset is computed in double, with 2^-49 of all that enters it, its error is that of both maps and of the shifts, and
// rounding it to float u: 6u |offset| with the sums above.
FacingFrame::FacingFrame(const Model& a, const Model& b) {
  const Model* models[] = {&a, &b};
  Vec3 points[2], placed[2];
  double sizes = 0, errors = 0;
  for (int i : {0, 1}) {
    for (int c = 0; c < 3; ++c) points[i][c] = sides[i].origin[c] = nearest_float(models[i]->point[c]);
    placed[i] = models[i]->linear * points[i] + models[i]->shift;
    sizes += std::sqrt(squared_norm(models[i]->linear)) * models[i]->reach + length(models[i]->shift);
    errors += 1.75 * models[i]->shift_error + 3.2 * models[i]->linear_error * models[i]->reach;
  }
  const Vec3 way = placed[1] - placed[0];
  const double away = length(way);
  // Squares and products must neither overflow nor vanish; where the way is no more than rounding, it shows nothing.
  if (!(sizes < 0x1p40 && errors < sizes && away > 0x1p-24 * sizes && away > 0x1p-40)) return;
  const Vec3 height = way * (1 / away), first = unit_across(height);
  const Vec3 rows[3] = {height, first, cross(height, first)};
  for (int i : {0, 1}) {
    Side& side = sides[i];
    for (int k = 0; k < 3; ++k) {
      for (int c = 0; c < 3; ++c)
        side.functionals[k][c] = static_cast<float>(
            dot(rows[k], {models[i]->linear(0, c), models[i]->linear(1, c), models[i]->linear(2, c)}));
      side.offset[k] = i == 0 ? 0 : static_cast<float>(dot(rows[k], way));
    }
    const double norm = std::sqrt(squared_norm(models[i]->linear)) * 1.01;
    side.slack_per_size = float_up(64 * 0x1p-24 * norm);
    double slack = 2 * 0x1p-24 * norm * models[i]->reach + 6.4 * models[i]->linear_error * models[i]->reach + 0x1p-100;
    if (i == 1) slack += errors + 0x1p-48 * sizes + 6 * 0x1p-24 * away;
    side.slack = float_up(slack * 1.01);
  }
  is_usable = true;
}

FacingFrame::Model model_in(int side, const RelativePlacement& b_in_a, const WorldFrame* world) {
  FacingFrame::Model model;
  if (world) {
    model.linear = world->sides[side].linear;
    model.shift = world->sides[side].shift;
    model.shift_error = world->sides[side].shift_error;
  } else if (side == 1) {
    for (int i = 0; i < 9; ++i) model.linear.entries[i] = b_in_a.linear.entries[i] * b_in_a.scale;
    model.linear_error = b_in_a.linear_error * b_in_a.scale;
    model.shift = b_in_a.shift;
    model.shift_error = b_in_a.shift_error;
  }
  return model;
}

}  // namespace abut
