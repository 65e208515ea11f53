#include "classic/volume/obb.h"

#include "classic/kind_tree.h"
#include "classic/volume/obb_axes.h"
#include "math/nearest_float.h"

#include <limits>
#include <vector>

namespace abut::classic {

namespace {

// Rounding of the fit, in inner units (|coordinates| <= 1, lengths <= sqrt(3)), added to every half extent:
//   projections of points 3u sqrt(3), and the points' own rounding sqrt(3) u; or, of a box with |centre| <= 3 and
//   |half|
//   <= 3, centre 9u, turned half extents 2 * 9u sqrt(3), sum 9u: 50u; the box's own centre along the axes 9u, and 4u
//   for the differences: 63u in all, 70u with those of the ends. Twice that and more is for narrow(), which turns a box
//   once more.
constexpr double fit_error = 192 * unit_roundoff;

/// Space between pairs of planes perpendicular to three axes, the columns of a matrix.
struct Slabs {
  Vec3 low, high;
};

Slabs slabs_of(const Matrix3& axes, TriangleRun triangles) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Slabs slabs{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
  for (const BuildTriangle& triangle : triangles)
    for (const Vec3& corner : triangle.corners) {
      const Vec3 along = transposed_times(axes, corner);
      slabs = {min(slabs.low, along), max(slabs.high, along)};
    }
  return slabs;
}

Slabs slabs_of(const Matrix3& axes, const BoxView& box) {
  const Vec3 centre = transposed_times(axes, box.centre), reach = abs(transposed(axes) * box.axes) * box.half;
  return {centre - reach, centre + reach};
}

Slabs slabs_of(const Matrix3& axes, const Extents<double>& ends) {
  const Vec3 low{ends.low[0], ends.low[1], ends.low[2]}, high{ends.high[0], ends.high[1], ends.high[2]};
  return slabs_of(axes, BoxView{Matrix3{}, (low + high) * 0.5, (high - low) * 0.5});
}

/// The smallest box with the given axes. `defect` bounds |entry of (axes' axes - I)|; it makes w in x = centre + axes w
/// differ from what x has along the axes by at most three times the largest extent.
Obb obb_between(const Matrix3& axes, const Slabs& slabs, double defect) {
  const Vec3 centre = axes * ((slabs.low + slabs.high) * 0.5);
  const Vec3 along = transposed_times(axes, centre);
  const Vec3 half = max(slabs.high - along, along - slabs.low);
  const double more = fit_error + 4 * defect * largest(half);
  return {axes.entries, {centre.x, centre.y, centre.z}, {half.x + more, half.y + more, half.z + more}};
}

template <class Real>
BasicObb<Real> stored(const Obb& box) {
  if constexpr (std::is_same_v<Real, float>)
    return narrow(box);
  else
    return box;
}

}  // namespace

Obb obb_along(const Matrix3& axes, TriangleRun triangles, double defect) {
  return obb_between(axes, slabs_of(axes, triangles), defect);
}

Obb obb_around(const Matrix3& axes, std::span<const BoxView> boxes, double defect, const Extents<double>* ends) {
  Slabs slabs = slabs_of(axes, boxes[0]);
  for (const BoxView& box : boxes.subspan(1)) {
    const Slabs more = slabs_of(axes, box);
    slabs = {min(slabs.low, more.low), max(slabs.high, more.high)};
  }
  // Keeps lengths within sqrt(3), as the error bounds demand, however deep the tree.
  if (ends) {
    const Slabs most = slabs_of(axes, *ends);
    slabs = {max(slabs.low, most.low), min(slabs.high, most.high)};
  }
  return obb_between(axes, slabs, defect);
}

template <class Real>
BasicObb<Real> refitted(const BasicObb<Real>& before, const Extents<double>&, TriangleRun triangles) {
  if (triangles.size() == 1) return BasicObb<Real>::around(triangles, Fit::surface);
  const Matrix3 axes = before.box().axes;
  return stored<Real>(obb_between(axes, slabs_of(axes, triangles), BasicObb<Real>::axes_defect));
}

template <class Real>
BasicObb<Real> refitted(const BasicObb<Real>& before, const Extents<double>& ends,
                        std::span<const BasicObb<Real>> pieces) {
  std::vector<BoxView> boxes;
  for (const BasicObb<Real>& piece : pieces) boxes.push_back(piece.box());
  return stored<Real>(obb_around(before.box().axes, boxes, BasicObb<Real>::axes_defect, &ends));
}

BasicObb<float> narrow(const Obb& wide) {
  const BoxView box = wide.box();
  BasicObb<float> result;
  for (int i = 0; i < 9; ++i) result.axes[i] = nearest_float(wide.axes[i]);
  for (int i = 0; i < 3; ++i) result.centre[i] = nearest_float(wide.centre[i]);
  const BoxView rounded = result.box();
  // A point of the wide box, seen along the rounded axes from the rounded centre. The last factor changes slabs to sums
  // of axes, which differ by 3 * axes_defect times the largest extent.
  const Vec3 off = abs(transposed(rounded.axes)) * abs(box.centre - rounded.centre);
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

template Obb refitted(const Obb&, const Extents<double>&, TriangleRun);
template Obb refitted(const Obb&, const Extents<double>&, std::span<const Obb>);
template BasicObb<float> refitted(const BasicObb<float>&, const Extents<double>&, TriangleRun);
template BasicObb<float> refitted(const BasicObb<float>&, const Extents<double>&, std::span<const BasicObb<float>>);

ObbTest::ObbTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect)
    : relative_(b_in_a),
      slack_(slack_on_faces_of_a(b_in_a, axes_defect)),
      slack_back_(slack_on_faces_of_b(b_in_a, axes_defect)),
      sat_(sat),
      core_slack_(b_in_a) {}

// Under an affine map the axes of B's image are not perpendicular, so its faces are tested in B's own frame
// (van den Bergen 1998, section 6) and the edges are left out.
bool ObbTest::apart_affine(const BoxView& a, const Matrix3& axes_b, const Vec3& half_b, const Vec3& t,
                           const Matrix3& r) const {
  if (surely_apart_on_own_faces(t, abs(r), a.half, half_b, slack_)) return true;
  const Matrix3 to_b = transposed(axes_b) * relative_.back;
  return surely_apart_on_own_faces(to_b * (a.axes * t), abs(to_b * a.axes), half_b, a.half, slack_back_);
}

double ObbTest::distance_below(const BoxView& a, const BoxView& b) const {
  return distance_of_cores(core_of(a), core_of(b), relative_, core_slack_);
}

}  // namespace abut::classic

ABUT_CLASSIC_KIND(obb, Obb)
