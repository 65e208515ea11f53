#include "engine/root_box.h"

#include "engine/boxes.h"
#include "math/side_by_side.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

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
// Pairs of edges, for nearly rigid placements, on n = p_i x q_k with the images p_i of A's and q_k of B's axes. Both
// are orthonormal within e = defect + 2^-20, so that p_j x p_i is the third image but for 3.1 e, and with indices
// around the clock, t_k = d . q_k and Q the products q . p,
//   A reaches sum over j, not i, of half_j |Q| with the third axis, up to 3.1 e_a 1.42 radius_a; B likewise;
//   |n . d| is |t_(k+1) Q_(k+2)i - t_(k+2) Q_(k+1)i|, up to 6 e_b |d|.
// A product Q is off by 17.1v, t by 1.42 slack and 11v |d|, which makes 43v |d| on the left with its own roundings, and
// 31v radii on the right. |n| <= 1.01 is what a margin counts. All of it is below 2^-14 radii, 16 defects times radii
// and twice margin and slack.
//
// Range: with stretches within 2^20 of 1 and radii within 2^40 of 1 no float overflows, and what underflows is below
// 2^-120, less than 2^-18 of the radii. Points and placements are at most 2^300, so that squares of d are finite. An
// infinite radius keeps models together.

namespace {

// A defect up to which a placement is taken as a rotation and a bend.
constexpr double nearly_rigid = 0x1p-12;

/// The root of the largest row's sum of magnitudes in L'L (Gershgorin).
[[gnu::noinline]] double largest_stretch(const Matrix3& linear) {
  const Matrix3 gram = abs(transposed(linear) * linear);
  const double square =
      std::max({dot(gram.row(0), {1, 1, 1}), dot(gram.row(1), {1, 1, 1}), dot(gram.row(2), {1, 1, 1})});
  return std::sqrt(square) * (1 + 0x1p-40);
}

/// Bounds the length of a unit vector's image.
double stretch_of(const PlacedRoot& placed) {
  if (placed.defect <= rigid_defect) [[likely]]
    return 1;
  return placed.defect <= nearly_rigid ? 1 + placed.defect : largest_stretch(placed.at.linear);
}

bool is_within(double x, double factor_of_1) { return x >= 1 / factor_of_1 && x <= factor_of_1; }

/// What a nearly rigid placement adds to a box's reach along an image of its axes.
double bend_of(const PlacedRoot& placed) {
  return placed.defect <= nearly_rigid ? 1.001 * placed.defect * placed.box.radius : 0;
}

using Rows = FourFloats[3];

FourFloats magnitudes(FourFloats v) {
  using FourBits = std::uint32_t __attribute__((vector_size(16)));
  // Without the sign bits: v < 0 ? -v : v takes five instructions.
  return reinterpret_cast<FourFloats>(reinterpret_cast<FourBits>(v) & 0x7fffffffu);
}
FourFloats combined(const Rows& rows, float x, float y, float z) { return rows[0] * x + rows[1] * y + rows[2] * z; }

FourFloats combined(const Rows& rows, FourFloats v) { return combined(rows, v[0], v[1], v[2]); }

/// The images of a box's axes: [c][i] is coordinate c of the image of axis i.
void carry_axes(const PlacedRoot& placed, Rows& images) {
  const Matrix3& m = placed.at.linear;
  for (int c = 0; c < 3; ++c)
    images[c] = combined(placed.box.axes, static_cast<float>(m(c, 0)), static_cast<float>(m(c, 1)),
                         static_cast<float>(m(c, 2)));
}

/// The products of the images of one box's axes i and the other's axes k: [k][i].
struct Products {
  Rows at, sizes;

