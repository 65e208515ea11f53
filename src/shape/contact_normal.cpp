#include "shape/contact_normal.h"

#include "shape/unit_of.h"

#include <algorithm>

namespace abut {

namespace {

using Corners = std::array<Vec3, 3>;

/// Seen from A's origin.
Corners seen_corners(const StandingShape& body, std::uint32_t triangle, const Vec3& origin) {
  const Vec3 shift = body.at.shift - origin;
  Corners corners = body.shape.core.mesh().corners(triangle);
  for (Vec3& corner : corners) corner = body.at.linear * corner + shift;
  return corners;
}

/// How far B must move along the unit vector to be beyond A.
double overlap_along(const Corners& a, const Corners& b, const Vec3& unit) {
  const auto most = std::max({dot(a[0], unit), dot(a[1], unit), dot(a[2], unit)});
  return most - std::min({dot(b[0], unit), dot(b[1], unit), dot(b[2], unit)});
}

class LeastOverlap {
 public:
  LeastOverlap(const Corners& a, const Corners& b, const Vec3& apart)
      : a_(a), b_(b), apart_(apart), tie_(0x1p-40 * (size_of(a) + size_of(b))) {}

  void try_both(const Vec3& direction) {
    const Vec3 unit = unit_of(direction);
    if (unit == Vec3{}) return;
    for (const double sign : {1.0, -1.0}) try_one(unit * sign);
  }
  const Vec3& best() const { return best_; }

 private:
  static double size_of(const Corners& t) { return largest(max(abs(t[1] - t[0]), abs(t[2] - t[0]))); }
  // Of directions that are as good, the one that agrees with where the bodies are.
  void try_one(const Vec3& unit) {
    const double overlap = overlap_along(a_, b_, unit);
    const bool ties = std::abs(overlap - least_) <= tie_;
    if (ties ? dot(unit, apart_) <= dot(best_, apart_) : overlap >= least_) return;
    least_ = ties ? std::min(overlap, least_) : overlap;
    best_ = unit;
  }

  const Corners &a_, &b_;
  Vec3 apart_, best_;
  double tie_, least_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Vec3 contact_normal(const StandingShape& a, std::uint32_t triangle_a, const StandingShape& b,
                    std::uint32_t triangle_b) {
  const Vec3& origin = a.at.shift;
  const Corners of_a = seen_corners(a, triangle_a, origin), of_b = seen_corners(b, triangle_b, origin);
  const Vec3 apart = (b.at.linear * b.shape.middle + (b.at.shift - origin)) - a.at.linear * a.shape.middle;
  LeastOverlap search(of_a, of_b, apart);
  const auto side = [](const Corners& t, int i) { return t[(i + 1) % 3] - t[i]; };
  const Vec3 normal_a = cross(side(of_a, 0), side(of_a, 1)), normal_b = cross(side(of_b, 0), side(of_b, 1));
  search.try_both(normal_a);
  search.try_both(normal_b);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) search.try_both(cross(unit_of(side(of_a, i)), unit_of(side(of_b, j))));
    search.try_both(cross(unit_of(side(of_a, i)), unit_of(normal_a)));
    search.try_both(cross(unit_of(side(of_b, i)), unit_of(normal_b)));
  }
  if (search.best() == Vec3{}) search.try_both(apart);
  return search.best() == Vec3{} ? Vec3{0, 0, 1} : search.best();
}

}  // namespace abut
