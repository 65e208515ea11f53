#include "leaf/motion_cell.h"

#include "math/power_of_two.h"

#include <algorithm>

namespace abut {

// How far off is what is computed here? With u = 2^-53 and m the largest coordinate of a vector at both ends:
//
// Vectors. A difference of doubles has a relative error u. A vector at a time between, (1 - t) x + t y, is off by at
// most 6 u m in each coordinate: u for the ends, 2 u for 1 - t and its product, u for the other product, u for the sum,
// and what is of second order.
//
// Volumes. A mixed product a . (b x c) has six terms of up to m_a m_b m_c = V and passes eight roundings in each (three
// differences, the product, its difference, the second product, two sums): 8 u 6 V = 48 u V. The mean of three of them
// passes four more: 72 u V. 96 covers what is of second order and the rounding of V itself.
//
// Cuts. Each cut takes three steps of p + r (q - p) as (1 - r) p + r q with exact r and 1 - r: three roundings of
// numbers up to 6 V each time, 54 u V in all. The time of the cut is rounded, too, by at most 2 u; a Bernstein
// coefficient is the cubic's polar form at three times, affine in each with a slope of at most 12 V: 3 2 u 12 V =
// 72 u V. Together less than 128 u V a cut.
//
// Turns. A component of a x b has two terms of up to m_a m_b = A with errors of 12 u A from its vectors and three
// roundings of 2 A: 2 12 + 6 = 30 u A; the mean of two passes one more: 32 u A. 48 covers the rest.
//
// Underflow. Vectors are scaled so that the largest coordinate of all is within 2^-101 .. 2^100. A product that loses
// digits below 2^-1074 is multiplied by at most one more coordinate, up to 2^101: each loss is less than 2^-970, and
// there are a few dozen a coefficient, so 2^-900 covers them all.

namespace {

constexpr double turn_error = 48 * unit_roundoff;

// Where a cell is cut. Not in the middle, since contacts of made-up motions happen at simple fractions of time.
constexpr double cut = 0.4375;

}  // namespace

MotionVectors::MotionVectors(MotionKind kind, const MovingPoints& points) : kind_(kind) {
  for (int i = 0; i < 3; ++i) from_0_[i] = between(points, 0, i + 1);
  if (kind == MotionKind::edge_edge) from_1_ = {between(points, 1, 3), between(points, 1, 2)};
  const double size = std::max({from_0_[0].size, from_0_[1].size, from_0_[2].size});
  if ((size > 0 && size < 0x1p-100) || size > 0x1p100) {
    scale_ = 1 / power_of_two_at_least(std::max(size, 0x1p-1000));
    for (int i = 0; i < 3; ++i) from_0_[i] = between(points, 0, i + 1);
    if (kind == MotionKind::edge_edge) from_1_ = {between(points, 1, 3), between(points, 1, 2)};
  }
  volume_unit_ = unit_roundoff * (from_0_[0].size * from_0_[1].size * from_0_[2].size);
}

MotionVectors::Ends MotionVectors::between(const MovingPoints& points, int i, int j) const {
  Ends ends{(points[j].from - points[i].from) * scale_, (points[j].to - points[i].to) * scale_};
  ends.size = std::max(largest(abs(ends.at_0)), largest(abs(ends.at_1)));
  return ends;
}

MotionCell MotionVectors::whole() const {
  const auto& [a, b, c] = from_0_;
  const Vec3 bc00 = cross(b.at_0, c.at_0), bc11 = cross(b.at_1, c.at_1);
  const Vec3 bc01 = cross(b.at_0, c.at_1), bc10 = cross(b.at_1, c.at_0);
  constexpr double third = 1.0 / 3;
  MotionCell cell;
  cell.volume = {dot(a.at_0, bc00), (dot(a.at_1, bc00) + dot(a.at_0, bc10) + dot(a.at_0, bc01)) * third,
                 (dot(a.at_0, bc11) + dot(a.at_1, bc01) + dot(a.at_1, bc10)) * third, dot(a.at_1, bc11)};
  return cell;
}

std::pair<MotionCell, MotionCell> MotionCell::halves() const {
  const auto between = [](double p, double q) { return p * (1 - cut) + q * cut; };
  const auto& [b0, b1, b2, b3] = volume;
  const double b01 = between(b0, b1), b12 = between(b1, b2), b23 = between(b2, b3);
  const double b012 = between(b01, b12), b123 = between(b12, b23), middle = between(b012, b123);
  const double time = from + cut * (to - from);
  return {{from, time, {b0, b01, b012, middle}, depth + 1, is_crossed},
          {time, to, {middle, b123, b23, b3}, depth + 1, is_crossed}};
}

// For each axis, the sign that the turn of two vectors has over the whole cell; 0: unknown.
MotionVectors::Signs MotionVectors::turn_signs(const Ends& a, const Ends& b, const MotionCell& cell) {
  const Vec3 a0 = a.at(cell.from), a1 = a.at(cell.to), b0 = b.at(cell.from), b1 = b.at(cell.to);
  const Vec3 first = cross(a0, b0), last = cross(a1, b1), mixed = (cross(a0, b1) + cross(a1, b0)) * 0.5;
  const double error = turn_error * (a.size * b.size) + 0x1p-900;
  Signs signs;
  for (int axis = 0; axis < 3; ++axis) {
    const bool positive = first[axis] > error && mixed[axis] > error && last[axis] > error;
    const bool negative = first[axis] < -error && mixed[axis] < -error && last[axis] < -error;
    signs[axis] = positive - negative;
  }
  return signs;
}

CellVerdict MotionVectors::look(const MotionCell& cell) const {
  const auto& [to_1, to_2, to_3] = from_0_;
  const Signs s123 = turn_signs(to_1, to_2, cell), s230 = turn_signs(to_2, to_3, cell),
              s301 = turn_signs(to_3, to_1, cell);
  bool crossed = false;
  if (kind_ == MotionKind::edge_edge) {
    // Turns of the ends of one edge with the other, the last of each two negated: edges that touch have none of
    // opposite signs, those that cross have equal ones.
    const Signs s132 = turn_signs(from_1_[0], from_1_[1], cell);
    for (int axis = 0; axis < 3; ++axis) {
      const int of_a = s230[axis] * s132[axis], of_b = s123[axis] * s301[axis];
      if (of_a < 0 || of_b < 0) return CellVerdict::apart;
      crossed |= of_a > 0 && of_b > 0;
    }
  } else {
    // Turns of the vertex with the face's edges: equal inside, and not opposite on the rim.
    for (int axis = 0; axis < 3; ++axis) {
      const int least = std::min({s123[axis], s230[axis], s301[axis]});
      const int most = std::max({s123[axis], s230[axis], s301[axis]});
      if (least < 0 && most > 0) return CellVerdict::apart;
      crossed |= least == most && least != 0;
    }
  }
  return crossed ? CellVerdict::crossed : CellVerdict::unknown;
}

}  // namespace abut
