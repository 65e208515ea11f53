#include "engine/gap_box.h"

#include "engine/box_side.h"

#include <limits>

namespace abut {

// Why no distance is below the computed gap less the slack. v = 2^-24, u = 2^-53. Axes of boxes are float numbers,
// orthonormal within 4v; everything else here is computed in double.
//
// Slabs to sums: a point x of a box has |a_k . (x - c)| <= h_k, and with the rows a_k in A, x - c = A'w for
// w = (A A')^-1 (h...), so |w_k| <= h_k + 3 * 4v * 1.01 max(h) < h_k + 12.2v max(h). The inflation of 16v leaves 3.8v
// max(h) for what rounding, errors of the turned axes, the defect of a rigid map (below 2^-34) and the stretch of the
// ratio add to the reach of a box on any axis: all of them are below 2^-30 of its extents.
//
// Three axes together: for points p and q of the boxes, |b_k . (p - q)| >= gap_k. With |B B' - I| <= 4v per entry,
// |B (p - q)|^2 <= (1 + 12v) |p - q|^2, which the factor gap_shrink = 1 - 16v takes back, the defect of a rigid map and
// roundings of 16u included.
//
// Line between the centres: for n = d / |d|, n . (p - q) >= |d| - sum of h_i |a_i . n| - sum of h_k |b_k . n|: no axis
// need be orthonormal to any other here, so far apart boxes lose nothing by it. Computed as (d.d - reach) / |d|: d.d is
// off by 3u of itself, the difference by u, and the root of the quotient's square by 3u more: below 8u |d|.
//
// d: the centre of the closed box is off by `centre_error` per coordinate, and the difference is rounded. Together with
// the line's 8u |d|: sqrt(3) centre_error + 16u (|C| + |c|), where no centre is farther than twice the reach.
//
// A map that only nearly turns, R + D with no entry of D beyond eps: centres are carried with the map itself, axes with
// R. A point of the closed box beside its centre is a sum of w_i a_i, and D moves its image by at most
// 3 eps |w|1 <= 9 eps max(w). That much more on each of three orthonormal axes is at least as much on any.
//
// Squares that underflow: of lengths below 2^-480, which is part of the slack. Above it a squared length is at least
// 2^-960 and loses less than 2^-1070, a part of 2^-110.

namespace {

using namespace gap_detail;

constexpr double rounding = 0x1p-50;

GapFrame frame_of(const BoxSide& side, bool turns) {
  GapFrame frame{side.to_opened, side.turn, side.offset, side.ratio};
  frame.inflation = gap_inflation + 9.1 * side.turn_error;
  // |C| <= sqrt(3) (|offset| + 3 entry 2 reach ratio).
  const double farthest =
      2 * largest(abs(side.offset)) + 12 * side.entry * side.reach_closed * side.ratio + 2 * side.reach_opened;
  frame.slack = 1.75 * side.centre_error(6 * side.reach_closed) + 0x1p-48 * farthest + 0x1p-480;
  if (!(turns && frame.slack < 0x1p500)) frame.slack = std::numeric_limits<double>::infinity();
  return frame;
}

double positive(double x) { return x > 0 ? x : 0; }

// (d.d - reach)^2 / d.d where that is a gap at all.
double line_square(double squared_distance, double reach) {
  const double gap = squared_distance - reach;
  return gap > 0 ? gap * (gap / squared_distance) : 0;
}

double squared_gap(const GapBox& closed, const ObbPacket& opened, int lane) {
  const Vec3 half = inflated_half_of(opened, lane), d = centre_of(opened, lane) - closed.centre;
  double own[3] = {closed.half.x, closed.half.y, closed.half.z}, other_square = 0, line = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = axis_of(opened, k, lane);
    double reach = half[k];
    for (int i = 0; i < 3; ++i) {
      const double cosine = std::abs(dot(closed.directions[i], axis));
      own[i] += half[k] * cosine;
      reach += closed.half[i] * cosine;
    }
    const double along = std::abs(dot(d, axis)), gap = positive(along - reach);
    other_square += gap * gap;
    line += half[k] * along;
  }
  double own_square = 0;
  for (int i = 0; i < 3; ++i) {
    const double along = std::abs(dot(closed.directions[i], d)), gap = positive(along - own[i]);
    own_square += gap * gap;
    line += closed.half[i] * along;
  }
  return larger(larger(own_square, other_square) * gap_shrink, line_square(dot(d, d), line));
}

}  // namespace

GapFrame GapFrame::of_a(const RelativePlacement& p, double reach_a, double reach_b) {
  if (p.nearly_turns() && p.size != 1) {
    const RelativePlacement q = with_size_in_scale(p);
    return frame_of(side_of_a(q, reach_a, reach_b, largest_magnitude(q.back), rounding), true);
  }
  return frame_of(side_of_a(p, reach_a, reach_b, largest_magnitude(p.back), rounding), p.turns);
}

GapFrame GapFrame::of_b(const RelativePlacement& p, double reach_a, double reach_b) {
  if (p.nearly_turns() && p.size != 1) {
    const RelativePlacement q = with_size_in_scale(p);
    return frame_of(side_of_b(q, reach_a, reach_b, largest_magnitude(q.linear), rounding), true);
  }
  return frame_of(side_of_b(p, reach_a, reach_b, largest_magnitude(p.linear), rounding), p.turns);
}

void squared_gaps_scalar(const GapBox& closed, const ObbPacket& opened, double* squares) {
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) squares[lane] = squared_gap(closed, opened, lane);
}

void squared_gaps_scalar(const Vec3& point, const ObbPacket& boxes, double* squares) {
  for (int lane = 0; lane < ObbPacket::lanes; ++lane) {
    const Vec3 half = inflated_half_of(boxes, lane), d = centre_of(boxes, lane) - point;
    double square = 0, line = 0;
    for (int k = 0; k < 3; ++k) {
      const double along = std::abs(dot(d, axis_of(boxes, k, lane))), gap = positive(along - half[k]);
      square += gap * gap;
      line += half[k] * along;
    }
    squares[lane] = larger(square * gap_shrink, line_square(dot(d, d), line));
  }
}

}  // namespace abut
