#include "math/inner_frame.h"

#include "math/bounded_inverse.h"
#include "math/placed_difference.h"
#include "math/power_of_two.h"
#include "math/rounding.h"

#include <algorithm>
#include <limits>

namespace abut {

namespace {

constexpr double u = unit_roundoff;
// First-order error bounds below are multiplied by this to cover the higher orders: every relative error in them is
// below 2^-20, or the bound is given up as infinite.
constexpr double higher_orders = 1 + 0x1p-10;

// Two placements that are rigid by definition (2^-40 each) relate by a map within this of orthonormal.
constexpr double nearly_rigid = 0x1p-36;

// With A'A = I + E the inverse is A' - E A' + ..., and no entry of E A' exceeds sqrt(3) defect |row of A|.
BoundedMatrix bounded_inverse_of_rotation(const Matrix3& m, double defect) { return {transposed(m), 2 * defect}; }

/// M'M of a matrix whose entries are each off by no more than an error that is small beside the largest of them.
struct Gram {
  Gram(const Matrix3& m, double entry_error) : product(transposed(m) * m), most(largest_magnitude(m)) {
    error = 6.1 * most * entry_error + 12 * u * most * most;
  }

  Matrix3 product;
  double most;   ///< the largest entry of M
  double error;  ///< of an entry of M'M: three products of two entries each, and their rounding, 9.1u
};

double orthonormality_defect(const Gram& gram) {
  double defect = 0;
  for (int i = 0; i < 9; ++i) defect = std::max(defect, std::abs(gram.product.entries[i] - (i % 4 == 0 ? 1 : 0)));
  return (defect + gram.error) * higher_orders;
}

/// Bounds on the eigenvalues of M'M, whose roots are what M does to lengths: they lie within the rows' sums of M'M
/// beside its diagonal (Gershgorin). Tight for a rotation, times a size or not. Sums round by less than 9u of the
/// largest entry's square, and each error has 2.9u of it to spare.
struct Eigenvalues {
  double least, most;
};
Eigenvalues eigenvalues_of(const Gram& gram) {
  Eigenvalues found{std::numeric_limits<double>::infinity(), 0};
  for (int i = 0; i < 3; ++i) {
    double beside = 3 * gram.error;
    for (int j = 0; j < 3; ++j) beside += i == j ? 0 : std::abs(gram.product(i, j));
    found.least = std::min(found.least, gram.product(i, i) - beside);
    found.most = std::max(found.most, gram.product(i, i) + beside);
  }
  return found;
}

/// Bounds the length of the image of a unit vector under a map of ordinary size that is no rotation: the Frobenius
/// norm, or better.
double norm_bound(const Gram& gram) {
  const double trace = gram.product(0, 0) + gram.product(1, 1) + gram.product(2, 2) + 3 * gram.error;
  return std::sqrt(std::min(trace * (1 + 32 * u), eigenvalues_of(gram).most)) * (1 + 4 * u);
}

bool is_ordinary(double most, double entry_error) {
  return most >= 0x1p-400 && most <= 0x1p400 && entry_error <= 0x1p-10 * most;
}

/// The same of any size. Entries are brought near 1 first, because below 2^-537 their squares would be 0; the last term
/// is for a bound among the subnormal numbers, which may be rounded down.
double norm_bound(const Matrix3& m, double entry_error, const Gram& gram) {
  if (is_ordinary(gram.most, entry_error)) return norm_bound(gram);
  const double most = gram.most + entry_error;
  if (!(most <= 0x1p1000)) return std::numeric_limits<double>::infinity();
  if (most == 0) return 0;
  const double size = power_of_two_at_least(most);
  double sum = 0;
  for (double entry : m.entries) {
    const double part = (std::abs(entry) + entry_error) / size;
    sum += part * part;
  }
  return std::sqrt(sum) * size * higher_orders + 0x1p-1074;
}

double norm_bound(const Matrix3& m, double entry_error) { return norm_bound(m, entry_error, Gram(m, entry_error)); }

/// A product may be rounded up among the subnormal numbers, where a share of it is no room.
double next_down_unless_zero(double x) { return x > 0 && x < 0x1p-1000 ? next_down(x) : x; }

/// The same, nearly 1 for a rotation.
double stretch_bound(const Matrix3& m, double entry_error) {
  const Gram gram(m, entry_error);
  const double defect = orthonormality_defect(gram);
  return defect <= nearly_rigid ? 1 + 3 * defect : norm_bound(m, entry_error, gram);
}

Matrix3 difference(const Matrix3& a, const Matrix3& b) {
  Matrix3 result;
  for (int i = 0; i < 9; ++i) result.entries[i] = a.entries[i] - b.entries[i];
  return result;
}

/// Of a matrix that nearly is orthonormal, with its gram matrix, one that is within 2^-37: each step squares the defect
/// (Newton and Schulz). False if the first does not come near.
bool make_orthonormal(Matrix3& m, Matrix3 gram, double nearly) {
  for (int step = 0; step < 4; ++step) {
    double defect = 0;
    for (int i = 0; i < 9; ++i) defect = std::max(defect, std::abs(gram.entries[i] - (i % 4 == 0 ? 1 : 0)));
    // Products are rounded by far less than is left.
    if (defect <= 0x1p-38) return true;
    if (!(defect <= nearly)) return false;
    Matrix3 more = gram * -0.5;
    for (int i = 0; i < 3; ++i) more(i, i) += 1.5;
    m = m * more;
    gram = transposed(m) * m;
  }
  return false;
}

// Farther from a rotation than this no map nearly turns.
constexpr double nearly = 0x1p-9;

/// Finds out whether a map that is not rigid nearly turns; `gram` is that of `linear`.
void set_turn(RelativePlacement& p, const Matrix3& gram) {
  const double square = (gram(0, 0) + gram(1, 1) + gram(2, 2)) / 3;
  p.turns = false;
  if (!(square > 0x1p-100 && square < 0x1p100)) return;
  // A size of 1 spares roundings.
  p.size = std::abs(square - 1) <= nearly ? 1 : std::sqrt(square);
  const Matrix3 scaled = p.size == 1 ? p.linear : p.linear * (1 / p.size);
  p.turn = scaled;
  if (!make_orthonormal(p.turn, p.size == 1 ? gram : gram * (1 / square), 4 * nearly)) return;
  // Quotients and products by the size are rounded: three roundings of entries of at most 2.
  p.turn_error = largest_magnitude(difference(scaled, p.turn)) + p.linear_error / p.size + 0x1p-50;
  p.turn_back = transposed(p.turn);
  p.back_turn_error = largest_magnitude(difference(p.back * p.size, p.turn_back)) + p.back_error * p.size + 0x1p-50;
  p.turns = p.turn_error <= nearly && p.back_turn_error <= nearly;
}

/// What relating frames needs of their placements beside how one stands in the other.
struct FromWorld {
  BoundedMatrix a;          ///< the inverse of A's linear part
  double a_back;            ///< bounds its entries
  double a_least, b_least;  ///< what a length at least becomes in the world, to the order of magnitude
  double entry;             ///< bounds the entries of both linear parts
};

// With M'M = I + E the inverse is M' - E M' + ..., and no entry of E M' exceeds sqrt(3) defect |row of M|.
void set_back_of_rigid(RelativePlacement& p) {
  p.back = transposed(p.linear);
  p.back_error = (p.linear_error + 2 * p.defect) * higher_orders;
  p.stretch = p.back_stretch = 1 + 3 * p.defect;
}

// With A'A = I + E and B'B = I + F the map M = A^-1 B has M'M = B'(AA')^-1 B. AA' has the eigenvalues of A'A, so its
// inverse is I + G with |G| <= |E| (1 + |E|), |E| <= 3 defects.a, and M'M - I = F + B'G B.
FromWorld relate_rigid(RelativePlacement& p, const Placement& at_a, const Placement& at_b,
                       const RigidityDefects& defects) {
  const BoundedMatrix from_world_a = bounded_inverse_of_rotation(at_a.linear, defects.a);
  p.linear = from_world_a.matrix * at_b.linear;
  p.linear_error = (9 * u + 3 * from_world_a.error) * higher_orders;
  p.defect = (defects.b + 3 * defects.a) * higher_orders;
  set_back_of_rigid(p);
  return {from_world_a, 1, 1, 0.5, 1 + rigid_defect};
}

// Two placements whose defects are at most this relate by a map that nearly turns.
constexpr double nearly_rigid_placement = 0x1p-11;

// A defect adds up the magnitudes of L'L - I, an entry beside the diagonal once: it bounds their sum in any row, and
// with it the 2-norm, up to 10u. So ||M'M - I|| <= defects.b + defects.a, up to their product, and M's stretch is at
// most the root of that and 1. M = Q (I + H), Q orthonormal and H symmetric with (I + H)^2 = M'M, and the transposed
// inverse is Q (I + H)^-1: their mean is Q (I + H^2 / 2 - ...), so much nearer to Q, from which both are off alike.
FromWorld relate_nearly_rigid(RelativePlacement& p, const Placement& at_a, const Placement& at_b,
                              const RigidityDefects& defects) {
  const BoundedMatrix from_world_a = bounded_inverse_near_rotation(at_a.linear);
  const BoundedMatrix linear = bounded_quotient_near_rotation(from_world_a, at_b.linear);
  const BoundedMatrix back = bounded_quotient_near_rotation(bounded_inverse_near_rotation(at_b.linear), at_a.linear);
  p.linear = linear.matrix, p.linear_error = linear.error;
  p.back = back.matrix, p.back_error = back.error;
  p.defect = (defects.b + defects.a) * higher_orders + 32 * u;
  p.rigid = false;
  p.stretch = p.back_stretch = 1 + p.defect;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) p.turn(i, j) = 0.5 * (p.linear(i, j) + p.back(j, i));
  p.turns = make_orthonormal(p.turn, transposed(p.turn) * p.turn, nearly);
  p.turn_back = transposed(p.turn);
  p.turn_error = largest_magnitude(difference(p.linear, p.turn)) + p.linear_error + 0x1p-50;
  p.back_turn_error = largest_magnitude(difference(p.back, p.turn_back)) + p.back_error + 0x1p-50;
  return {from_world_a, 1.001, 1, 1, 1.001};
}

FromWorld relate_affine(RelativePlacement& p, const Placement& at_a, const Placement& at_b) {
  const BoundedMatrix from_world_a = bounded_inverse(at_a.linear);
  const BoundedMatrix linear = bounded_quotient(at_a.linear, from_world_a, at_b.linear);
  const double a_back = largest_magnitude(from_world_a.matrix),
               entry = std::max(largest_magnitude(at_b.linear), largest_magnitude(at_a.linear));
  p.linear = linear.matrix, p.linear_error = linear.error;
  const Gram gram(p.linear, p.linear_error);
  p.defect = orthonormality_defect(gram);
  p.rigid = p.defect <= nearly_rigid;
  if (p.rigid) {
    set_back_of_rigid(p);
    return {from_world_a, a_back, 1 / a_back, 0.5 / a_back, entry};
  }
  const BoundedMatrix from_world_b = bounded_inverse(at_b.linear);
  const BoundedMatrix back = bounded_quotient(at_b.linear, from_world_b, at_a.linear);
  p.back = back.matrix, p.back_error = back.error;
  p.stretch = norm_bound(p.linear, p.linear_error, gram);
  p.back_stretch = norm_bound(p.back, p.back_error);
  set_turn(p, gram.product);
  return {from_world_a, a_back, 1 / a_back, 1 / largest_magnitude(from_world_b.matrix), entry};
}

FromWorld relate_placements(RelativePlacement& p, const Placement& at_a, const Placement& at_b,
                            const RigidityDefects& defects) {
  const auto are_within = [&](double most) { return defects.a <= most && defects.b <= most; };
  if (are_within(rigid_defect)) return relate_rigid(p, at_a, at_b, defects);
  if (are_within(nearly_rigid_placement)) return relate_nearly_rigid(p, at_a, at_b, defects);
  return relate_affine(p, at_a, at_b);
}

/// B's placed centre minus A's; `entry` bounds the linear parts' entries. Plain arithmetic is good enough unless the
/// models are far from their origins or the world's: eight products that add up to `size` at most, each through at most
/// eight roundings.
BoundedVec3 gap_between(const InnerFrame& a, const Placement& at_a, const InnerFrame& b, const Placement& at_b,
                        double entry, double good_enough) {
  const double size = 3 * entry * (largest(abs(b.centre)) + largest(abs(a.centre))) + largest(abs(at_b.shift)) +
                      largest(abs(at_a.shift));
  const double error = 9 * u * size + 0x1p-1060;
  if (!(error <= good_enough)) return placed_difference(at_b, b.centre, at_a, a.centre);
  return {(at_b.linear * b.centre - at_a.linear * a.centre) + (at_b.shift - at_a.shift), error};
}

}  // namespace

