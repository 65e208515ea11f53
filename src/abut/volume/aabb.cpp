#include <abut/math/rounding.h>
#include <abut/volume/aabb.h>

namespace abut {

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
    result.centre[i] = static_cast<float>(wide.centre[i]);
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
      core_slack_(b_in_a) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) orientation_.r[i][j] = relative_.linear(i, j);
  orientation_.t = {};
  magnitudes_ = magnitudes(orientation_);
}

bool AabbTest::apart_affine(const BoxView& a, const Vec3& t, const Vec3& half_b) const {
  return surely_apart_on_own_faces(t, sizes_, a.half, half_b, slack_) ||
         surely_apart_on_own_faces(relative_.back * t, sizes_back_, half_b, a.half, slack_back_);
}

double AabbTest::distance_below(const BoxView& a, const BoxView& b) const {
  return distance_of_cores(core_of(a), core_of(b), relative_, core_slack_);
}

}  // namespace abut
