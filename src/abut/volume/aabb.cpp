#include <abut/volume/aabb.h>

#include <limits>

namespace abut {

namespace {

// In inner units: the points' own rounding and that of centre and half extents, each at most u.
constexpr double fit_error = 4 * unit_roundoff;

}  // namespace

template <>
Aabb Aabb::around(TriangleRun triangles, Fit) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Vec3 low{infinity, infinity, infinity}, high = -low;
  for (const BuildTriangle& triangle : triangles)
    for (const Vec3& corner : triangle.corners) {
      low = min(low, corner);
      high = max(high, corner);
    }
  const Vec3 centre = low * 0.5 + high * 0.5, half = (high - low) * 0.5;
  return {{centre.x, centre.y, centre.z}, {half.x + fit_error, half.y + fit_error, half.z + fit_error}};
}

BasicAabb<float> narrow(const Aabb& wide) {
  BasicAabb<float> result;
  for (int i = 0; i < 3; ++i) {
    result.centre[i] = static_cast<float>(wide.centre[i]);
    const double half = wide.half[i] + std::abs(wide.centre[i] - result.centre[i]) + fit_error;
    result.half[i] = std::nextafter(static_cast<float>(half), std::numeric_limits<float>::infinity());
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
      sat_(sat) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) orientation_.r[i][j] = relative_.linear(i, j);
  orientation_.t = {};
  magnitudes_ = magnitudes(orientation_);
}

bool AabbTest::apart_affine(const BoxView& a, const Vec3& t, const Vec3& half_b) const {
  return surely_apart_on_own_faces(t, relative_.linear, a.half, half_b, slack_) ||
         surely_apart_on_own_faces(relative_.back * t, relative_.back, half_b, a.half, slack_back_);
}

}  // namespace abut
