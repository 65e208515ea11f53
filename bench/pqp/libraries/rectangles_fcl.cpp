#include "../../experiment.h"
#include "../rectangles.h"

#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

namespace abut::bench::pqp {

namespace {

/// A box without thickness, placed.
struct PlacedBox {
  explicit PlacedBox(const Rectangle& r) : box(2 * r.extent[0], 2 * r.extent[1], 0) {
    const Vec3 x = r.axes[0], y = r.axes[1], z = cross(x, y);
    at = fcl::Transform3d::Identity();
    at.linear() << x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z;
    at.translation() << r.centre.x, r.centre.y, r.centre.z;
  }

  fcl::Boxd box;
  fcl::Transform3d at;
};

template <class Solver>
TimedDistances distances_by(std::span<const RectanglePair> pairs) {
  const Solver solver;
  std::vector<PlacedBox> a, b;
  for (const RectanglePair& pair : pairs) {
    a.emplace_back(pair.a);
    b.emplace_back(pair.b);
  }
  TimedDistances result{std::vector<double>(pairs.size())};
  const double start = thread_seconds();
  for (std::size_t i = 0; i < pairs.size(); ++i)
    solver.shapeDistance(a[i].box, a[i].at, b[i].box, b[i].at, &result.distances[i], nullptr, nullptr);
  result.seconds = thread_seconds() - start;
  return result;
}

}  // namespace

TimedDistances distances_by_fcl(std::span<const RectanglePair> pairs) {
  return distances_by<fcl::detail::GJKSolver_indep<double>>(pairs);
}
TimedDistances distances_by_libccd(std::span<const RectanglePair> pairs) {
  return distances_by<fcl::detail::GJKSolver_libccd<double>>(pairs);
}

}  // namespace abut::bench::pqp
