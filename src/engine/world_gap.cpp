#include "engine/world_gap.h"

#include "engine/gap_box.h"
#include "math/power_of_two.h"
#include "math/rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut {

// Why no distance is below the computed gap less the slack. u = 2^-53, v = 2^-24; all lengths are those of the world's
// frame. For each model, e is the largest entry of its map, which is given as it stands, s = e times its reach.
//
// Every direction n gives a bound: for points p and q of the boxes, |p - q| >= n.(q - p) / |n|, whatever n is. The
// direction is taken as computed; nothing rests on how well it was chosen. With d the way between the centres and a
// point of a box its centre + sum of w_k E_k, E_k the image of an axis, n.(q - p) >= |n.d| - sum of |w_k n.E_k| over
// both boxes. As in gap_box.cpp, the inflated half extents are more than |w_k| by 3.8v of the largest one.
//
// Errors, over |n|. |E_k| <= 3.1e, half extents and centres are at most twice the reach.
//   E_k as computed: 3 roundings of three products a coordinate, 9.2ue; n.E_k and times w_k: 12.5ue; adding seven terms
//   up: 7.1u of each, 22ue; together 44ue w_k, or 264us for three axes.
//   Centres: four roundings a coordinate, sqrt(3) 4.1u (6s + |shift|) and the shifts' own errors; d and its start 2u
//   each of |shift| + |C| + |c|.
//   n.d and its place in the sum 10.2u |d|; the square of the quotient is off by 6u of it, its root by 3u |d|.
// Sum: 1.75 shift errors, 512us and 32u times the farthest way.
//
// Line between the centres: n = d, and (d.d - reach)^2 / d.d is the square.
//
// Faces: n = N a for an axis a of the box, N a multiple of the map's inverse, transposed, as good as it may be. With P
// = N'L = volume I + Q and no entry of Q beyond q, a point x of the box reaches n.(L(x - c)) = a.P(x - c) <= volume h +
// q |a|1 |x - c|1, and |a|1 |x - c|1 <= 3.1 (w_1 + w_2 + w_3). N a as computed is off by 9.5u, N's entries being at
// most 1, which adds 9.5u 3.1e (w_1 + w_2 + w_3).
//
// Three faces together: if n_k.(q - p) >= g_k for unit vectors n_k, the sum of g_k^2 is at most |q - p|^2 times the
// largest eigenvalue of their products' matrix, which is at most 3 and at most 1 + the sum of cosines in a row. Two
// vectors at right angles have images under N with a cosine of at most W = (k^2 - 1) / (k^2 + 1), k being what N does
// to one length over what it does to another (Wielandt). Axes whose product is up to 4.1v add 2.1 * 4.1v k to that. For
// k <= 2: 1 + 2 W + 35v, and 2^-18 = 64v covers roundings, too.
//
// Squares that underflow: as in gap_box.cpp. A direction whose square is below 2^-400 is none.

namespace {

double slack_of(double shift_errors, double sizes, double farthest) {
  const double slack = 1.75 * shift_errors + 0x1p-44 * sizes + 0x1p-48 * farthest + 0x1p-480;
  return slack < 0x1p450 ? slack : std::numeric_limits<double>::infinity();
}

/// A multiple of the inverse, transposed: entries of at most 1.
Matrix3 across_of(const Matrix3& linear, double entry) {
  const double size = 1 / power_of_two_at_least(entry);
  const Vec3 x = linear.row(0) * size, y = linear.row(1) * size, z = linear.row(2) * size;
  Matrix3 result = Matrix3::from_rows(cross(y, z), cross(z, x), cross(x, y));
  const double most = largest_magnitude(result);
  if (!(most > 0x1p-500)) return Matrix3{{0, 0, 0, 0, 0, 0, 0, 0, 0}};
  return result * (1 / power_of_two_at_least(most));
}

}  // namespace

WorldGapFrame::Boxes::Boxes(const WorldFrame::Side& of) : side(of), across(across_of(of.linear, of.entry)) {
  const Matrix3 product = transposed(across) * side.linear;
  volume = (product(0, 0) + product(1, 1) + product(2, 2)) / 3;
  double rest = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) rest = std::max(rest, std::abs(product(i, j) - (i == j ? volume : 0)));
  // Three products and the difference are rounded.
  rest += 13 * unit_roundoff * side.entry;
  face_error = (3.1 * rest + 30 * unit_roundoff * side.entry) * (1 + 0x1p-20);
  volume = std::abs(volume) * (1 + 0x1p-50);
  const double square = side.unlike * side.unlike;
  share = side.unlike <= 2 ? 1 / (1 + 2 * (square - 1) / (square + 1) + 0x1p-18) : 1.0 / 3 * (1 - 0x1p-40);
}

WorldGapFrame::WorldGapFrame(const WorldFrame& frame, int closed_side, const double (&reach)[2])
    : closed(frame.sides[closed_side]), opened(frame.sides[1 - closed_side]) {
  const WorldFrame::Side &a = frame.sides[0], &b = frame.sides[1];
  const double sizes = a.entry * reach[0] + b.entry * reach[1];
  slack = slack_of(a.shift_error + b.shift_error, sizes, 2 * largest(abs(b.shift)) + 12 * sizes);
}

WorldGapFrame::WorldGapFrame(const WorldFrame::Side& of, double reach, double farthest, double error) : opened(of) {
  const double size = of.entry * reach;
  slack = slack_of(of.shift_error + error, size, 2 * farthest + 12 * size);
}

WorldGapBox::WorldGapBox(const WorldGapFrame& frame, const ObbPacket& boxes, int lane)
    : centre(frame.closed.side.placed(gap_detail::centre_of(boxes, lane))) {
  const Vec3 half = gap_detail::inflated_half_of(boxes, lane);
  const double face_error = frame.closed.face_error * (half.x + half.y + half.z);
  for (int i = 0; i < 3; ++i) {
    const Vec3 axis = gap_detail::axis_of(boxes, i, lane);
    normals[i] = frame.closed.across * axis;
    reaches[i] = frame.closed.volume * half[i] + face_error;
    spans[i] = frame.closed.side.linear * axis * half[i];
    const double square = dot(normals[i], normals[i]);
    over_squares[i] = square > 0x1p-400 ? (1 - 0x1p-49) / square : 0;
  }
}

}  // namespace abut