InnerFrame InnerFrame::around(std::span<const Vec3> points) { return within(bounds_of(points)); }

InnerFrame InnerFrame::within(const Bounds& bounds) {
  if (bounds.low.x > bounds.high.x) return {};
  // Halved before they are added: 2^300 is far from the largest double, but a subnormal half would lose its last bit,
  // which only moves the centre.
  // A zero of either sign becomes +0: which of them a minimum is depends on the order of points.
  InnerFrame frame{bounds.low * 0.5 + bounds.high * 0.5 + Vec3{}, 1};
  const double reach = std::max(largest(bounds.high - frame.centre), largest(frame.centre - bounds.low));
  // Below 2^-1020 the reciprocal would overflow; such a model keeps small inner coordinates instead.
  frame.unit = reach > 0 ? std::max(power_of_two_at_least(reach), 0x1p-1020) : 1;
  return frame;
}

RelativePlacement with_size_in_scale(const RelativePlacement& p) {
  const double size = p.turns ? p.size : power_of_two_at_least(largest_magnitude(p.linear));
  // Unless the size is a power of two: three roundings of entries of at most 2.
  const double more = p.nearly_turns() ? 0x1p-50 : 0;
  RelativePlacement q = p;
  q.linear = p.linear * (1 / size), q.back = p.back * size;
  q.linear_error = p.linear_error / size + more, q.back_error = p.back_error * size + more;
  q.stretch = p.stretch / size * (1 + 4 * u), q.back_stretch = p.back_stretch * size * (1 + 4 * u);
  q.scale = p.scale * size;
  q.size = p.size / size;
  return q;
}

