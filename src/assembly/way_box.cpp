#include "assembly/way_box.h"

#include "assembly/placed_box.h"

#include <algorithm>
#include <cmath>

namespace abut {

// Let x be where a point p is carried to in the middle of the time, v its velocity there, w the spin and h half the
// time. Apart from its defects, the piece carries the point with an acceleration of the constant length |w x (v - s)|,
// s the straight part of its motion. By Taylor, it is then never farther from the segment x - h v .. x + h v than
// h^2 / 2 |w| |v - s|. Both are convex functions of p: the eight corners bound them. Beside that, the defects change by
// no more than h defect_rate |p|, and the placements differ from the curve by the piece's errors. What is computed here
// is off by some 20 roundings of the lengths that take part; 2^-40 of them is more than that.
Bounds box_around_way(const Bounds& own, const MotionPiece& piece) {
  if (!std::isfinite(piece.during().begin)) return placed_box(own, piece.at(0));
  const double begin = piece.during().begin, middle = begin + (piece.during().end - begin) / 2;
  const double half = std::max(piece.during().end - middle, middle - begin) * (1 + 0x1p-30);
  const MotionState state = piece.state(middle);
  Bounds box;
  double bend = 0, farthest = 0, lengths = length(state.at.shift) + length(state.point);
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner{(i & 1 ? own.high : own.low).x, (i & 2 ? own.high : own.low).y, (i & 4 ? own.high : own.low).z};
    const Vec3 x = state.at * corner, v = state.velocity_at(x), travel = v * half;
    box = joined(box, {min(x - travel, x + travel), max(x - travel, x + travel)});
    bend = std::max(bend, half * half / 2 * length(state.spin) * length(v - state.straight));
    farthest = std::max(farthest, length(corner));
    lengths = std::max(lengths, length(x) + length(travel));
  }
  const double stray =
      half * piece.defect_rate() * farthest + 2 * (piece.linear_error() * farthest + piece.shift_error());
  const double wider = (bend + stray + 0x1p-40 * (lengths + farthest + length(state.at.shift))) * (1 + 0x1p-30);
  return {box.low - Vec3{wider, wider, wider}, box.high + Vec3{wider, wider, wider}};
}

}  // namespace abut
