#include "query/placed_signs.h"

#include "leaf/orientation_filter.h"
#include "math/placed_difference.h"

namespace abut {

// The bound of a corner's error is that of TestedPair's for all corners at once: no coordinate of fl(p - centre)
// exceeds the frame's unit by more than a rounding, which the constants' surplus covers. A point between corners has no
// larger coordinates, relative to A's centre, than size + |offset|, so that its neighbouring doubles are within 2u of
// these.
PlacedSigns::PlacedSigns(const MeshData& a, const Placement& at_a, const MeshData& b, const Placement& at_b)
    : a_{a, at_a}, b_{b, at_b}, have_one_place_(at_a == at_b) {
  if (have_one_place_) a_.at = b_.at = Placement::identity();
  const auto [offset, offset_error] = placed_difference(b_.at, b.frame.centre, a_.at, a.frame.centre);
  b_.offset = offset;
  const auto size = [](const Body& body) { return largest_row_sum(body.at.linear) * body.data.frame.unit; };
  error_ = 5.5 * unit_roundoff * std::max(size(a_), size(b_)) + 2.5 * unit_roundoff * largest(abs(offset)) +
           1.1 * offset_error + 0x1p-1000;
  a_.is_mirrored = exact_determinant_sign(a_.at.linear) < 0;
  b_.is_mirrored = exact_determinant_sign(b_.at.linear) < 0;
}

SeenPoint PlacedSigns::point(Of of, std::uint32_t index) const {
  const Body& model = body(of);
  const Vec3& p = model.data.mesh.points()[index];
  // One address tells exact arithmetic that shifts cancel.
  return {model.at.linear * (p - model.data.frame.centre) + model.offset, {&p, have_one_place_ ? &a_.at : &model.at}};
}

SeenTriangle PlacedSigns::triangle(Of of, std::uint32_t index) const {
  const Triangle& t = body(of).data.mesh.triangles()[index];
  return {point(of, t[0]), point(of, t[1]), point(of, t[2])};
}

int PlacedSigns::orientation3d(const SeenPoint& a, const SeenPoint& b, const SeenPoint& c, const SeenPoint& d) {
  if (const int sign = orientation_filter::orientation3d(a.near, b.near, c.near, d.near, error_)) return sign;
  ++exact_tests_;
  return exact_orientation3d(a.exact, b.exact, c.exact, d.exact);
}

int PlacedSigns::orientation2d(const SeenPoint& a, const SeenPoint& b, const SeenPoint& c, int dropped) {
  if (const int sign = orientation_filter::orientation2d(a.near, b.near, c.near, dropped, error_)) return sign;
  ++exact_tests_;
  return exact_orientation2d(a.exact, b.exact, c.exact, dropped);
}

int PlacedSigns::compare(const SeenPoint& a, const SeenPoint& b, int axis) {
  if (const int sign = orientation_filter::compare(a.near[axis], b.near[axis], error_)) return sign;
  ++exact_tests_;
  return exact_compare(a.exact, b.exact, axis);
}

}  // namespace abut
