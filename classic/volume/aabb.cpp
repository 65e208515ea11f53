#include "classic/volume/aabb.h"

#include "classic/kind_tree.h"
#include "math/nearest_float.h"
#include "math/rounding.h"

namespace abut::classic {

template <>
Aabb Aabb::around(TriangleRun triangles, Fit) {
  const auto ends_of = [](const BuildTriangle& t) {
    return extents_of<double>(t.corners[0], t.corners[1], t.corners[2]);
  };
  Extents<double> ends = ends_of(triangles[0]);
  for (const BuildTriangle& triangle : triangles.subspan(1)) ends = merged(ends, ends_of(triangle));
  return between(ends);
}

BasicAabb<float> narrow(const Aabb& wide) {
  BasicAabb<float> result;
  for (int i = 0; i < 3; ++i) {
    result.centre[i] = nearest_float(wide.centre[i]);
    // The sum's two roundings are at most 2u each.
    result.half[i] =
        next_up(static_cast<float>(wide.half[i] + std::abs(wide.centre[i] - result.centre[i]) + aabb_fit_error));
  }
  return result;
}

template <>
BasicAabb<float> BasicAabb<float>::around(TriangleRun triangles, Fit fit) {
  return narrow(Aabb::around(triangles, fit));
}

AabbTest::AabbTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect)
    : relative_(b_in_a),
      slack_(slack_on_faces_of_a(b_in_a, axes_defect)),
      slack_back_(slack_on_faces_of_b(b_in_a, axes_defect)),
      sizes_(abs(b_in_a.linear)),
      sizes_back_(abs(b_in_a.back)),
      sat_(sat),
      distance_slack_(slack_on_faces_of_a(without_margin(b_in_a), axes_defect)),
      distance_slack_back_(slack_on_faces_of_b(without_margin(b_in_a), axes_defect)) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) orientation_.r[i][j] = relative_.linear(i, j);
  orientation_.t = {};
  magnitudes_ = magnitudes(orientation_);
}

bool AabbTest::apart_affine(const BoxView& a, const Vec3& t, const Vec3& half_b) const {
  return surely_apart_on_own_faces(t, sizes_, a.half, half_b, slack_) ||
         surely_apart_on_own_faces(relative_.back * t, sizes_back_, half_b, a.half, slack_back_);
}

namespace {

/// The distance from a box along the axes of t to the smallest such box around the other; 0 when a number is not one.
double distance_along_own_axes(const Vec3& t, const Matrix3& r_sizes, const Vec3& half_own, const Vec3& half_other,
                               const BoxSlack& slack) {
  const double size = sum_of(abs(t)) + sum_of(half_own) + sum_of(half_other);
  const double lost = slack.fixed + slack.relative * size;
  double square = 0;
  for (int i = 0; i < 3; ++i) {
    const double gap = std::abs(t[i]) - (half_own[i] + dot(r_sizes.row(i), half_other) + lost);
    if (gap > 0) square += gap * gap;
  }
  return std::sqrt(square);
}

}  // namespace

// The gap along t / |t| is off by no more than those along the axes: by the error of t, of length at most sqrt(3) times
// its coordinates', and that of the map's entries times half_b, and by 10u of all. Squares, sums and the root lose 4u
// of the result.
double AabbTest::distance_below(const BoxView& a, const BoxView& b) const {
  const Vec3 half_b = b.half * relative_.scale;
  const Vec3 t = relative_.linear * (b.centre * relative_.scale) + relative_.shift - a.centre;
  const double of_a = distance_along_own_axes(t, sizes_, a.half, half_b, distance_slack_);
  const double of_b = distance_along_own_axes(relative_.back * t, sizes_back_, half_b, a.half, distance_slack_back_) /
                      relative_.back_stretch;
  const double way = length(t);
  const double between =
      way - (dot(abs(t), a.half) + dot(abs(transposed_times(relative_.linear, t)), half_b)) / way -
      (distance_slack_.fixed + distance_slack_.relative * (sum_of(abs(t)) + sum_of(a.half) + sum_of(half_b)));
  double most = of_a > of_b ? of_a : of_b;
  if (between > most) most = between;
  return most > 0 ? most * (1 - 8 * unit_roundoff) : 0;
}

}  // namespace abut::classic

ABUT_CLASSIC_KIND(aabb, Aabb)
