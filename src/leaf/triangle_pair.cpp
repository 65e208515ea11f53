#include "leaf/triangle_pair.h"

#include "math/placed_difference.h"

namespace abut {

// The bound of a corner's error. Let p' = fl(p - centre), S = (largest row sum of |linear|) * (largest |p'|).
// - A's corners: |p' - (p - centre)| <= u |p'| and three products, two sums: |corner' - corner| <= ((1 + u)^3 - 1) S +
//   u S < 4.001 u S, and below 2^-1072 for products that underflow. Adding the offset 0 is exact.
// - B's corners: the offset is off by at most offset_error (placed_difference), and adding it costs u |corner'| <=
//   u (1 + 5 u) S + u (1 + u) |offset| more. Together < 5.001 u S + 1.001 u |offset| + offset_error + 2^-1072.
// The constants below are 4.5, 5.5, 1.1, 1.1 and 2^-1000; the surplus covers the rounding of these very lines.
TestedPair::TestedPair(const LeafGeometry& a, const Placement& at_a, const LeafGeometry& b, const Placement& at_b,
                       CommonPlacement common)
    : a_{a, at_a, at_a.linear, {}, 0, 0x1p-1000}, b_{b, at_b, at_b.linear, {}, 0, 0x1p-1000} {
  if (common == CommonPlacement::left_out && at_a == at_b) {
    // A common nonsingular map changes no contact, so the models may as well be left where they are.
    a_.at = b_.at = Placement::identity();
    a_.linear = b_.linear = Matrix3{};
  }
  const auto [offset, offset_error] = placed_difference(b_.at, b.centre, a_.at, a.centre);
  b_.offset = offset;
  a_.error_per_size = 4.5 * unit_roundoff * largest_row_sum(a_.linear);
  b_.error_per_size = 5.5 * unit_roundoff * largest_row_sum(b_.linear);
  b_.error_base += 1.1 * unit_roundoff * largest(abs(b_.offset)) + 1.1 * offset_error;
}

PlacedPoint TestedPair::exact_point(int i) const {
  const Side& side = i < 3 ? a_ : b_;
  // Both models at one place: one address tells exact arithmetic that shifts cancel.
  const Placement* at = a_.at == b_.at ? &a_.at : &side.at;
  return {&side.geometry.points[side.geometry.triangles[side.loaded][i % 3]], at};
}

int TestedPair::exact_side(int i, int j, int k, int l) {
  used_exact_ = true;
  return exact_orientation3d(exact_point(i), exact_point(j), exact_point(k), exact_point(l));
}

int TestedPair::exact_turn(int i, int j, int k, int dropped) {
  used_exact_ = true;
  return exact_orientation2d(exact_point(i), exact_point(j), exact_point(k), dropped);
}

int TestedPair::exact_order(int i, int j, int axis) {
  used_exact_ = true;
  return exact_compare(exact_point(i), exact_point(j), axis);
}

}  // namespace abut