RelativePlacement relate(const InnerFrame& a, const Placement& at_a, const InnerFrame& b, const Placement& at_b,
                         double margin) {
  return relate(a, at_a, b, at_b, margin, {rigidity_defect(at_a.linear), rigidity_defect(at_b.linear)});
}

RelativePlacement relate(const InnerFrame& a, const Placement& at_a, const InnerFrame& b, const Placement& at_b,
                         double margin, const RigidityDefects& defects) {
  RelativePlacement relative;
  const auto [from_world_a, a_back, a_least, b_least, entry] = relate_placements(relative, at_a, at_b, defects);
  // What is lost in the gap is far below what volumes, in float or double, lose by themselves.
  const double good_enough = 0x1p-44 * std::min(a.unit * a_least, b.unit * b_least);
  const auto [gap, gap_error] = gap_between(a, at_a, b, at_b, entry, good_enough);
  relative.gap = gap, relative.gap_error = gap_error;
  const double gap_size = largest(abs(gap));
  const double to_inner = 1 / a.unit;
  relative.scale = b.unit * to_inner;
  relative.shift = from_world_a.matrix * gap * to_inner;
  relative.shift_error =
      (3 * a_back * gap_error + 3 * from_world_a.error * gap_size + 9 * u * a_back * gap_size + 0x1p-1070) * to_inner *
          higher_orders +
      0x1p-1060;
  if (margin > 0)
    relative.margin = margin * stretch_bound(from_world_a.matrix, from_world_a.error) * to_inner * higher_orders;

  // Either model, and the way between them, in either's frame: beyond 2^400 squares of lengths would overflow.
  constexpr double most = 0x1p400;
  const double shift_size = largest(abs(relative.shift));
  const bool usable = std::isfinite(relative.linear_error) && std::isfinite(relative.back_error) &&
                      std::isfinite(relative.shift_error) && relative.scale < most && shift_size < most &&
                      relative.stretch * relative.scale < most && relative.back_stretch < most * relative.scale &&
                      relative.back_stretch * shift_size < most * relative.scale;
  constexpr double no_bound = std::numeric_limits<double>::infinity();
  if (!usable) relative.margin = relative.linear_error = relative.back_error = relative.shift_error = no_bound;
  return relative;
}

