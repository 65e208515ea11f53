#include "query/placed_solid.h"

#include "leaf/point_triangle.h"
#include "query/surface_kind.h"

namespace abut {

namespace {

/// With a limit of tests the searches are the same, test by test, for every instruction set. Time is looked at between
/// them.
ClosestPointOptions point_options(const PenetrationOptions& options) {
  ClosestPointOptions result;
  result.budget.tests = options.budget.tests;
  result.simd = options.simd;
  return result;
}

}  // namespace

PlacedSolid::PlacedSolid(const Solid& solid, const Placement& at, const PenetrationOptions& options, Spending& spending)
    : solid_(solid),
      at_(at),
      spending_(spending),
      closest_(solid.model(), at, point_options(options)),
      sides_(solid, at, options.simd),
      extremes_(solid.model(), at),
      triangles_(solid.model().data().mesh.triangles()),
      points_(solid.model().data().mesh.points()) {
  const Vec3 most = (abs(frame().centre) + solid.data().half * frame().unit) * (1 + 0x1p-40);
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 way = Matrix3{}.column(axis);
    bounds_.low[axis] = extremes_.along(-way)[axis], bounds_.high[axis] = extremes_.along(way)[axis];
  }
  // With m the largest of all terms that an image's coordinate is summed up from, a computed image is off by less than
  // 4.5 u m a coordinate, 8 u m in length. Each of 72 cuts, and a mean, rounds by less than 4 u m a coordinate.
  // Squares that vanish are covered by the last term.
  slack_ = 512 * unit_roundoff * largest(abs(at.linear) * most + abs(at.shift)) + 0x1p-500;
  const Vec3 around{slack_, slack_, slack_};
  bounds_ = {bounds_.low - around, bounds_.high + around};
}

bool PlacedSolid::is_boundary() const { return surface_kind_of(solid_).is_boundary; }
bool PlacedSolid::is_convex() const { return surface_kind_of(solid_).is_convex; }

std::array<Vec3, 3> PlacedSolid::corners(std::uint32_t triangle) const {
  const Triangle& ids = triangles_[triangle];
  return {at_ * points_[ids[0]], at_ * points_[ids[1]], at_ * points_[ids[2]]};
}

DepthAt PlacedSolid::nearest(const Vec3& point) {
  if (twin_ && twin_->last_ && twin_->last_->first == point) return twin_->last_->second;
  const ClosestPoint found = closest_.find(point);
  spending_.add(found.counters);
  last_ = {point, {found.lower, found.upper, found.triangle, found.point, closest_.place()}};
  return last_->second;
}

DepthAt PlacedSolid::with_side(const Vec3& point, const DepthAt& nearest) {
  DepthAt result = nearest;
  // A surface that is no boundary may have parts outside of the solid.
  const auto on_surface = [&] {
    result.lower = result.upper = 0;
    result.is_within = is_boundary();
    return result;
  };
  if (nearest.upper == 0) return on_surface();
  const Located located = sides_.where(point, BudgetWatch());
  spending_.add(located.counters);
  switch (located.side) {
    case Containment::inside:
      result.is_inside = result.is_within = true;
      break;
    case Containment::outside:
      result.lower = -nearest.upper, result.upper = -nearest.lower;
      break;
    case Containment::on_surface:
      return on_surface();
    case Containment::unknown:
      result.lower = -nearest.upper;
  }
  return result;
}

PlacedSolid::Farthest PlacedSolid::farthest(std::span<const Vec3> points, std::uint32_t from_triangle) const {
  const std::array<Vec3, 3> triangle = corners(from_triangle);
  Farthest result;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (const double distance = distance_to_triangle(points[i], triangle); distance > result.distance)
      result = {distance, static_cast<int>(i)};
  // Corners and points are off by a slack each, and the length by some units in its last place.
  result.distance = result.distance * (1 + 16 * unit_roundoff) + 2 * slack_;
  return result;
}

bool have_the_same_mesh(const PlacedSolid& a, const PlacedSolid& b) {
  const StoredMesh &of_a = a.solid().model().data().mesh, &of_b = b.solid().model().data().mesh;
  const auto are_equal = [](const auto& x, const auto& y) {
    return x.size() == y.size() && (x.data() == y.data() || std::equal(x.begin(), x.end(), y.begin()));
  };
  return are_equal(of_a.points(), of_b.points()) && are_equal(of_a.triangles(), of_b.triangles());
}

}  // namespace abut
