#include <abut/math/placed_difference.h>
#include <abut/volume/inner_frame.h>

#include <limits>

namespace abut {

namespace {

constexpr double u = unit_roundoff;
// First-order error bounds below are multiplied by this to cover the higher orders: every relative error in them is
// below 2^-20, or the bound is given up as infinite.
constexpr double higher_orders = 1 + 0x1p-10;

// Two placements that are rigid by definition (2^-40 each) relate by a map within this of orthonormal.
constexpr double nearly_rigid = 0x1p-36;

double power_of_two_at_least(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, exponent);
}

/// An inverse with a bound on the error of each entry.
struct BoundedInverse {
  Matrix3 matrix;
  double error;
};
BoundedInverse bounded_inverse(const Matrix3& m) {
  // Scaled to entries of at most 1, so that nothing overflows. Cofactors: two products and a difference, error 4u at
  // most; determinant: error 3 * 4u from them and 3u * 6 of its own; entry = cofactor / determinant.
  const double size = power_of_two_at_least(largest_magnitude(m));
  const Matrix3 scaled = m * (1 / size);
  const double det = std::abs(determinant(scaled));
  const Matrix3 result = inverse(scaled);
  const double relative = 32 * u / det;
  if (!(relative < 0x1p-20)) return {result, std::numeric_limits<double>::infinity()};
  const double error = (4 * u / det + largest_magnitude(result) * (relative + 3 * u)) * higher_orders;
  return {result * (1 / size), error / size};
}

double orthonormality_defect(const Matrix3& m, double entry_error) {
  const Matrix3 gram = transposed(m) * m;
  double defect = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) defect = std::max(defect, std::abs(gram(i, j) - (i == j)));
  const double most = largest_magnitude(m);
  return (defect + 6 * most * entry_error + 10 * u * most * most) * higher_orders;
}

/// Bounds the length of the image of a unit vector: the Frobenius norm, or nearly 1 for a rotation.
double stretch_bound(const Matrix3& m, double entry_error) {
  const double defect = orthonormality_defect(m, entry_error);
  if (defect <= nearly_rigid) return 1 + 3 * defect;
  double sum = 0;
  for (double entry : m.entries) sum += (std::abs(entry) + entry_error) * (std::abs(entry) + entry_error);
  return std::sqrt(sum) * higher_orders;
}

}  // namespace

InnerFrame InnerFrame::around(std::span<const Vec3> points) { return within(bounds_of(points)); }

InnerFrame InnerFrame::within(const Bounds& bounds) {
  if (bounds.low.x > bounds.high.x) return {};
  // Halved before they are added: 2^300 is far from the largest double, but a subnormal half would lose its last bit,
  // which only moves the centre.
  InnerFrame frame{bounds.low * 0.5 + bounds.high * 0.5, 1};
  const double reach = std::max(largest(bounds.high - frame.centre), largest(frame.centre - bounds.low));
  // Below 2^-1020 the reciprocal would overflow; such a model keeps small inner coordinates instead.
  frame.unit = reach > 0 ? std::max(power_of_two_at_least(reach), 0x1p-1020) : 1;
  return frame;
}

RelativePlacement relate(const InnerFrame& a, const Placement& at_a, const InnerFrame& b, const Placement& at_b,
                         double margin) {
  RelativePlacement relative;
  const BoundedInverse from_world_a = bounded_inverse(at_a.linear), from_world_b = bounded_inverse(at_b.linear);
  const double a_size = largest_magnitude(at_a.linear), b_size = largest_magnitude(at_b.linear);
  const double a_back = largest_magnitude(from_world_a.matrix), b_back = largest_magnitude(from_world_b.matrix);

  // Three products a term: 9u per entry of two factors, and three times the inverse's own error.
  relative.linear = from_world_a.matrix * at_b.linear;
  relative.linear_error = (9 * u * a_back * b_size + 3 * from_world_a.error * b_size) * higher_orders;
  relative.back = from_world_b.matrix * at_a.linear;
  relative.back_error = (9 * u * b_back * a_size + 3 * from_world_b.error * a_size) * higher_orders;

  const auto [gap, gap_error] = placed_difference(at_b, b.centre, at_a, a.centre);
  const double gap_size = largest(abs(gap));
  const double to_inner = 1 / a.unit;
  relative.shift = from_world_a.matrix * gap * to_inner;
  relative.shift_error =
      (3 * a_back * gap_error + 3 * from_world_a.error * gap_size + 9 * u * a_back * gap_size + 0x1p-1070) * to_inner *
          higher_orders +
      0x1p-1060;

  relative.scale = b.unit / a.unit;
  relative.defect = orthonormality_defect(relative.linear, relative.linear_error);
  relative.rigid = relative.defect <= nearly_rigid;
  relative.stretch = stretch_bound(relative.linear, relative.linear_error);
  relative.back_stretch = stretch_bound(relative.back, relative.back_error);
  relative.margin = margin * stretch_bound(from_world_a.matrix, from_world_a.error) * to_inner * higher_orders;

  const bool usable = std::isfinite(relative.linear_error) && std::isfinite(relative.shift_error) &&
                      relative.scale < 0x1p400 && largest(abs(relative.shift)) < 0x1p400;
  if (!usable) relative.margin = std::numeric_limits<double>::infinity();
  return relative;
}

}  // namespace abut
