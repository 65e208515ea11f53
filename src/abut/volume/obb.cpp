#include <abut/volume/obb.h>
#include <abut/volume/obb_axes.h>

#include <limits>

namespace abut {

namespace {

// Rounding of the fit, in inner units (|coordinates| <= 1, lengths <= sqrt(3)), added to every half extent:
//   projections of points 3u sqrt(3), and the points' own rounding sqrt(3) u; midpoint and centre: 3u sqrt(3) per
//   coordinate, thus 9u along an axis; A'A differs from I by at most axes_defect = 16u, which acts on the centre
//   (3 * 16u) and on the change from slabs to sums of axes (3 * 16u * sqrt(3)): 160u in all.
constexpr double fit_error = 192 * unit_roundoff;

}  // namespace

Obb obb_along(const Matrix3& axes, TriangleRun triangles) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec3 low{infinity, infinity, infinity}, high = -low;
  for (const BuildTriangle& triangle : triangles)
    for (const Vec3& corner : triangle.corners) {
      const Vec3 along = transposed_times(axes, corner);
      low = min(low, along);
      high = max(high, along);
    }
  const Vec3 centre = axes * (low * 0.5 + high * 0.5), half = (high - low) * 0.5;
  return {axes.entries, {centre.x, centre.y, centre.z}, {half.x + fit_error, half.y + fit_error, half.z + fit_error}};
}

BasicObb<float> narrow(const Obb& wide) {
  const BoxView box = wide.box();
  BasicObb<float> result;
  for (int i = 0; i < 9; ++i) result.axes[i] = static_cast<float>(wide.axes[i]);
  for (int i = 0; i < 3; ++i) result.centre[i] = static_cast<float>(wide.centre[i]);
  const BoxView rounded = result.box();
  // A point of the wide box, seen along the rounded axes from the rounded centre. The last factor changes slabs to sums
  // of axes, which differ by 3 * axes_defect times the largest extent.
  const Vec3 off = abs(transposed_times(rounded.axes, box.centre - rounded.centre));
  const Matrix3 turn = transposed(rounded.axes) * box.axes;
  Vec3 half;
  for (int i = 0; i < 3; ++i) half[i] = off[i] + dot(abs(turn.row(i)), box.half) + fit_error;
  const double skew = 4 * BasicObb<float>::axes_defect * largest(half);
  for (int i = 0; i < 3; ++i)
    result.half[i] = std::nextafter(static_cast<float>(half[i] + skew), std::numeric_limits<float>::infinity());
  return result;
}

template <>
Obb Obb::around(TriangleRun triangles, Fit fit) {
  return obb_along(obb_axes(triangles, fit), triangles);
}
template <>
BasicObb<float> BasicObb<float>::around(TriangleRun triangles, Fit fit) {
  return narrow(Obb::around(triangles, fit));
}

ObbTest::ObbTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect)
    : relative_(b_in_a),
      slack_(slack_on_faces_of_a(b_in_a, axes_defect)),
      slack_back_(slack_on_faces_of_b(b_in_a, axes_defect)),
      sat_(sat) {}

// Under an affine map the axes of B's image are not perpendicular, so its faces are tested in B's own frame
// (van den Bergen 1998, section 6) and the edges are left out.
bool ObbTest::apart_affine(const BoxView& a, const Matrix3& axes_b, const Vec3& half_b, const Vec3& t,
                           const Matrix3& r) const {
  if (surely_apart_on_own_faces(t, r, a.half, half_b, slack_)) return true;
  const Matrix3 to_b = transposed(axes_b) * relative_.back;
  return surely_apart_on_own_faces(to_b * (a.axes * t), to_b * a.axes, half_b, a.half, slack_back_);
}

}  // namespace abut