  Products(const Rows& one, const Rows& other) {
    for (int k = 0; k < 3; ++k) {
      at[k] = combined(one, other[0][k], other[1][k], other[2][k]);
      sizes[k] = magnitudes(at[k]);
    }
  }
};

/// How far a box reaches along the images of its own axes.
FourFloats own_reach(const PlacedRoot& placed, const Rows& axes) {
  if (placed.defect <= nearly_rigid) return placed.box.half;
  return combined(Products(axes, axes).sizes, placed.box.half);
}

bool any_above(FourFloats gaps, double more) {
  const auto above = gaps > static_cast<float>(more);
  return (above[0] | above[1] | above[2]) != 0;
}

/// The first three coordinates, turned around by one and by two.
FourFloats second_first(FourFloats v) { return FourFloats{v[1], v[2], v[0], 0}; }
FourFloats third_first(FourFloats v) { return FourFloats{v[2], v[0], v[1], 0}; }

/// Are the boxes apart across an edge of each? Products are those of A's axes and B's, the way is along B's axes.
bool apart_on_edges(const PlacedRoot& a, const PlacedRoot& b, const Products& products, FourFloats way, double more) {
  const FourFloats half_second = second_first(a.box.half), half_third = third_first(a.box.half), &half = b.box.half;
  const auto& [at, sizes] = products;
  for (int k = 0; k < 3; ++k) {
    const int next = k == 2 ? 0 : k + 1, last = k == 0 ? 2 : k - 1;
    const FourFloats reach_a = half_second * third_first(sizes[k]) + half_third * second_first(sizes[k]);
    const FourFloats reach_b = sizes[last] * half[next] + sizes[next] * half[last];
    if (any_above(magnitudes(at[last] * way[next] - at[next] * way[last]) - (reach_a + reach_b), more)) return true;
  }
  return false;
}

/// What two placed roots are compared by, once their balls are not apart.
struct RootPair {
  const PlacedRoot &a, &b;
  double stretch_a, stretch_b, margin;
  Vec3 d;  ///< from the image of a's centre to that of b's
  double radii, slack, more;
};

/// Are the boxes apart across a face or an edge? Not inline: most models are told apart by their balls, and what boxes
/// take of registers and room would be paid for by all.
[[gnu::noinline]] bool boxes_apart(const RootPair& pair) {
  const auto& [a, b, stretch_a, stretch_b, margin, d, radii, slack, more] = pair;
  Rows axes_a, axes_b;
  carry_axes(a, axes_a);
  carry_axes(b, axes_b);
  const Products products(axes_a, axes_b);
  const FourFloats way_in_world{static_cast<float>(d.x), static_cast<float>(d.y), static_cast<float>(d.z), 0};
  const auto along = [&](const Rows& axes) { return combined(axes, way_in_world); };
  if (any_above(magnitudes(along(axes_a)) - (own_reach(a, axes_a) + combined(products.sizes, b.box.half)),
                stretch_a * more + bend_of(a)))
    return true;
  const FourFloats way = along(axes_b);
  // The same products the other way round.
  const FourFloats x = products.sizes[0] * a.box.half, y = products.sizes[1] * a.box.half,
                   z = products.sizes[2] * a.box.half;
  const FourFloats reach_a =
      FourFloats{x[0], y[0], z[0], 0} + FourFloats{x[1], y[1], z[1], 0} + FourFloats{x[2], y[2], z[2], 0};
  if (any_above(magnitudes(way) - (own_reach(b, axes_b) + reach_a), stretch_b * more + bend_of(b))) return true;
  if (!(a.defect <= nearly_rigid && b.defect <= nearly_rigid)) return false;
  return apart_on_edges(a, b, products, way,
                        0x1p-14 * radii + 16 * (a.defect + b.defect) * radii + 2 * (margin + slack));
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
  const SideBySide stretches{stretch_a, stretch_b};
  const Vec3SideBySide centres = images(a.at, a.box.centre, b.at, b.box.centre);
  const Vec3 d{centres.x[1] - centres.x[0], centres.y[1] - centres.y[0], centres.z[1] - centres.z[0]};
  const double square = dot(d, d), close = sum_of_both(stretches * SideBySide{a.box.middle_half, b.box.middle_half});
  // So close that boxes most likely meet: to look would take longer than it saves.
  if (square < close * close) return false;
  if (!(is_within(stretch_a, 0x1p20) && is_within(stretch_b, 0x1p20))) return false;

  const Vec3SideBySide shifts(a.at.shift, b.at.shift);
  const SideBySide shift_sizes = magnitudes(shifts.x) + magnitudes(shifts.y) + magnitudes(shifts.z);
  const double slack =
      sum_of_both(stretches * SideBySide{a.box.blur, b.box.blur} + 16 * unit_roundoff * shift_sizes) + 0x1p-400;
  const double radii = sum_of_both(stretches * SideBySide{a.box.radius, b.box.radius});
  const double more = 0x1p-18 * radii + (1 + 0x1p-18) * (margin + slack);
  const double reach = radii + more;
  if (square > reach * reach) return true;
  if (!is_within(reach, 0x1p40)) return false;

  return boxes_apart({a, b, stretch_a, stretch_b, margin, d, radii, slack, more});
}

}  // namespace abut
