#include "engine/root_box.h"

#include "engine/boxes.h"

#include <algorithm>
#include <cmath>

namespace abut {

// Why a yes is certain. u = 2^-53, v = 2^-24. L is a placement's linear part and s >= |L|2 its stretch: 1 for a rigid
// one, whose |L'L - I| <= 2^-40 is paid for below. A defect is the sum of the magnitudes of L'L - I, an entry beside
// the diagonal counted once, up to 10u: it bounds their sum in any row, and |L'L - I|2. x is a point of the model seen
// from the box's real centre, |x| <= radius, and half the box's half extents, whose sum is at most sqrt(3) radius.
//
// Centre: the stored one is off by 2u (|centre| + 2 unit) per coordinate at most. Its image is a sum of three products
// and the shift: 4.01u (3.1 s |centre| + |shift|) more. The difference d of two images rounds once again. Together, in
// length, 1.75 (5.1u (3.1 s |centre| + |shift|) + 3.1 s 2u (|centre| + 2 unit)) < s 64u (|centre| + unit) + 16u |shift|
// for each model, with the largest coordinates for |.|: this is the blur times s, and the slack's part for shifts. The
// slack's 2^-400 is far more than what underflows.
//
// Balls: the images' points lie within s radius of the centres' images, a rigid one's within (1 + 2^-38) radius. The
// square of d is off by 4u of it. The reach is larger by 2^-18.
//
// Boxes, in float, on a direction n = L a_i of A: L is rounded, and three products are summed, so that n is off by
// 4.01v s per coordinate, 6.95v s in length. |n| <= s (1 + 2^-20), because axes are orthonormal within 2^-22.
//   A reaches sum over j of |n . L a_j| half_j. The product is off by 6.95v s^2 for L a_j and 3.01v s^2 of its own:
//     18v s^2 radius in all. If L is nearly rigid, n . L x is a_i . x + a_i'(L'L - I) x up to the error of n: at most
//     half_i, 7v radius and 1.001 defect radius.
//   B reaches sum over k of |n . L_b b_k| half_k likewise, up to 18v s_a s_b radius_b.
//   Rounding half extents, and products and sums with them: 6v sqrt(3) (s_a radius_a + s_b radius_b) times s_a.
//   n . d is off by |n| times the error of d, which is rounded to float, and by 3.01v |n| |d|. The balls were not
//     apart: |d| is at most their reach.
//   Points within the margin of each other add |n| margin.
// With 4.1v |d| all of it is less than s_a (34v (s_a radius_a + s_b radius_b) + (1 + 2^-19) (margin + slack)). 64v =
// 2^-18 leaves room for rounding this number. Axes of B likewise.
//
// Range: with stretches within 2^20 of 1 and radii within 2^40 of 1 no float overflows, and what underflows is below
// 2^-120, less than 2^-18 of the radii. Points and placements are at most 2^300, so that squares of d are finite. An
// infinite radius keeps models together.

namespace {

// A defect up to which a placement is taken as a rotation and a bend.
constexpr double nearly_rigid = 0x1p-12;

/// Bounds the length of a unit vector's image: the root of the largest row's sum of magnitudes in L'L (Gershgorin).
double stretch_of(const PlacedRoot& placed) {
  if (placed.defect <= rigid_defect) return 1;
  if (placed.defect <= nearly_rigid) return 1 + placed.defect;
  const Matrix3 gram = abs(transposed(placed.at.linear) * placed.at.linear);
  const double square =
      std::max({dot(gram.row(0), {1, 1, 1}), dot(gram.row(1), {1, 1, 1}), dot(gram.row(2), {1, 1, 1})});
  return std::sqrt(square) * (1 + 0x1p-40);
}

bool is_within(double x, double factor_of_1) { return x >= 1 / factor_of_1 && x <= factor_of_1; }

double sum_of(const Vec3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

/// What a nearly rigid placement adds to a box's reach along an image of its axes.
double bend_of(const PlacedRoot& placed) {
  return placed.defect <= nearly_rigid ? 1.001 * placed.defect * placed.box.radius : 0;
}

using Rows = FourFloats[3];

FourFloats magnitudes(FourFloats v) { return v < 0 ? -v : v; }
FourFloats combined(const Rows& rows, float x, float y, float z) { return rows[0] * x + rows[1] * y + rows[2] * z; }

/// The sum of magnitudes times weights.
FourFloats weighted(const Rows& rows, FourFloats weights) {
  return magnitudes(rows[0]) * weights[0] + magnitudes(rows[1]) * weights[1] + magnitudes(rows[2]) * weights[2];
}

/// The images of a box's axes: [c][i] is coordinate c of the image of axis i.
void carry_axes(const PlacedRoot& placed, Rows& images) {
  const Matrix3& m = placed.at.linear;
  for (int c = 0; c < 3; ++c)
    images[c] = combined(placed.box.axes, static_cast<float>(m(c, 0)), static_cast<float>(m(c, 1)),
                         static_cast<float>(m(c, 2)));
}

/// [k][i] is the product of the images of one box's axis i and the other's axis k.
void multiply(const Rows& one, const Rows& other, Rows& products) {
  for (int k = 0; k < 3; ++k) products[k] = combined(one, other[0][k], other[1][k], other[2][k]);
}

/// Are the boxes apart on an image of an axis of the first? `more`: how far at least, the slack included.
bool apart_on_own_axes(const PlacedRoot& own, const Rows& own_axes, const PlacedRoot& other, const Rows& other_axes,
                       const Vec3& d, float more) {
  Rows products;
  multiply(own_axes, other_axes, products);
  const FourFloats other_reach = weighted(products, other.box.half);
  FourFloats own_reach = own.box.half;
  if (!(own.defect <= nearly_rigid)) {
    multiply(own_axes, own_axes, products);
    own_reach = weighted(products, own.box.half);
  }
  const FourFloats way = combined(own_axes, static_cast<float>(d.x), static_cast<float>(d.y), static_cast<float>(d.z));
  const auto apart = magnitudes(way) - (own_reach + other_reach) > more;
  return (apart[0] | apart[1] | apart[2]) != 0;
}

}  // namespace

RootBox::RootBox(const WideTree& tree, const InnerFrame& frame) {
  if (tree.nodes.empty()) return;
  const BoxView inner = box_view(tree.nodes[0].boxes, 0);
  for (int c = 0; c < 3; ++c) {
    for (int i = 0; i < 3; ++i) axes[c][i] = static_cast<float>(inner.axes(c, i));
    half[c] = static_cast<float>(inner.half[c] * frame.unit);
  }
  centre = frame.centre + inner.centre * frame.unit;
  // Axes are longer than 1 by 2^-22 at most, and no farther from right angles.
  radius = length(inner.half) * frame.unit * (1 + 0x1p-19) + 0x1p-400;
  const auto [x, y, z] = inner.half;
  middle_half = std::max(std::min(x, y), std::min(std::max(x, y), z)) * frame.unit;
  blur = 64 * unit_roundoff * (largest(abs(centre)) + frame.unit);
}

bool surely_apart(const PlacedRoot& a, const PlacedRoot& b, double margin) {
  const double stretch_a = stretch_of(a), stretch_b = stretch_of(b);
  const Vec3 d = b.at * b.box.centre - a.at * a.box.centre;
  const double square = dot(d, d), close = stretch_a * a.box.middle_half + stretch_b * b.box.middle_half;
  // So close that boxes most likely meet: to look would take longer than it saves.
  if (square < close * close) return false;
  if (!(is_within(stretch_a, 0x1p20) && is_within(stretch_b, 0x1p20))) return false;

  const double slack = stretch_a * a.box.blur + stretch_b * b.box.blur +
                       16 * unit_roundoff * (sum_of(a.at.shift) + sum_of(b.at.shift)) + 0x1p-400;
  const double radii = stretch_a * a.box.radius + stretch_b * b.box.radius;
  const double more = 0x1p-18 * radii + (1 + 0x1p-18) * (margin + slack);
  const double reach = radii + more;
  if (square > reach * reach) return true;
  if (!is_within(reach, 0x1p40)) return false;

  Rows axes_a, axes_b;
  carry_axes(a, axes_a);
  carry_axes(b, axes_b);
  return apart_on_own_axes(a, axes_a, b, axes_b, d, static_cast<float>(stretch_a * more + bend_of(a))) ||
         apart_on_own_axes(b, axes_b, a, axes_a, d, static_cast<float>(stretch_b * more + bend_of(b)));
}

}  // namespace abut