Stretch stretch_of(const Matrix3& linear) {
  const double size = power_of_two_at_least(largest_magnitude(linear));
  // Divided, because the inverse of a subnormal number may be none.
  Matrix3 scaled;
  for (int i = 0; i < 9; ++i) scaled.entries[i] = linear.entries[i] / size;
  // Good enough unless directions are stretched quite unlike each other.
  const Eigenvalues squares = eigenvalues_of(Gram(scaled, 0));
  Stretch result;
  // The last term is for a bound among the subnormal numbers, which may be rounded down.
  result.most = size * (std::sqrt(std::min(squares.most, 9.0)) * (1 + 4 * u)) + 0x1p-1074;
  if (squares.least > 0.9 * squares.most) {
    result.least = next_down_unless_zero(size * (std::sqrt(squares.least) * (1 - 4 * u)));
    return result;
  }
  // Of the scaled map, whose inverse is no smaller than 1 and can be squared. Where it is beyond 2^1000, entries that
  // were lost in scaling might count.
  const BoundedMatrix back = bounded_inverse(scaled);
  const double norm = norm_bound(back.matrix, back.error);
  result.least = norm <= 0x1p1000 ? next_down_unless_zero(size * ((1 / norm) * (1 - 4 * u))) : 0;
  return result;
}

double largest_side(const InnerFrame& frame, const Placement& at) {
  return 4 * frame.unit * norm_bound(at.linear, 0) + 0x1p-1074;
}

}  // namespace abut
